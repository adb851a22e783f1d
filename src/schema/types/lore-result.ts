import type { LoreResult as Result } from '#retrieval/lore-result.ts';
import { builder } from '../builder.ts';
import { InvalidInput, NotFound } from './failure.ts';
import { LoreExplanation } from './lore-explanation.ts';
import { LoreHit } from './lore-hit.ts';

const LoreTiming = builder.objectRef<Result['milliseconds']>('LoreTiming').implement({
  description: 'Where the time went, in milliseconds.',
  fields: (t) => ({
    embed: t.exposeFloat('embed', { description: 'Until the question had a vector.' }),
    search: t.exposeFloat('search', { description: 'Everything else.' }),
    total: t.exposeFloat('total', { description: 'Both.' }),
  }),
});

export const LoreResult = builder.objectRef<Result>('LoreResult').implement({
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

/** What a search for lore gives. */
export const LoreSearchResult = builder.unionType('LoreSearchResult', {
  description: 'What was found, or why nothing was looked for.',
  types: [LoreResult, InvalidInput, NotFound],
  resolveType: (result) => ('failure' in result ? result.failure : 'LoreResult'),
});
