import { NO_FOCUS } from '#retrieval/lore-query.ts';
import type { LoreResult } from '#retrieval/lore-result.ts';
import { AUTHORING_ONLY, builder } from '../../builder.ts';
import type { Context } from '../../context.ts';
import { abbreviate } from '../../errors.ts';
import type { LoreReader, LoreScope } from '../../lore-service.ts';
import { Pack } from '../content/pack.ts';
import { createInvalidInput, createNotFound, type Failure } from '../failure.ts';
import { Session } from '../play/session.ts';
import { VIEW_AS, VIEW_PERSONA } from '../view-as.ts';
import { LoreSearchResult } from './lore-result.ts';

const MOST_CHARACTERS = 100_000;
const MOST_IDS = 100;
const MOST_CHUNKS = 50;
const MOST_TOKENS = 20_000;
const USUAL = { limit: 10, maxTokens: 3_000 };

const LoreCorpus = builder.enumType('LoreCorpus', {
  description: 'Corpus to search.',
  values: {
    AUTHORED: { value: 'authored', description: 'In what packs say.' },
    HISTORY: { value: 'history', description: 'In what happened in play.' },
    ALL: { value: 'all', description: 'In both.' },
  } as const,
});

const FOCUS_PARTS = {
  entityIds: 'People and things.',
  locationIds: 'Places.',
  factionIds: 'Factions.',
  threadIds: 'Threads.',
  tags: 'Tags.',
} as const;

const LoreFocusInput = builder.inputType('LoreFocusInput', {
  description:
    'Subjects of the moment, by their pack or campaign ids. They rank first; other chunks need a better match.',
  fields: (t) => ({
    entityIds: t.idList({ description: FOCUS_PARTS.entityIds }),
    locationIds: t.idList({ description: FOCUS_PARTS.locationIds }),
    factionIds: t.idList({ description: FOCUS_PARTS.factionIds }),
    threadIds: t.idList({ description: FOCUS_PARTS.threadIds }),
    tags: t.stringList({ description: FOCUS_PARTS.tags }),
  }),
});

const LorePlaceInput = builder.inputType('LorePlaceInput', {
  description: 'Source of the lore: exactly one of these.',
  isOneOf: true,
  fields: (t) => ({
    sessionId: t.globalID({
      for: Session,
      description: 'That of a session: the packs of its campaign, and what happened on its branch.',
    }),
    packIds: t.globalIDList({ for: Pack, description: 'That of these packs, with nothing played.' }),
  }),
});

const LoreQueryInput = builder.inputType('LoreQuery', {
  description: 'A question to all that is known.',
  fields: (t) => ({
    text: t.string({
      required: true,
      description: 'The question, in any words. Left empty, the focus alone decides.',
    }),
    in: t.field({ type: LorePlaceInput, required: true, description: 'Source of the lore.' }),
    corpus: t.field({
      subGraphs: AUTHORING_ONLY,
      type: LoreCorpus,
      defaultValue: 'all',
      description: 'Corpus to search.',
    }),
    focus: t.field({
      subGraphs: AUTHORING_ONLY,
      type: LoreFocusInput,
      description: 'Subjects of the moment.',
    }),
    limit: t.int({ defaultValue: USUAL.limit, description: `Most chunks: 1 to ${MOST_CHUNKS}.` }),
    maxTokens: t.int({
      defaultValue: USUAL.maxTokens,
      description: `Most tokens they may take up together: 1 to ${MOST_TOKENS}.`,
    }),
  }),
});

type Input = typeof LoreQueryInput.$inferInput;

/** Searches lore for the viewer. Access follows from the identity of the viewer, never from the query. */
async function searchLore(query: Input, explain: boolean, context: Context): Promise<LoreResult | Failure> {
  const fault = faultOf(query);
  if (fault !== null) return fault;
  const place = await placeOf(query.in, context);
  if ('failure' in place) return place;
  const { text, corpus, limit, maxTokens } = query;
  const asked = { text, corpus: corpus ?? 'all', focus: focusOf(query.focus), explain };
  const within = { limit: limit ?? USUAL.limit, maxTokens: maxTokens ?? USUAL.maxTokens };
  return context.lore.search({ ...asked, ...within, place }, await readerOf(place, context));
}

async function readerOf(place: LoreScope, { access }: Context): Promise<LoreReader> {
  if (place.kind === 'packs') return access.holds('author') ? 'gm' : { personaId: null };
  const standing = await access.standingAt(place.session.id);
  return standing?.role === 'gm' ? 'gm' : { personaId: standing?.personaId ?? null };
}

function faultOf({ text, focus, limit, maxTokens }: Input): Failure | null {
  if (text.length > MOST_CHARACTERS)
    return createInvalidInput(['query', 'text'], `give at most ${MOST_CHARACTERS} characters.`);
  if (limit != null && (limit < 1 || limit > MOST_CHUNKS))
    return createInvalidInput(['query', 'limit'], `give 1 to ${MOST_CHUNKS}.`);
  if (maxTokens != null && (maxTokens < 1 || maxTokens > MOST_TOKENS))
    return createInvalidInput(['query', 'maxTokens'], `give 1 to ${MOST_TOKENS}.`);
  const long = Object.entries(focus ?? {}).find(([, ids]) => (ids?.length ?? 0) > MOST_IDS);
  return long === undefined
    ? null
    : createInvalidInput(['query', 'focus', long[0]], `give at most ${MOST_IDS} ids.`);
}

function focusOf(focus: Input['focus']) {
  const given = Object.entries(focus ?? {}).filter(([, ids]) => ids != null);
  return { ...NO_FOCUS, ...Object.fromEntries(given) };
}

async function placeOf(
  { sessionId, packIds }: Input['in'],
  { library, loaders }: Context,
): Promise<LoreScope | Failure> {
  if (sessionId != null) {
    const session = await loaders.session.load(sessionId.id);
    return session === null
      ? createNotFound(['query', 'in', 'sessionId'], 'there is no such session.')
      : { kind: 'session', session };
  }
  const ids = (packIds ?? []).map(({ id }) => id);
  const unknown = ids.find((id) => library().findPack(id) === null);
  if (unknown !== undefined || ids.length === 0)
    return createNotFound(
      ['query', 'in', 'packIds'],
      unknown === undefined
        ? 'No pack is named; name one that `packs` lists.'
        : `there is no pack ${abbreviate(unknown)}; name one that \`packs\` lists.`,
    );
  return { kind: 'packs', packIds: ids };
}

builder.queryField('lore', (t) =>
  t.field({
    type: LoreSearchResult,
    description:
      'Searches lore by words and by meaning, as far as you may know it: a player finds nothing that packs hide, other characters alone know or other branches hold; the game master of a campaign, and in packs an author, finds everything.',
    args: {
      query: t.arg({ type: LoreQueryInput, required: true, description: 'Search text.' }),
      explain: t.arg.boolean({
        subGraphs: AUTHORING_ONLY,
        defaultValue: false,
        description: 'Whether to tell why each chunk was taken or left out.',
      }),
      as: t.arg(VIEW_AS),
      persona: t.arg(VIEW_PERSONA),
    },
    resolve: (_root, { query, explain }, context) => searchLore(query, explain ?? false, context),
  }),
);
