import { stat, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { z } from 'zod';
import { ServerRefusedError } from '#client/graphql-api.ts';
import { readConfig } from '#config';
import { isRejection } from '#engine/util/rejection.ts';
import { openStoreForReading } from '#server/open-store.ts';
import { withApi } from '../play/api-connection.ts';
import type { CommandEnvironment, ExitCode } from './command.ts';
import { findCampaign } from './find-campaign.ts';

const FORMATS = { md: 'MARKDOWN', jsonl: 'CHAT', epub: 'EPUB' } as const;
type StoryFormat = (typeof FORMATS)[keyof typeof FORMATS];

/** Finds the form of a story by the ending of its file; null when the ending is of no story. */
export function findStoryFormat(file: string): StoryFormat | null {
  const ending = file.split('.').at(-1)?.toLowerCase() ?? '';
  return ending === 'md' || ending === 'jsonl' || ending === 'epub' ? FORMATS[ending] : null;
}

const EXPORT = /* GraphQL */ `
  mutation ExportStory($input: ExportStoryInput!) {
    exportStory(input: $input) {
      ... on WrittenFilePayload { file bytes }
      ... on Failure { message }
    }
  }
`;

type Wish = {
  readonly campaign: string;
  readonly file: string;
  readonly format: StoryFormat;
  readonly isForced: boolean;
};

/** Writes the story of a campaign's latest session into a file to read. */
export async function exportStory(
  { campaign, file, format, isForced }: Wish,
  surroundings: CommandEnvironment,
): Promise<ExitCode> {
  const { terminal, currentFolder, environment } = surroundings;
  const path = resolve(currentFolder, file);
  if (!isForced && (await stat(path).catch(() => null)) !== null) {
    terminal.printError(`${path} is there already; name another file, or write over it with --force.\n`);
    return 1;
  }
  const sessionId = await findLatestSession(campaign, environment);
  if (sessionId.problem !== null) {
    terminal.printError(`${sessionId.problem}\n`);
    return 1;
  }
  return withApi({ server: null, token: null }, surroundings, async (api) => {
    const id = Buffer.from(`Session:${sessionId.id}`).toString('base64');
    const shape = z.object({
      exportStory: z.object({ file: z.string().optional(), message: z.string().optional() }),
    });
    const { exportStory: answer } = await api.ask(EXPORT, { input: { sessionId: id, format } }, shape);
    if (answer.file === undefined)
      throw new ServerRefusedError(answer.message ?? 'The story was not written.');
    await writeFile(path, Buffer.from(answer.file, 'base64'));
    terminal.print(`${path}\n`);
    return 0;
  });
}

type Found = { readonly id: string; readonly problem: null } | { readonly problem: string };

async function findLatestSession(
  wanted: string,
  environment: CommandEnvironment['environment'],
): Promise<Found> {
  const store = await openStoreForReading(readConfig({ ...environment }));
  try {
    const campaign = await findCampaign(wanted, store);
    if (isRejection(campaign)) return { problem: campaign.reason };
    const session = (await store.sessions.ofCampaigns([campaign.id])).at(-1);
    return session === undefined
      ? { problem: `${campaign.name} has no session.` }
      : { id: session.id, problem: null };
  } finally {
    await store.close();
  }
}
