import { z } from 'zod';
import { toApiView, View } from '../story/follow-turn.ts';
import { defineTool, ToolFailure } from './tool.ts';
import { FAILURE_FIELDS } from './turn-tools.ts';

const LORE = /* GraphQL */ `
  query McpLore($query: LoreQuery!, $as: ViewAs) {
    lore(query: $query, as: $as) {
      ... on LoreResult { hits { score chunk { id title text } } }
      ${FAILURE_FIELDS}
    }
  }
`;
const Hit = z.object({
  score: z.number(),
  chunk: z.object({ id: z.string(), title: z.string(), text: z.string() }),
});
const Found = z.object({
  lore: z.object({ hits: z.array(Hit).optional(), message: z.string().optional() }),
});

export const searchLore = defineTool({
  name: 'search_lore',
  title: 'Search lore',
  description:
    'Searches what is written about the world, and what has happened in a session, by words and by meaning. A player finds only what the persona may know.',
  isReadOnly: true,
  input: z.strictObject({
    text: z.string().min(1).describe('What to look for.'),
    sessionId: z.string().optional().describe('Search in the world and history of this session.'),
    packIds: z.array(z.string()).min(1).optional().describe('Search in these packs, instead of a session.'),
    limit: z.int().min(1).max(50).default(8).describe('Most passages to return.'),
    view: View,
  }),
  output: z.object({ hits: z.array(Hit) }),
  run: async ({ text, sessionId, packIds, limit, view }, { api }) => {
    if ((sessionId === undefined) === (packIds === undefined)) {
      throw new ToolFailure('sessionId, packIds: give one of them, and only one.');
    }
    const place = sessionId === undefined ? { packIds } : { sessionId };
    const query = { text, limit, in: place };
    const { hits, message } = (await api.ask(LORE, { query, as: toApiView(view) }, Found)).lore;
    if (hits === undefined) throw new ToolFailure(message ?? 'The lore could not be searched.');
    const passages = hits.map(({ chunk }) => `${chunk.title}\n${chunk.text}`);
    return { text: passages.join('\n\n') || 'Nothing was found.', data: { hits } };
  },
});

const CHECK = /* GraphQL */ `
  query McpCheckPack($packId: ID!) {
    checkPack(as: AUTHOR, input: { packId: $packId }) {
      ... on PackReport {
        isPlayable
        problems { packId file line column field severity code message advice }
      }
      ${FAILURE_FIELDS}
    }
  }
`;
const PackProblem = z.object({
  packId: z.string(),
  file: z.string(),
  line: z.number(),
  column: z.number(),
  field: z.string(),
  severity: z.string(),
  code: z.string(),
  message: z.string(),
  advice: z.string(),
});
const PackReport = z.object({ isPlayable: z.boolean(), problems: z.array(PackProblem) });
const Checked = z.object({
  checkPack: PackReport.partial().extend({ message: z.string().optional() }),
});

export const checkPack = defineTool({
  name: 'check_pack',
  title: 'Check a pack',
  description:
    'Checks a content pack and lists each problem with its file, line, field and cure. For authors: problems may quote secrets of the story.',
  isReadOnly: true,
  input: z.strictObject({ packId: z.string().min(1).describe('Id of the pack, for example motel_verse.') }),
  output: PackReport,
  run: async ({ packId }, { api }) => {
    const { isPlayable, problems, message } = (await api.authoring.ask(CHECK, { packId }, Checked)).checkPack;
    if (isPlayable === undefined || problems === undefined) {
      throw new ToolFailure(message ?? 'The pack could not be checked.');
    }
    const lines = problems.map(
      ({ severity, file, line, column, field, message: fault, advice }) =>
        `${severity} ${file}:${line}:${column} ${field}: ${fault} ${advice}`,
    );
    const verdict = isPlayable ? `${packId} can be played.` : `${packId} cannot be played.`;
    return { text: [verdict, ...lines].join('\n'), data: { isPlayable, problems } };
  },
});
