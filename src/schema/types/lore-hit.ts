import type { LoreHit as Hit, Signal, Signals } from '#retrieval/lore-result.ts';
import { builder } from '../builder.ts';
import { LoreChunk } from './lore-chunk.ts';

const LoreSignal = builder.objectRef<Signal>('LoreSignal').implement({
  description: 'How a chunk did in one of the two rankings.',
  fields: (t) => ({
    rank: t.exposeInt('rank', { description: 'Its place among all candidates; 1 is the best.' }),
    raw: t.exposeFloat('raw', { description: 'As the index gave it: a BM25 score, or a cosine.' }),
    share: t.exposeFloat('share', { description: 'The same from 0 to 1 among the candidates.' }),
  }),
});

export const LoreSignals = builder.objectRef<Signals>('LoreSignals').implement({
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

export const LoreHit = builder.objectRef<Hit>('LoreHit').implement({
  description: 'A chunk that was found, with what spoke for it.',
  fields: (t) => ({
    chunk: t.expose('chunk', { type: LoreChunk, description: 'The chunk.' }),
    score: t.exposeFloat('score', {
      description: 'All signals together; comparable within one search only.',
    }),
    signals: t.expose('signals', { type: LoreSignals, description: 'What spoke for it.' }),
  }),
});
