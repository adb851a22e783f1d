import { z } from 'zod';
import { reject } from '#engine/kit/rejection.ts';
import { defineOperation } from '../operation.ts';
import { plantedByModel } from '../parts/plans.ts';
import { Line, Name, Slug, Tags } from '../records/bounds.ts';
import { Visibility } from '../records/knowledge.ts';
import { StoredProposals } from '../records/stored-proposal.ts';

const Trigger = z.strictObject({
  at: z.int().min(1).max(1000),
  description: Line,
  operations: StoredProposals.default([]),
});

/** Begins to count something. */
export const startClock = defineOperation({
  name: 'start_clock',
  summary: 'Starts a clock of some segments, hidden from players unless its visibility says otherwise.',
  input: z.strictObject({
    clockId: Slug,
    name: Name,
    max: z.int().min(1).max(1000),
    visibility: Visibility.default('hidden'),
    triggers: z.array(Trigger).max(20).default([]),
    tags: Tags.default([]),
  }),

  apply(snapshot, { clockId, name, max, visibility, triggers, tags }, context) {
    if (snapshot.clocks[clockId] !== undefined) {
      return reject('already-there', `There is a clock ${clockId} already; tick it instead.`, ['clockId']);
    }
    const beyond = triggers.find(({ at }) => at > max);
    if (beyond !== undefined) {
      return reject(
        'trigger-out-of-reach',
        `A trigger at ${beyond.at} is beyond the clock's ${max} segments.`,
        ['triggers'],
      );
    }
    const planted = plantedByModel(
      triggers.flatMap(({ operations }) => operations),
      context,
      ['triggers'],
    );
    if (planted !== null) return planted;

    const clock = {
      id: clockId,
      name,
      value: 0,
      max,
      triggers: triggers.map((trigger) => ({ ...trigger, fired: false })),
      tags,
      visibility,
      knownTo: [],
      origin: 'campaign' as const,
    };
    return { ...snapshot, clocks: { ...snapshot.clocks, [clockId]: clock } };
  },
});
