import { Srd5eAttack, type Srd5eStatBlock } from './stat-block.ts';

/** Lists the attacks a creature has now: those that effects give it first, under the name of the effect, then its own. */
export function listAttacks({ attacks, active_effects }: Srd5eStatBlock): readonly Srd5eAttack[] {
  const given = active_effects.flatMap(({ name, attack }) =>
    attack === undefined
      ? []
      : [Srd5eAttack.parse({ name, ability: attack.ability, damage: attack.damage, qualities: ['magical'] })],
  );
  return given.length === 0 ? attacks : [...given, ...attacks];
}
