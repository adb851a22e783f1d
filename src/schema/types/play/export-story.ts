import type { TurnRecord } from '#engine/domain/turn.ts';
import {
  type ExportedStory,
  type StoryExchange,
  writeStoryChat,
  writeStoryEpub,
  writeStoryMarkdown,
} from '#engine/interchange/export-story.ts';
import type { SceneRecord } from '#engine/store/scenes.ts';
import type { SessionRecord } from '#engine/store/sessions.ts';
import { isRejection } from '#engine/util/rejection.ts';
import { builder } from '../../builder.ts';
import type { Context } from '../../context.ts';
import { readCampaignTexts } from '../../views/pack-contents.ts';
import { type WrittenFile, WrittenFilePayload } from '../authoring/export-file.ts';
import {
  createInvalidInput,
  createNotFound,
  type Failure,
  Forbidden,
  InvalidInput,
  NotFound,
} from '../failure.ts';
import { Session } from './session.ts';

const StoryFormat = builder.enumType('StoryFormat', {
  description: 'Form of a written story.',
  values: {
    MARKDOWN: { value: 'md', description: 'Markdown; the player’s words are quotations.' },
    CHAT: { value: 'jsonl', description: 'A chat, one JSON object a line.' },
    EPUB: { value: 'epub', description: 'A book for reading programs.' },
  } as const,
});

const ExportStoryInput = builder.inputType('ExportStoryInput', {
  description: 'A session to be written as a story.',
  fields: (t) => ({
    sessionId: t.globalID({ required: true, for: Session, description: 'The session.' }),
    format: t.field({ type: StoryFormat, required: true, description: 'Form of the story.' }),
  }),
});

const ExportStoryResult = builder.unionType('ExportStoryResult', {
  description: 'The file, or why there is none.',
  types: [WrittenFilePayload, InvalidInput, NotFound, Forbidden],
  resolveType: (result) => ('failure' in result ? result.failure : 'WrittenFilePayload'),
});

builder.mutationField('exportStory', (t) =>
  t.field({
    type: ExportStoryResult,
    description:
      'Writes what was told on the branch of a session as Markdown, as a chat or as a book. A player gets what their persona perceived.',
    args: { input: t.arg({ type: ExportStoryInput, required: true, description: 'The session.' }) },
    resolve: (_root, { input }, context) => writeStory(input.sessionId.id, input.format, context),
  }),
);

async function writeStory(
  sessionId: string,
  format: 'md' | 'jsonl' | 'epub',
  context: Context,
): Promise<WrittenFile | Failure> {
  const session = await context.loaders.session.load(sessionId);
  if (session === null) return createNotFound(['input', 'sessionId'], 'there is no such session.');
  const story = await readStory(session, context);
  if (story.exchanges.length === 0)
    return createInvalidInput(['input', 'sessionId'], 'nothing has been told in it yet.');
  const words = story.title.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? ['story'];
  return { fileName: `${words.join('-').slice(0, 60)}.${format}`, bytes: writeBytes(story, format) };
}

function writeBytes(story: ExportedStory, format: 'md' | 'jsonl' | 'epub'): Uint8Array {
  if (format === 'epub') return writeStoryEpub(story);
  return Buffer.from(format === 'md' ? writeStoryMarkdown(story) : writeStoryChat(story));
}

async function readStory(session: SessionRecord, context: Context): Promise<ExportedStory> {
  const { store, loaders, access, packRepository } = context;
  const [campaign, lineage, standing, snapshot] = await Promise.all([
    loaders.campaign.load(session.campaignId),
    store.sessions.lineageOf(session.id),
    access.standingAt(session.id),
    loaders.snapshot.load(session.currentSceneId),
  ]);
  if (campaign === null) throw new Error(`session ${session.id} belongs to no campaign`);
  const scenes = await readScenes(lineage, context);
  const isSeen = ({ audience }: SceneRecord) =>
    audience == null || standing?.role === 'gm' || audience.includes(standing?.personaId ?? '');
  const told = scenes.filter((scene) => scene.narration !== '' && scene.turnId !== null && isSeen(scene));
  const turns = await store.turns.findMany(told.flatMap(({ turnId }) => turnId ?? []));
  const byId = new Map(turns.map((turn) => [turn.id, turn]));
  const nameOf = (id: string | null | undefined) =>
    snapshot.entities[(id ?? snapshot.personas[0] ?? '') as keyof typeof snapshot.entities]?.name ?? 'Player';
  const library = await packRepository.libraryFor(campaign.packs);
  const [packId = ''] = campaign.entryPointId.split(':');
  const { prologue } = await readCampaignTexts(campaign, context);
  return {
    id: session.id,
    title: campaign.name,
    narrator: campaign.name,
    persona: nameOf(null),
    language: isRejection(library) ? 'en' : (library.findPack(packId)?.manifest.language ?? 'en'),
    prologue,
    exchanges: told.map((scene) => toExchange(scene, byId.get(scene.turnId ?? ''), nameOf)),
  };
}

const PAGE = 200;

async function readScenes(
  lineage: Parameters<Context['store']['scenes']['along']>[0],
  { store }: Context,
): Promise<readonly SceneRecord[]> {
  const scenes: SceneRecord[] = [];
  for (let after: number | null = null; ; ) {
    const page: Awaited<ReturnType<typeof store.scenes.along>> = await store.scenes.along(lineage, {
      limit: PAGE,
      from: 'start',
      after,
      before: null,
    });
    scenes.push(...page.items);
    after = page.items.at(-1)?.index ?? null;
    if (!page.hasMore || after === null) return scenes;
  }
}

function toExchange(
  { narration, createdAt }: SceneRecord,
  turn: TurnRecord | undefined,
  nameOf: (id: string | null | undefined) => string,
): StoryExchange {
  const input = turn?.input.kind === 'story' ? turn.input : null;
  const player = [input?.chosen ?? '', input?.text ?? ''].filter((text) => text.trim() !== '').join('\n');
  return { persona: nameOf(input?.personaId), player, narration, at: createdAt };
}
