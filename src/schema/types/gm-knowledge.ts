import type { Snapshot } from '#engine/state/snapshot.ts';
import { builder } from '../builder.ts';
import { wordEnum } from '../word-enum.ts';

type Knowledge = Pick<Snapshot['threads'][string], 'visibility' | 'knownTo'>;

export const RecordVisibility = wordEnum('RecordVisibility', 'Who may know of a record.', {
  public: 'Everybody in the campaign.',
  hidden: 'Those who have found it out, and nobody else.',
  gm: 'The game master alone, for ever.',
});

/** What every record that can be kept from players says about that. */
export const GmKnowledge = builder.interfaceRef<Knowledge>('GmKnowledge');

GmKnowledge.implement({
  description: 'Who knows of a record.',
  fields: (t) => ({
    visibility: t.field({
      type: RecordVisibility,
      description: 'Who may know of it.',
      resolve: ({ visibility }) => visibility,
    }),
    knownTo: t.exposeStringList('knownTo', {
      description: 'The personas that have found it out, by their ids.',
    }),
  }),
});
