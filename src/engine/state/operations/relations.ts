import { z } from 'zod';
import { reject } from '#engine/util/rejection.ts';
import { findCharacter } from '../edits/find-records.ts';
import { omitKey } from '../edits/replace-records.ts';
import type { Effect } from '../effect.ts';
import { CharacterId, toPairKey } from '../ids.ts';
import { defineOperation } from '../operation.ts';
import { Line, Slug } from '../records/field-types.ts';
import { INTENSITY_MAX, RELATION_MAX } from '../records/relations.ts';
import { Visibility } from '../visibility.ts';

const Delta = z.int().min(-RELATION_MAX).max(RELATION_MAX).default(0);

/** Strangers: neither trusted nor mistrusted. */
const STRANGERS = { trust: 5, tension: 0, closeness: 0 };

const within = (strength: number) => Math.min(RELATION_MAX, Math.max(0, strength));

/** Moves how two characters stand to each other; each measure stays within 0 and 10. */
export const adjustRelation = defineOperation({
  name: 'adjust_relation',
  summary: 'Moves trust, tension or closeness (0 to 10) between two characters up or down.',
  input: z.strictObject({
    oneId: CharacterId,
    otherId: CharacterId,
    trust: Delta,
    tension: Delta,
    closeness: Delta,
    reason: Line.optional().describe('What brought it about, for the game master.'),
  }),

  apply(snapshot, { oneId, otherId, trust, tension, closeness, reason }) {
    if (oneId === otherId)
      return reject('same-character', 'A relation is between two characters.', ['otherId']);
    const one = findCharacter(snapshot, oneId, ['oneId']);
    if ('rejected' in one) return one;
    const other = findCharacter(snapshot, otherId, ['otherId']);
    if ('rejected' in other) return other;

    const pair = toPairKey(oneId, otherId);
    const before = snapshot.relations[pair] ?? null;
    const start = before ?? STRANGERS;
    const [low, high] = oneId < otherId ? [oneId, otherId] : [otherId, oneId];
    const after = {
      low,
      high,
      trust: within(start.trust + trust),
      tension: within(start.tension + tension),
      closeness: within(start.closeness + closeness),
    };
    const moved =
      after.trust !== start.trust || after.tension !== start.tension || after.closeness !== start.closeness;
    if (!moved) return reject('nothing-to-do', `Nothing changes between ${one.name} and ${other.name}.`);
    return {
      snapshot: { ...snapshot, relations: { ...snapshot.relations, [pair]: after } },
      effects: [
        { type: 'relation-changed', pair, before, after },
        ...(reason === undefined ? [] : [tellReason(`${one.name} and ${other.name}`, start, after, reason)]),
      ],
    };
  },
});

const MEASURES = ['trust', 'tension', 'closeness'] as const;

function tellReason(
  pair: string,
  before: typeof STRANGERS,
  after: typeof STRANGERS,
  reason: string,
): Extract<Effect, { type: 'notice' }> {
  const moved = MEASURES.filter((measure) => before[measure] !== after[measure]);
  const changes = moved.map((measure) => `${measure} ${before[measure]} to ${after[measure]}`);
  return { type: 'notice', audience: 'gm', text: `${pair}: ${changes.join(', ')} (${reason}).` };
}

/** Says what one character is to another. Intensity 0 ends it. */
export const setRelationship = defineOperation({
  name: 'set_relationship',
  summary: 'Says what one character is to another (debtor, mother) and how strongly, -10 to 10; 0 ends it.',
  input: z.strictObject({
    fromId: CharacterId,
    toId: CharacterId,
    type: Slug,
    intensity: z.int().min(-INTENSITY_MAX).max(INTENSITY_MAX),
    notes: Line.optional(),
    visibility: Visibility.optional(),
  }),

  apply(snapshot, { fromId, toId, type, intensity, notes, visibility }) {
    if (fromId === toId)
      return reject('same-character', 'A relationship is between two characters.', ['toId']);
    const from = findCharacter(snapshot, fromId, ['fromId']);
    if ('rejected' in from) return from;
    const to = findCharacter(snapshot, toId, ['toId']);
    if ('rejected' in to) return to;

    const key = `${fromId}|${toId}|${type}`;
    const before = snapshot.relationships[key];
    if (intensity === 0) {
      if (before === undefined)
        return reject('nothing-there', `${from.name} is no ${type} of ${to.name}.`, ['type']);
      return { ...snapshot, relationships: omitKey(snapshot.relationships, key) };
    }
    const relationship = {
      ...(before ?? { fromId, toId, type, origin: 'campaign' as const }),
      intensity,
      notes: notes ?? before?.notes ?? '',
      visibility: visibility ?? before?.visibility ?? 'hidden',
    };
    return { ...snapshot, relationships: { ...snapshot.relationships, [key]: relationship } };
  },
});
