import { assertNever } from '#engine/kit/assert-never.ts';
import { attackBonus } from '#engine/rules/srd5e-attack-roll.ts';
import { rollCheck } from '#engine/rules/srd5e-roll-check.ts';
import type { Bout, Fighter } from './bout.ts';
import type { Deed } from './srd-deed.ts';
import { strike } from './strike.ts';

/** Throws what a deed asks for with the numbers of the stat block, and does what the rules make of it. */
export function performDeed(bout: Bout, deed: Deed): void {
  const actor = bout.fighter(deed.actorId);
  if (actor === null) return;
  switch (deed.kind) {
    case 'attack':
      performAttack(bout, actor, deed);
      return;
    case 'check': {
      const { success } = rollCheck(actor.block, deed.check, deed.difficulty, bout.diceOf(deed.actorId));
      bout.judge(deed.actorId, success);
      return;
    }
    default:
      assertNever(deed);
  }
}

function performAttack(bout: Bout, attacker: Fighter, deed: Extract<Deed, { kind: 'attack' }>): void {
  const target = deed.targetId === null ? null : bout.fighter(deed.targetId);
  if (target !== null) {
    if (target.block.status !== 'dead')
      strike(bout, attacker, target, deed.attack, { knockOut: deed.knockOut });
    return;
  }
  // What can be broken has an armor class and no stat block: the difficulty is what must be reached.
  const roll = bout.roll('1d20', `${deed.attack.name} attack roll`, {
    modifier: attackBonus(attacker.block, deed.attack),
    target: { kind: 'AC', value: deed.difficulty },
    characterId: attacker.character.id,
  });
  bout.judge(attacker.character.id, roll.result !== 'Miss');
}
