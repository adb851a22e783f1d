import type { ConsideredChunk, LoreExplanation as Explanation } from '#retrieval/lore-result.ts';
import { builder } from '../builder.ts';
import { LoreSignals } from './lore-hit.ts';

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
    source: t.expose('source', { type: LoreCorpusOfChunk, description: 'Where it comes from.' }),
    title: t.exposeString('title', { description: 'Where it stands.' }),
    tokens: t.exposeInt('tokens', { description: 'What it would take up.' }),
    score: t.exposeFloat('score', { description: 'All signals together.' }),
    signals: t.expose('signals', { type: LoreSignals, description: 'What spoke for it.' }),
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

export const LoreExplanation = builder.objectRef<Explanation>('LoreExplanation').implement({
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
