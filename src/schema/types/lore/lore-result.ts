import type {
  ConsideredChunk,
  LoreExplanation as Explanation,
  FoundAuthored,
  FoundChunk,
  FoundHistory,
  LoreHit as Hit,
  RankingSignal,
  RankingSignals,
  LoreResult as Result,
} from '#retrieval/lore-result.ts';
import { AUTHORING_ONLY, builder } from '../../builder.ts';
import { Forbidden, InvalidInput, NotFound } from '../failure.ts';

/** Chunk that retrieval returns. */
const LoreChunk = builder.interfaceRef<FoundChunk>('LoreChunk');

LoreChunk.implement({
  description: 'Passage of lore that was found.',
  resolveType: ({ source }) => (source === 'authored' ? 'AuthoredLoreChunk' : 'HistoryLoreChunk'),
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Its id: `neo_seattle:neon_dragon:history`.' }),
    title: t.exposeString('title', {
      description: 'Headings above it; for history, time and place of the event.',
    }),
    text: t.exposeString('text', { description: 'Text of the chunk.' }),
    tokens: t.exposeInt('tokens', { description: 'Size in a prompt, in tokens.' }),
    entityIds: t.exposeIDList('entityIds', { description: 'Characters and things it is about.' }),
    locationIds: t.exposeIDList('locationIds', { description: 'The places it is about.' }),
    factionIds: t.exposeIDList('factionIds', { description: 'The factions it is about.' }),
    threadIds: t.exposeIDList('threadIds', { description: 'The threads it belongs to.' }),
    tags: t.exposeStringList('tags', { description: 'Tags set by its author.' }),
  }),
});

builder.objectRef<FoundAuthored>('AuthoredLoreChunk').implement({
  description: 'Something a pack says.',
  interfaces: [LoreChunk],
  fields: (t) => ({
    packId: t.exposeID('packId', {
      description: 'The id of its pack; with `@` and a hash when a campaign plays another version of it.',
    }),
    type: t.exposeString('type', {
      description: 'Kind of its subject: `location`, `character`.',
    }),
    isHidden: t.exposeBoolean('isHidden', {
      description: 'Whether it is kept from players; never true in what a player is shown.',
    }),
  }),
});

const HistoryKind = builder.enumType('LoreHistoryKind', {
  description: 'Kind of record created by play.',
  values: {
    SUMMARY: { value: 'summary', description: 'Events of a scene.' },
    FACT: { value: 'fact', description: 'Something that was established.' },
    EVENT: { value: 'event', description: 'An entry of the chronicle.' },
    SESSION_SUMMARY: { value: 'session_summary', description: 'Events of a session.' },
    OBSERVATION: { value: 'observation', description: 'Memory of one character.' },
  } as const,
});

builder.objectRef<FoundHistory>('HistoryLoreChunk').implement({
  description: 'Something that happened in play, on the branch that was asked about.',
  interfaces: [LoreChunk],
  fields: (t) => ({
    kind: t.expose('type', { type: HistoryKind, description: 'Kind.' }),
    sceneIndex: t.int({ description: 'The scene it comes from.', resolve: ({ scene }) => scene.index }),
    ownerId: t.exposeID('ownerId', {
      nullable: true,
      description: 'Character who remembers it; null for shared history.',
    }),
  }),
});

const LoreSignal = builder.objectRef<RankingSignal>('LoreSignal').implement({
  description: 'Position of a chunk in one of the two rankings.',
  fields: (t) => ({
    rank: t.exposeInt('rank', { description: 'Its place among all candidates; 1 is the best.' }),
    raw: t.exposeFloat('raw', { description: 'As the index gave it: a BM25 score, or a cosine.' }),
    share: t.exposeFloat('share', { description: 'The same from 0 to 1 among the candidates.' }),
  }),
});

const LoreSignals = builder.objectRef<RankingSignals>('LoreSignals').implement({
  subGraphs: AUTHORING_ONLY,
  description: 'Scores that ranked a chunk.',
  fields: (t) => ({
    fullText: t.expose('fullText', {
      type: LoreSignal,
      nullable: true,
      description: 'By its words; null when none of them is in it.',
    }),
    vector: t.expose('vector', {
      type: LoreSignal,
      nullable: true,
      description: 'By its meaning; null when it was not among the nearest, or has no vector yet.',
    }),
    kin: t.exposeFloat('kin', {
      description: 'Score a section adds to its overview, or neighbours and episode to a piece of history.',
    }),
    inFocus: t.exposeBoolean('inFocus', { description: 'Whether it is about what the moment is about.' }),
  }),
});

const LoreHit = builder.objectRef<Hit>('LoreHit').implement({
  description: 'A chunk that was found, with what spoke for it.',
  fields: (t) => ({
    chunk: t.expose('chunk', { type: LoreChunk, description: 'The chunk.' }),
    score: t.exposeFloat('score', {
      description: 'All signals together; comparable within one search only.',
    }),
    signals: t.expose('signals', { type: LoreSignals, description: 'Scores that ranked it.' }),
  }),
});

const LoreVerdict = builder.enumType('LoreVerdict', {
  description: 'Outcome for a candidate.',
  values: {
    TAKEN: { value: 'taken', description: 'It is among the hits.' },
    OVER_BUDGET: { value: 'over-budget', description: 'Left out: it did not fit into the tokens left.' },
    BEYOND_LIMIT: { value: 'beyond-limit', description: 'Left out: enough better ones were found.' },
    KEPT_OUT: { value: 'kept-out', description: 'Left out: its `keys_also` does not hold.' },
  } as const,
});

const LoreCorpusOfChunk = builder.enumType('LoreSource', {
  description: 'Source of a chunk.',
  values: {
    AUTHORED: { value: 'authored', description: 'A pack.' },
    HISTORY: { value: 'history', description: 'Play.' },
  } as const,
});

const ConsideredLore = builder.objectRef<ConsideredChunk>('ConsideredLore').implement({
  description: 'A candidate, and why it was taken or left out.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Its id.' }),
    source: t.expose('source', { type: LoreCorpusOfChunk, description: 'Source.' }),
    title: t.exposeString('title', { description: 'Headings above it.' }),
    tokens: t.exposeInt('tokens', { description: 'Size in a prompt, in tokens.' }),
    score: t.exposeFloat('score', { description: 'All signals together.' }),
    signals: t.expose('signals', { type: LoreSignals, description: 'Scores that ranked it.' }),
    verdict: t.expose('verdict', { type: LoreVerdict, description: 'Outcome.' }),
    why: t.exposeString('why', { description: 'The verdict and its reasons, in a sentence.' }),
  }),
});

const ExcludedLore = builder.objectRef<Explanation['excluded']>('ExcludedLore').implement({
  description: 'Chunks the filter removed before ranking.',
  fields: (t) => ({
    byId: t.exposeInt('byId', { description: 'Chunks that were not wanted.' }),
    hidden: t.exposeInt('hidden', {
      nullable: true,
      description: 'Chunks this reader may not see; null: a player is not told how many secrets there are.',
    }),
    otherBranches: t.exposeInt('otherBranches', {
      nullable: true,
      description: 'Chunks from other branches; null for players.',
    }),
  }),
});

const LoreExplanation = builder.objectRef<Explanation>('LoreExplanation').implement({
  subGraphs: AUTHORING_ONLY,
  description: 'Explanation of a search result.',
  fields: (t) => ({
    words: t.exposeString('words', {
      description: 'The words the full text was asked for, once empty ones were dropped.',
    }),
    visible: t.exposeInt('visible', {
      description: 'Chunks this reader may see in the packs and on the branch, before anything was ranked.',
    }),
    inFocus: t.exposeInt('inFocus', {
      description: 'Of these, how many are about what the moment is about.',
    }),
    excluded: t.expose('excluded', { type: ExcludedLore, description: 'Chunks the filter removed.' }),
    considered: t.expose('considered', {
      type: [ConsideredLore],
      description: 'Best first: all that were taken and the best of those that were not.',
    }),
  }),
});

const LoreTiming = builder.objectRef<Result['milliseconds']>('LoreTiming').implement({
  subGraphs: AUTHORING_ONLY,
  description: 'Time per phase, in milliseconds.',
  fields: (t) => ({
    embed: t.exposeFloat('embed', { description: 'Until the question had a vector.' }),
    search: t.exposeFloat('search', { description: 'Everything else.' }),
    total: t.exposeFloat('total', { description: 'Both.' }),
  }),
});

const LoreResult = builder.objectRef<Result>('LoreResult').implement({
  description: 'Chunks found, best first, within the limit and the token budget.',
  fields: (t) => ({
    hits: t.expose('hits', { type: [LoreHit], description: 'The chunks, best first.' }),
    totalTokens: t.exposeInt('totalTokens', { description: 'Total size in tokens.' }),
    milliseconds: t.expose('milliseconds', { type: LoreTiming, description: 'Time per phase.' }),
    isHybrid: t.boolean({
      description: 'Whether meanings were compared as well as words.',
      resolve: ({ mode }) => mode.kind === 'hybrid',
    }),
    withoutVectorsBecause: t.string({
      nullable: true,
      description: 'Reason for a search by words alone; null when meanings were compared too.',
      resolve: ({ mode }) => (mode.kind === 'hybrid' ? null : mode.because),
    }),
    widened: t.exposeBoolean('widened', {
      description: 'Whether anything was taken that is not about the focus.',
    }),
    explanation: t.expose('explanation', {
      type: LoreExplanation,
      nullable: true,
      description: 'Explanation of the result; null unless `explain` was requested.',
    }),
  }),
});

/** Result of a lore search, or its failure. */
export const LoreSearchResult = builder.unionType('LoreSearchResult', {
  description: 'Result of a lore search, or the reason it was rejected.',
  types: [LoreResult, InvalidInput, NotFound, Forbidden],
  resolveType: (result) => ('failure' in result ? result.failure : 'LoreResult'),
});
