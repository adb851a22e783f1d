import { z } from 'zod';
import { DiceExpression } from '#engine/rules/dice.ts';
import { removeCondition } from '#engine/srd5e/conditions.ts';
import { getHitPointMaximum } from '#engine/srd5e/derived-numbers.ts';
import {
  revive as bringBack,
  changeExhaustion as change,
  type DamageOutcome,
  grantTemporaryHitPoints as grant,
  heal as regain,
  rollConcentration,
  rollDeathSave,
  stabilize as stop,
  takeDamage,
} from '#engine/srd5e/hit-points.ts';
import type { Srd5eStatBlock } from '#engine/srd5e/stat-block.ts';
import { Srd5eDamageQuality, Srd5eDamageType } from '#engine/srd5e/terms.ts';
import { noteStoppedRegeneration, rollEndurance } from '#engine/srd5e/traits.ts';
import { isRejection, type Rejection, reject } from '#engine/util/rejection.ts';
import { findCharacter } from '../edits/find-records.ts';
import { withEntity } from '../edits/replace-records.ts';
import { removeFromCombat, returnToCombat } from '../edits/scene-members.ts';
import { findStatBlock, withDice, withStatBlock } from '../edits/stat-block.ts';
import { CharacterId } from '../ids.ts';
import { createCharacterNotice } from '../knowledge.ts';
import { defineOperation, type OperationContext, type RollDetails } from '../operation.ts';
import type { Character } from '../record.ts';
import { CharacterStatus } from '../records/entities.ts';
import type { Snapshot } from '../snapshot.ts';
import { getDifficultyShift } from '../state-rules.ts';

/** Sets a creature's hit points: it wakes when it rises from 0, and falls when it is brought there. */
function setCreatureHitPoints(block: Srd5eStatBlock, current: number): Srd5eStatBlock | Rejection {
  const most = getHitPointMaximum(block);
  if (current > most) return reject('too-many-hit-points', `At most ${most} hit points, not ${current}.`);
  if (block.status === 'dead') return current === 0 ? block : bringBack(block, current);
  if (current === 0) return struck(block, block.hit_points.current);
  if (current < block.hit_points.current) return { ...block, hit_points: { ...block.hit_points, current } };
  const healing = regain(block, current - block.hit_points.current);
  return 'rejected' in healing ? healing : healing.block;
}

/** Wakes a creature: gives it at least one hit point and ends its unconsciousness. */
function makeConscious(block: Srd5eStatBlock): Srd5eStatBlock | Rejection {
  const up = setCreatureHitPoints(block, Math.max(1, block.hit_points.current));
  if ('rejected' in up || !up.conditions.some(({ name }) => name === 'unconscious')) return up;
  return removeCondition(up, 'unconscious');
}

/** Makes a creature unconscious and stable. */
function makeUnconscious(block: Srd5eStatBlock): Srd5eStatBlock | Rejection {
  if (block.status === 'dead') return reject('creature-dead', 'The dead are not unconscious.');
  return struck(block, block.hit_points.current, true);
}

/** Kills a creature, however many hit points it has. */
function killCreature(block: Srd5eStatBlock): Srd5eStatBlock | Rejection {
  return block.status === 'dead' ? block : struck(block, block.hit_points.current + block.hit_points.max);
}

/** Deals damage that no defence reduces, so that the amount is exact. */
function struck(block: Srd5eStatBlock, amount: number, knockOut = false): Srd5eStatBlock | Rejection {
  const { resistances, vulnerabilities, immunities, active_effects, conditions } = block;
  const bare: Srd5eStatBlock = {
    ...block,
    resistances: [],
    vulnerabilities: [],
    immunities: [],
    active_effects: [],
    conditions: conditions.filter(({ name }) => name !== 'petrified'),
    hit_points: { ...block.hit_points, temporary: 0 },
  };
  const outcome: DamageOutcome | Rejection = takeDamage(bare, {
    parts: [{ amount, type: 'force' }],
    knockOut,
  });
  if ('rejected' in outcome) return outcome;
  const stone = conditions.filter(({ name }) => name === 'petrified');
  return {
    ...outcome.block,
    resistances,
    vulnerabilities,
    immunities,
    active_effects,
    conditions: [...outcome.block.conditions, ...stone],
  };
}

/** Says that a character wakes, passes out or dies. A stat block follows: its hit points say the same. */
export const setLife = defineOperation({
  name: 'set_life',
  summary: 'Makes a character conscious, unconscious or dead; hit points, if it has any, follow.',
  input: z.strictObject({ characterId: CharacterId, status: CharacterStatus }),

  apply(snapshot, { characterId, status }, context) {
    const character = findCharacter(snapshot, characterId, ['characterId']);
    if ('rejected' in character) return character;
    if (character.status === status) {
      return reject('nothing-to-do', `${character.name} is ${status} already.`, ['status']);
    }
    if (!context.rules.srd5e || Object.keys(character.stats).length === 0) {
      const changed = withEntity(snapshot, { ...character, status });
      const { combat } = changed;
      if (combat === null) return changed;
      if (status === 'dead') return { ...changed, combat: removeFromCombat(combat, characterId) };
      return character.status === 'dead' ? returnToCombat(changed, characterId) : changed;
    }
    const found = findStatBlock(snapshot, characterId, ['characterId'], context);
    if ('rejected' in found) return found;
    const block = inStatus(found.block, status);
    return 'rejected' in block
      ? { ...block, path: ['status'] }
      : withStatBlock(snapshot, found.character, block);
  },
});

function inStatus(block: Srd5eStatBlock, status: Character['status']): Srd5eStatBlock | Rejection {
  switch (status) {
    case 'dead':
      return killCreature(block);
    case 'unconscious':
      return makeUnconscious(block);
    case 'conscious':
      return makeConscious(block);
  }
}

/** Sets current hit points outright, with all that rising from 0 or falling to it means. */
export const setHitPoints = defineOperation({
  name: 'set_hit_points',
  summary: 'Sets the current hit points, from 0 to the maximum; prefer deal_damage and heal, which say why.',
  input: z.strictObject({ characterId: CharacterId, current: z.int().min(0).max(10_000) }),

  apply(snapshot, { characterId, current }, context) {
    const found = findStatBlock(snapshot, characterId, ['characterId'], context);
    if ('rejected' in found) return found;
    if (current === found.block.hit_points.current) {
      return reject('nothing-to-do', `${found.character.name} has ${current} hit points already.`, [
        'current',
      ]);
    }
    const block = setCreatureHitPoints(found.block, current);
    return 'rejected' in block
      ? { ...block, path: ['current'] }
      : withStatBlock(snapshot, found.character, block);
  },
});

/** Amount as a fixed number, or as dice the engine rolls. */
const amountFields = {
  amount: z.int().min(0).max(10_000).optional(),
  dice: DiceExpression.optional().describe('Thrown by the engine: 2d6+3.'),
};

/** Returns the fixed amount or the total of the dice; never less than 0. */
function resolveAmount(
  { amount, dice }: { readonly amount?: number | undefined; readonly dice?: string | undefined },
  purpose: string,
  { roll }: Pick<OperationContext, 'roll'>,
  details: RollDetails = {},
): number | Rejection {
  if ((amount === undefined) === (dice === undefined)) {
    return reject('bad-input', 'Give amount or dice, one of the two.', ['amount']);
  }
  if (dice === undefined) return amount ?? 0;
  const rolled = roll(dice, purpose, details);
  return 'rejected' in rolled ? { ...rolled, path: ['dice'] } : Math.max(0, rolled.total);
}

const FATES: Readonly<Record<DamageOutcome['fate'], string>> = {
  up: '',
  down: ' and lies at 0 hit points',
  fell: ' and falls to 0 hit points',
  knocked_out: ' and is knocked out',
  died: ' and dies',
  endured: ' and stays up with 1 hit point',
};

/** Hurts a character by the SRD: defences, temporary hit points, hit points, then what 0 of them means. */
export const dealDamage = defineOperation({
  name: 'deal_damage',
  summary:
    'Deals damage of a type, as a number or as dice the engine throws; resistances count by themselves.',
  input: z.strictObject({
    targetId: CharacterId,
    ...amountFields,
    type: Srd5eDamageType,
    also: z
      .array(z.strictObject({ amount: z.int().min(0).max(10_000), type: Srd5eDamageType }))
      .max(6)
      .default([])
      .describe('Further damage of the same blow: a sword that also burns.'),
    qualities: z.array(Srd5eDamageQuality).max(3).default([]),
    critical: z.boolean().default(false).describe('Throws twice the dice; an amount is taken as it is.'),
    knockOut: z.boolean().default(false).describe('A melee blow that spares whoever it brings to 0.'),
  }),

  apply(snapshot, { targetId, amount, dice, type, also, ...how }, context) {
    const found = findStatBlock(snapshot, targetId, ['targetId'], context);
    if ('rejected' in found) return found;
    const details = { characterId: targetId, damageType: type };
    const thrown = how.critical && dice !== undefined ? twiceTheDice(dice) : dice;
    const dealt = resolveAmount({ amount, dice: thrown }, 'Damage', context, details);
    if (isRejection(dealt)) return dealt;
    const damage = { parts: [{ amount: dealt, type }, ...also], ...how };
    const struckDown = takeDamage(found.block, damage);
    if ('rejected' in struckDown) return { ...struckDown, path: ['targetId'] };
    const outcome = withDice(context, { characterId: targetId }, (roll) =>
      rollEndurance(found.block, damage, struckDown, roll),
    );
    if ('rejected' in outcome) return outcome;
    const kept = concentrated(outcome, targetId, snapshot, context);
    if ('rejected' in kept) return kept;
    const block = noteStoppedRegeneration(kept, damage);
    const { name } = found.character;
    const types = [...new Set(damage.parts.map((part) => part.type))].join(' and ');
    const text = `${name} takes ${outcome.taken} ${types} damage${FATES[outcome.fate]}.`;
    return {
      snapshot: withStatBlock(snapshot, found.character, block),
      effects: [createCharacterNotice(snapshot, found.character, text)],
    };
  },
});

/** Doubles the dice of a critical hit: `1d8+3` becomes `2d8+3`. Dice that are picked double in number too. */
function twiceTheDice(dice: string): string {
  const doubled = (count: string) => String(2 * (count === '' ? 1 : Number(count)));
  return dice
    .replace(/(\d*)d(?=\d|%|f)/gi, (_dice, count: string) => `${doubled(count)}d`)
    .replace(/(kh|kl|dh|dl)(\d*)/gi, (_picked, rule: string, count: string) => `${rule}${doubled(count)}`);
}

/** Rolls the concentration save of a damaged creature that holds a spell. */
function concentrated(
  { block, concentrationDifficulty }: DamageOutcome,
  characterId: CharacterId,
  snapshot: Snapshot,
  context: OperationContext,
): DamageOutcome['block'] | Rejection {
  if (concentrationDifficulty === null) return block;
  const bonus = getDifficultyShift(snapshot, context.rules, characterId);
  const save = withDice(context, { characterId }, (roll) =>
    rollConcentration(block, concentrationDifficulty, roll, bonus),
  );
  return 'rejected' in save ? save : save.block;
}

/** Gives a character hit points back, up to its maximum; from 0 it wakes. */
export const heal = defineOperation({
  name: 'heal',
  summary: 'Gives hit points back, as a number or as dice the engine throws, never beyond the maximum.',
  input: z.strictObject({ targetId: CharacterId, ...amountFields }),

  apply(snapshot, { targetId, amount, dice }, context) {
    const found = findStatBlock(snapshot, targetId, ['targetId'], context);
    if ('rejected' in found) return found;
    const given = resolveAmount({ amount, dice }, 'Healing', context, { characterId: targetId });
    if (isRejection(given)) return given;
    const healing = regain(found.block, given);
    if ('rejected' in healing) return { ...healing, path: ['targetId'] };
    const text = `${found.character.name} regains ${healing.regained} hit points.`;
    return {
      snapshot: withStatBlock(snapshot, found.character, healing.block),
      effects: [createCharacterNotice(snapshot, found.character, text)],
    };
  },
});

/** Gives a character temporary hit points. They never add up: the larger lot stays. */
export const grantTemporaryHitPoints = defineOperation({
  name: 'grant_temporary_hit_points',
  summary: 'Gives temporary hit points; the larger of the old and the new lot stays, unless replace is true.',
  input: z.strictObject({ targetId: CharacterId, ...amountFields, replace: z.boolean().default(false) }),

  apply(snapshot, { targetId, amount, dice, replace }, context) {
    const found = findStatBlock(snapshot, targetId, ['targetId'], context);
    if ('rejected' in found) return found;
    const given = resolveAmount({ amount, dice }, 'Temporary hit points', context, { characterId: targetId });
    if (isRejection(given)) return given;
    const block = grant(found.block, given, replace ? 'new' : 'larger');
    return 'rejected' in block
      ? { ...block, path: ['targetId'] }
      : withStatBlock(snapshot, found.character, block);
  },
});

const RESULTS = {
  success: 'holds on',
  failure: 'slips further away',
  two_failures: 'slips much further away',
  stable: 'is stable',
  died: 'dies',
  awake: 'comes to with 1 hit point',
} as const;

/** Rolls the death save of a dying character with the engine's dice. */
export const makeDeathSave = defineOperation({
  name: 'make_death_save',
  summary: 'Throws the death save of a dying character.',
  input: z.strictObject({ characterId: CharacterId }),

  apply(snapshot, { characterId }, context) {
    const found = findStatBlock(snapshot, characterId, ['characterId'], context);
    if ('rejected' in found) return found;
    const save = withDice(context, { characterId }, (roll) => rollDeathSave(found.block, roll));
    if ('rejected' in save) return { ...save, path: ['characterId'] };
    return {
      snapshot: withStatBlock(snapshot, found.character, save.block),
      effects: [
        createCharacterNotice(snapshot, found.character, `${found.character.name} ${RESULTS[save.result]}.`),
      ],
    };
  },
});

/** Ends the dying of a character without waking it: by magic, by a kit, by first aid that worked. */
export const stabilize = defineOperation({
  name: 'stabilize',
  summary: 'Makes a dying character stable; it stays unconscious.',
  input: z.strictObject({ characterId: CharacterId }),

  apply(snapshot, { characterId }, context) {
    const found = findStatBlock(snapshot, characterId, ['characterId'], context);
    if ('rejected' in found) return found;
    const block = stop(found.block);
    return 'rejected' in block
      ? { ...block, path: ['characterId'] }
      : withStatBlock(snapshot, found.character, block);
  },
});

/** Brings the dead back. */
export const revive = defineOperation({
  name: 'revive',
  summary: 'Brings a dead character back with some hit points.',
  input: z.strictObject({ characterId: CharacterId, hitPoints: z.int().min(1).max(10_000).default(1) }),

  apply(snapshot, { characterId, hitPoints }, context) {
    const found = findStatBlock(snapshot, characterId, ['characterId'], context);
    if ('rejected' in found) return found;
    const block = bringBack(found.block, hitPoints);
    return 'rejected' in block
      ? { ...block, path: ['characterId'] }
      : withStatBlock(snapshot, found.character, block);
  },
});

/** Tires a character out, or lets it recover. The sixth level kills. */
export const changeExhaustion = defineOperation({
  name: 'change_exhaustion',
  summary: 'Adds levels of exhaustion (0 to 6) or takes some away.',
  input: z.strictObject({
    characterId: CharacterId,
    by: z
      .int()
      .min(-6)
      .max(6)
      .refine((by) => by !== 0, 'by how many levels, not 0'),
  }),

  apply(snapshot, { characterId, by }, context) {
    const found = findStatBlock(snapshot, characterId, ['characterId'], context);
    if ('rejected' in found) return found;
    const block = change(found.block, by);
    return 'rejected' in block
      ? { ...block, path: ['characterId'] }
      : withStatBlock(snapshot, found.character, block);
  },
});
