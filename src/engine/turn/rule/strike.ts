import type { Srd5eAttack } from '#engine/rules/srd5e-attack.ts';
import { attackRefusal, rollAttack } from '#engine/rules/srd5e-attack-roll.ts';
import { rollDamage } from '#engine/rules/srd5e-roll-damage.ts';
import type { Bout, Fighter } from './bout.ts';
import { bareName } from './srd-deed.ts';

/** Nobody measures: melee is at arm's length, everything else across the room. */
const FEET = { melee_weapon: 5, melee_spell: 5, ranged_weapon: 30, ranged_spell: 30 } as const;

type Manner = {
  /** A melee blow that spares whoever it brings down. */
  readonly knockOut: boolean;
};

/** One attack from the roll to hit to what the target suffers: a hit deals its damage, whatever anybody proposes. */
export function strike(
  bout: Bout,
  attacker: Fighter,
  target: Fighter,
  attack: Srd5eAttack,
  { knockOut }: Manner,
): void {
  const { id } = attacker.character;
  const circumstances = { distanceFeet: FEET[attack.kind] };
  const refusal = attackRefusal(attacker.block, target.character.id, circumstances);
  if (refusal !== null) {
    bout.tell(bout.say('fight.cannot_attack', { who: attacker.character.name, reason: refusal.reason }));
    return;
  }
  const { hit, critical } = rollAttack(attacker.block, target.block, attack, circumstances, bout.diceOf(id));
  bout.judge(id, hit);
  const blow = {
    who: attacker.character.name,
    weapon: bareName(attack.name).toLowerCase(),
    whom: target.character.name,
  };
  if (!hit) {
    bout.tell(bout.say('fight.misses', blow));
    return;
  }
  bout.tell(bout.say(critical ? 'fight.strikes_home' : 'fight.strikes', blow));
  bout.settled.harmed.add(target.character.id);
  const { parts } = rollDamage(attacker.block, attack, critical, bout.diceOf(id));
  const isMelee = attack.kind.startsWith('melee');
  bout.apply(
    parts.map(({ amount, type }) => ({
      op: 'deal_damage',
      targetId: target.character.id,
      amount,
      type,
      qualities: attack.qualities,
      critical,
      knockOut: knockOut && isMelee,
    })),
  );
}
