import type { Srd5eEffect } from '#engine/srd5e/stat-block.ts';
import { dealDamage, forceSave, rollParts } from './srd-harm.ts';
import type { SrdResolution } from './srd-resolution.ts';

type TurnDamage = NonNullable<Srd5eEffect['turn_damage']>;

/**
 * Applies the active effects of a combatant at the start or the end of its turn: lasting damage, saves that end an effect,
 * healing.
 */
export function applyTurnEffects(bout: SrdResolution, id: string, when: TurnDamage['when']): void {
  for (const { name } of bout.fighter(id)?.block.active_effects ?? []) {
    // An earlier effect may have ended this one.
    const effect = bout.fighter(id)?.block.active_effects.find((one) => one.name === name);
    if (effect === undefined) continue;
    if (effect.turn_damage?.when === when) suffer(bout, id, effect, effect.turn_damage);
    if (effect.turn_healing !== undefined && when === 'turn_start') restore(bout, id, effect.turn_healing);
  }
}

function suffer(bout: SrdResolution, id: string, effect: Srd5eEffect, turn: TurnDamage): void {
  const target = bout.fighter(id);
  if (target === null || target.block.status === 'dead') return;
  const { name, held_by: holder } = effect;
  const sourceId = holder ?? id;
  if (turn.damage.length > 0)
    bout.tell(bout.say('fight.suffers', { spell: name, who: target.character.name }));
  const damage = rollParts(bout, sourceId, name, turn.damage);
  const hasFailed =
    turn.save === undefined || isOvercome(bout, id, { name, sourceId, damage, save: turn.save });
  if (turn.save === undefined) dealDamage(bout, id, { parts: damage, qualities: ['magical'] });
  if (turn.once !== true && (hasFailed || turn.save_ends !== true)) return;
  const still = bout.fighter(id)?.block;
  if (still?.active_effects.some((one) => one.name === name) === true)
    bout.apply([{ op: 'end_effect', characterId: id, name }]);
  for (const condition of still?.conditions ?? [])
    if (condition.source === name)
      bout.apply([{ op: 'remove_condition', characterId: id, name: condition.name, source: name }]);
}

type Threat = {
  readonly name: string;
  readonly sourceId: string;
  readonly damage: ReturnType<typeof rollParts>;
  readonly save: NonNullable<TurnDamage['save']>;
};

function isOvercome(bout: SrdResolution, id: string, { name, sourceId, damage, save }: Threat): boolean {
  const failed = forceSave(bout, {
    name,
    sourceId,
    ability: save.ability,
    difficulty: save.dc,
    targetIds: [id],
    damage,
    isHalved: save.on_success === 'half',
    isMagic: true,
  });
  return failed.length > 0;
}

function restore(
  bout: SrdResolution,
  targetId: string,
  { dice, temporary }: NonNullable<Srd5eEffect['turn_healing']>,
): void {
  const target = bout.fighter(targetId);
  if (target === null || target.block.status !== 'conscious') return;
  const amount = dice.includes('d') ? bout.diceOf(targetId)(dice, 'Healing').total : Number(dice);
  bout.apply([{ op: temporary === true ? 'grant_temporary_hit_points' : 'heal', targetId, amount }]);
}
