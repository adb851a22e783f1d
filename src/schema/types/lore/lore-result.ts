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
import { builder } from '../../builder.ts';
import { InvalidInput, NotFound } from '../failure.ts';

/** Chunk that retrieval returns. */
const LoreChunk = builder.interfaceRef<FoundChunk>('LoreChunk');

LoreChunk.implement({
  description: 'A stretch of knowledge that was found.',
  resolveType: ({ source }) => (source === 'authored' ? 'AuthoredLoreChunk' : 'HistoryLoreChunk'),
  fields: (t) => ({
    chunkId: t.exposeString('id', { description: 'Its id: `neo_seattle:neon_dragon:history`.' }),
    title: t.exposeString('title', {
      description: 'Where it stands: the headings above it; for history, when and where it happened.',
    }),
    text: t.exposeString('text', { description: 'Content fields.' }),
    tokens: t.exposeInt('tokens', { description: 'What it takes up in a prompt.' }),
    entityIds: t.exposeStringList('entityIds', { description: 'Whom and what it is about.' }),
    locationIds: t.exposeStringList('locationIds', { description: 'The places it is about.' }),
    factionIds: t.exposeStringList('factionIds', { description: 'The factions it is about.' }),
    threadIds: t.exposeStringList('threadIds', { description: 'The threads it belongs to.' }),
    tags: t.exposeStringList('tags', { description: 'What its author filed it under.' }),
  }),
});

builder.objectRef<FoundAuthored>('AuthoredLoreChunk').implement({
  description: 'Something a pack says.',
  interfaces: [LoreChunk],
  fields: (t) => ({
    packId: t.exposeString('packId', {
      description: 'The id of its pack; with `@` and a hash when a campaign plays another version of it.',
    }),
    type: t.exposeString('type', {
      description: 'What kind of thing it speaks of: `location`, `character`.',
    }),
    isHidden: t.exposeBoolean('isHidden', {
      description: 'Whether it is kept from players; never true in what a player is shown.',
    }),
  }),
});

const HistoryKind = builder.enumType('LoreHistoryKind', {
  description: 'What play left behind.',
  values: {
    SUMMARY: { value: 'summary', description: 'What happened in a scene.' },
    FACT: { value: 'fact', description: 'Something that was established.' },
    EVENT: { value: 'event', description: 'An entry of the chronicle.' },
    SESSION_SUMMARY: { value: 'session_summary', description: 'What happened in a sitting.' },
    OBSERVATION: { value: 'observation', description: 'What one character remembers.' },
  } as const,
});

builder.objectRef<FoundHistory>('HistoryLoreChunk').implement({
  description: 'Something that happened in play, on the branch that was asked about.',
  interfaces: [LoreChunk],
  fields: (t) => ({
    kind: t.expose('type', { type: HistoryKind, description: 'Kind.' }),
    sceneIndex: t.int({ description: 'The scene it comes from.', resolve: ({ scene }) => scene.index }),
    ownerId: t.exposeString('ownerId', {
      nullable: true,
      description: 'Whose memory it is; null for what belongs to nobody.',
    }),
  }),
});

const LoreSignal = builder.objectRef<RankingSignal>('LoreSignal').implement({
  description: 'How a chunk did in one of the two rankings.',
  fields: (t) => ({
    rank: t.exposeInt('rank', { description: 'Its place among all candidates; 1 is the best.' }),
    raw: t.exposeFloat('raw', { description: 'As the index gave it: a BM25 score, or a cosine.' }),
    share: t.exposeFloat('share', { description: 'The same from 0 to 1 among the candidates.' }),
  }),
});

const LoreSignals = builder.objectRef<RankingSignals>('LoreSignals').implement({
  description: 'What spoke for a chunk.',
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
      description: 'What a section lends to its overview, or neighbours and episode to a piece of history.',
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
  description: 'What became of a candidate.',
  values: {
    TAKEN: { value: 'taken', description: 'It is among the hits.' },
    OVER_BUDGET: { value: 'over-budget', description: 'Left out: it did not fit into the tokens left.' },
    BEYOND_LIMIT: { value: 'beyond-limit', description: 'Left out: enough better ones were found.' },
  } as const,
});

const LoreCorpusOfChunk = builder.enumType('LoreSource', {
  description: 'Where a chunk comes from.',
  values: {
    AUTHORED: { value: 'authored', description: 'A pack.' },
    HISTORY: { value: 'history', description: 'Play.' },
  } as const,
});

const ConsideredLore = builder.objectRef<ConsideredChunk>('ConsideredLore').implement({
  description: 'A candidate, and why it was taken or left out.',
  fields: (t) => ({
    chunkId: t.exposeString('id', { description: 'Its id.' }),
    source: t.expose('source', { type: LoreCorpusOfChunk, description: 'Source.' }),
    title: t.exposeString('title', { description: 'Where it stands.' }),
    tokens: t.exposeInt('tokens', { description: 'What it would take up.' }),
    score: t.exposeFloat('score', { description: 'All signals together.' }),
    signals: t.expose('signals', { type: LoreSignals, description: 'Scores that ranked it.' }),
    verdict: t.expose('verdict', { type: LoreVerdict, description: 'What became of it.' }),
    why: t.exposeString('why', { description: 'The verdict and its reasons, in a sentence.' }),
  }),
});

const ExcludedLore = builder.objectRef<Explanation['excluded']>('ExcludedLore').implement({
  description: 'How much the filter kept back before anything was ranked.',
  fields: (t) => ({
    byId: t.exposeInt('byId', { description: 'Chunks that were not wanted.' }),
    hidden: t.exposeInt('hidden', {
      nullable: true,
      description: 'Chunks this reader may not see; null: a player is not told how many secrets there are.',
    }),
    otherBranches: t.exposeInt('otherBranches', {
      nullable: true,
      description: 'What happened on other branches; null: a player is not told.',
    }),
  }),
});

const LoreExplanation = builder.objectRef<Explanation>('LoreExplanation').implement({
  description: 'Why a search found what it found.',
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
    excluded: t.expose('excluded', { type: ExcludedLore, description: 'What the filter kept back.' }),
    considered: t.expose('considered', {
      type: [ConsideredLore],
      description: 'Best first: all that were taken and the best of those that were not.',
    }),
  }),
});

const LoreTiming = builder.objectRef<Result['milliseconds']>('LoreTiming').implement({
  description: 'Where the time went, in milliseconds.',
  fields: (t) => ({
    embed: t.exposeFloat('embed', { description: 'Until the question had a vector.' }),
    search: t.exposeFloat('search', { description: 'Everything else.' }),
    total: t.exposeFloat('total', { description: 'Both.' }),
  }),
});

const LoreResult = builder.objectRef<Result>('LoreResult').implement({
  description: 'What was found, best first, within the limit and the token budget.',
  fields: (t) => ({
    hits: t.expose('hits', { type: [LoreHit], description: 'The chunks, best first.' }),
    totalTokens: t.exposeInt('totalTokens', { description: 'What they take up together.' }),
    milliseconds: t.expose('milliseconds', { type: LoreTiming, description: 'Where the time went.' }),
    isHybrid: t.boolean({
      description: 'Whether meanings were compared as well as words.',
      resolve: ({ mode }) => mode.kind === 'hybrid',
    }),
    withoutVectorsBecause: t.string({
      nullable: true,
      description: 'Why words alone were compared; null when meanings were too.',
      resolve: ({ mode }) => (mode.kind === 'hybrid' ? null : mode.because),
    }),
    widened: t.exposeBoolean('widened', {
      description: 'Whether anything was taken that is not about the focus.',
    }),
    explanation: t.expose('explanation', {
      type: LoreExplanation,
      nullable: true,
      description: 'Why it found what it found; null unless `explain` was asked for.',
    }),
  }),
});

/** Result of a lore search, or its failure. */
export const LoreSearchResult = builder.unionType('LoreSearchResult', {
  description: 'What was found, or why nothing was looked for.',
  types: [LoreResult, InvalidInput, NotFound],
  resolveType: (result) => ('failure' in result ? result.failure : 'LoreResult'),
});
