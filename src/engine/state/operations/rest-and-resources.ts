import { z } from 'zod';
import { clampCost } from '#engine/rules/elapsed-time.ts';
import { heal } from '#engine/srd5e/hit-points.ts';
import {
  restoreResource as restore,
  Srd5eResource,
  spendResource as spend,
} from '#engine/srd5e/resources.ts';
import { takeLongRest, takeShortRest } from '#engine/srd5e/rests.ts';
import { Srd5eHitDie, Srd5eSpellLevel } from '#engine/srd5e/terms.ts';
import { omitUndefined } from '#engine/util/omit-undefined.ts';
import { type Rejection, reject } from '#engine/util/rejection.ts';
import { addMicroseconds } from '#engine/util/world-time.ts';
import { findCharacter } from '../edits/find-records.ts';
import { findStatBlock, withDice, withStatBlock } from '../edits/stat-block.ts';
import { setWorldTime } from '../edits/world-time.ts';
import { CharacterId } from '../ids.ts';
import { defineOperation, type OperationContext } from '../operation.ts';
import type { Snapshot } from '../snapshot.ts';

/** Spends something a character has so much of, all or nothing. */
export const spendResource = defineOperation({
  name: 'spend_resource',
  summary:
    'Spends hit dice, spell slots, class features, consumables, gold or inspiration; all of the amount or nothing.',
  input: z.strictObject({
    characterId: CharacterId,
    resource: Srd5eResource,
    amount: z.int().min(1).max(1_000_000).default(1),
  }),

  apply(snapshot, { characterId, resource, amount }, context) {
    const found = findStatBlock(snapshot, characterId, ['characterId'], context);
    if ('rejected' in found) return found;
    const block = spend(found.block, resource, amount);
    return 'rejected' in block ? block : withStatBlock(snapshot, found.character, block);
  },
});

/** Gives a character back what it spent. */
export const restoreResource = defineOperation({
  name: 'restore_resource',
  summary:
    'Gives back hit dice, spell slots, class features, consumables, gold or inspiration, never beyond the total.',
  input: z.strictObject({
    characterId: CharacterId,
    resource: Srd5eResource,
    amount: z.int().min(1).max(1_000_000).default(1),
  }),

  apply(snapshot, { characterId, resource, amount }, context) {
    const found = findStatBlock(snapshot, characterId, ['characterId'], context);
    if ('rejected' in found) return found;
    const block = restore(found.block, resource, amount);
    return 'rejected' in block ? block : withStatBlock(snapshot, found.character, block);
  },
});

const Dice = z.partialRecord(Srd5eHitDie, z.int().min(0).max(20));
const Slots = z.partialRecord(Srd5eSpellLevel, z.int().min(0).max(5));

const Rester = z.strictObject({
  characterId: CharacterId,
  spend: Dice.optional().describe('Hit dice to spend in a short rest, by size.'),
  recover: z
    .strictObject({ feature: z.enum(['arcane_recovery', 'natural_recovery']), slots: Slots })
    .optional()
    .describe('Spell slots a wizard or druid draws back in a short rest.'),
});
type Rester = z.output<typeof Rester>;

const Input = z.strictObject({
  kind: z.enum(['short', 'long']),
  resters: z.array(Rester).min(1).max(32),
  ateAndDrank: z.boolean().default(true),
});
type Rest = z.output<typeof Input>;

/**
 * Lets characters rest for an hour or a night: time passes, and they recover by the rules. All of them recover, or
 * none.
 */
export const takeRest = defineOperation({
  name: 'take_rest',
  summary: 'Lets characters take a short or a long rest together; world time passes with it.',
  input: Input,

  apply(snapshot, rest, context) {
    if (snapshot.combat !== null) return reject('in-combat', 'Nobody rests while the fight goes on.');
    const refused = findRestRefusal(snapshot, rest.kind, context);
    if (refused !== null) return refused;
    const cost = clampCost(rest.kind === 'short' ? 'short_rest' : 'long_rest', null, {
      costs: context.rules.timeCosts,
    });
    if ('rejected' in cost) return cost;
    const rested = setWorldTime(snapshot, addMicroseconds(snapshot.time, cost.microseconds));
    let next: Snapshot | Rejection = rested.snapshot;
    for (const at of rest.resters.keys()) {
      next = oneRests(next, rest, at, context);
      if ('rejected' in next) return next;
    }
    return { snapshot: next, effects: rested.effects };
  },
});

/** Refuses a rest where the scene's state allows none, by the ruleset. A game master may grant one anywhere. */
function findRestRefusal(
  { rulesetState }: Snapshot,
  kind: Rest['kind'],
  { rules, asker }: OperationContext,
): Rejection | null {
  const { rests } = rules.mechanics;
  const allowed = rests?.[kind];
  if (rests === undefined || allowed === undefined || asker === 'gm' || asker === 'god') return null;
  const here = rulesetState[rests.path];
  if (here === undefined || allowed.some((value) => value === here)) return null;
  // The value stays untold: players may not be meant to see it.
  return reject('no-rest-here', `No ${kind} rest can be had at this place.`, ['kind']);
}

function oneRests(
  snapshot: Snapshot,
  rest: Rest,
  at: number,
  context: OperationContext,
): Snapshot | Rejection {
  const rester = rest.resters[at];
  if (rester === undefined) return snapshot;
  const path = ['resters', at, 'characterId'];
  const character = findCharacter(snapshot, rester.characterId, path);
  if ('rejected' in character) return character;
  // Without a stat block there is nothing to recover; the time still passes.
  if (!context.rules.srd5e || Object.keys(character.stats).length === 0) return snapshot;
  const found = findStatBlock(snapshot, rester.characterId, path, context);
  if ('rejected' in found) return found;
  if (rest.kind === 'long' && found.block.status === 'stable') return wakeStable(snapshot, found);
  const outcome =
    rest.kind === 'long'
      ? takeLongRest(found.block, { endsAt: snapshot.time, ateAndDrank: rest.ateAndDrank })
      : withDice(context, { characterId: rester.characterId }, (roll) =>
          takeShortRest(
            found.block,
            omitUndefined({ spend: rester.spend && omitUndefined(rester.spend), recover: recovery(rester) }),
            roll,
          ),
        );
  return 'rejected' in outcome
    ? { ...outcome, path }
    : withStatBlock(snapshot, found.character, outcome.block);
}

/** Wakes a stable creature with 1 hit point in the hours of a long rest, which does it no more good than that. */
function wakeStable(
  snapshot: Snapshot,
  { character, block }: Exclude<ReturnType<typeof findStatBlock>, Rejection>,
): Snapshot | Rejection {
  const healing = heal(block, 1);
  return 'rejected' in healing ? healing : withStatBlock(snapshot, character, healing.block);
}

function recovery({ recover }: Rester) {
  return recover && { feature: recover.feature, slots: omitUndefined(recover.slots) };
}
