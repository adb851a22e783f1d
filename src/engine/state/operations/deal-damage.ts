import { z } from 'zod';
import { isRejection, type Rejection } from '#engine/kit/rejection.ts';
import { rollConcentration } from '#engine/rules/srd5e-concentration.ts';
import { type DamageOutcome, takeDamage } from '#engine/rules/srd5e-damage.ts';
import { Srd5eDamageQuality, Srd5eDamageType } from '#engine/rules/srd5e-damage-type.ts';
import { CharacterId } from '../ids.ts';
import { defineOperation, type OperationContext } from '../operation.ts';
import { amountFields, amountOf } from '../parts/amount-of.ts';
import { noticeAbout } from '../parts/notice-about.ts';
import { statBlockOf, withDice, withStatBlock } from '../parts/stat-block.ts';

const FATES: Readonly<Record<DamageOutcome['fate'], string>> = {
  up: '',
  down: ' and lies at 0 hit points',
  fell: ' and falls to 0 hit points',
  knocked_out: ' and is knocked out',
  died: ' and dies',
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
    qualities: z.array(Srd5eDamageQuality).max(3).default([]),
    critical: z.boolean().default(false).describe('Throws twice the dice; an amount is taken as it is.'),
    knockOut: z.boolean().default(false).describe('A melee blow that spares whoever it brings to 0.'),
  }),

  apply(snapshot, { targetId, amount, dice, type, ...how }, context) {
    const found = statBlockOf(snapshot, targetId, ['targetId'], context);
    if ('rejected' in found) return found;
    const details = { characterId: targetId, damageType: type };
    const thrown = how.critical && dice !== undefined ? twiceTheDice(dice) : dice;
    const dealt = amountOf({ amount, dice: thrown }, 'Damage', context, details);
    if (isRejection(dealt)) return dealt;
    const outcome = takeDamage(found.block, { parts: [{ amount: dealt, type }], ...how });
    if ('rejected' in outcome) return { ...outcome, path: ['targetId'] };
    const block = concentrated(outcome, targetId, context);
    if ('rejected' in block) return block;
    const { name } = found.character;
    const text = `${name} takes ${outcome.taken} ${type} damage${FATES[outcome.fate]}.`;
    return {
      snapshot: withStatBlock(snapshot, found.character, block),
      effects: [noticeAbout(snapshot, found.character, text)],
    };
  },
});

/** A critical hit throws every die twice: `1d8+3` is `2d8+3`; of dice that are picked, twice as many are. */
function twiceTheDice(dice: string): string {
  const doubled = (count: string) => String(2 * (count === '' ? 1 : Number(count)));
  return dice
    .replace(/(\d*)d(?=\d|%|f)/gi, (_dice, count: string) => `${doubled(count)}d`)
    .replace(/(kh|kl|dh|dl)(\d*)/gi, (_picked, rule: string, count: string) => `${rule}${doubled(count)}`);
}

/** Whoever holds a spell in mind must keep hold of it now. */
function concentrated(
  { block, concentrationDifficulty }: DamageOutcome,
  characterId: CharacterId,
  context: OperationContext,
): DamageOutcome['block'] | Rejection {
  if (concentrationDifficulty === null) return block;
  const save = withDice(context, { characterId }, (roll) =>
    rollConcentration(block, concentrationDifficulty, roll),
  );
  return 'rejected' in save ? save : save.block;
}
