import { assertNever } from '#engine/kit/assert-never.ts';
import { attackBonus } from '#engine/rules/srd5e-attack-roll.ts';
import type { Srd5eSpellLevel } from '#engine/rules/srd5e-resources.ts';
import { rollCheck } from '#engine/rules/srd5e-roll-check.ts';
import { remainingOf, type Srd5eResource } from '#engine/rules/srd5e-spend.ts';
import type { Srd5eStatBlock } from '#engine/rules/srd5e-stat-block.ts';
import type { Bout, Fighter } from './bout.ts';
import type { Deed } from './srd-deed.ts';
import { strike } from './strike.ts';

/** Throws what a deed asks for with the numbers of the stat block, and does what the rules make of it. */
export function performDeed(bout: Bout, deed: Deed): void {
  const actor = bout.fighter(deed.actorId);
  if (actor === null || !paySlot(bout, actor, deed)) return;
  switch (deed.kind) {
    case 'attack':
      performAttack(bout, actor, deed);
      return;
    case 'check': {
      const { success } = rollCheck(actor.block, deed.check, deed.difficulty, bout.diceOf(deed.actorId));
      bout.judge(deed.actorId, success);
      return;
    }
    case 'spell':
      bout.tell(
        deed.name === ''
          ? bout.say('fight.casts_something', { who: actor.character.name })
          : bout.say('fight.casts', { who: actor.character.name, spell: deed.name }),
      );
      return;
    default:
      assertNever(deed);
  }
}

/** Spends the spell slot a deed takes. Without one left the spell is not cast, and that is told. */
function paySlot(bout: Bout, { character, block }: Fighter, { slot, actorId }: Deed): boolean {
  if (slot === null) return true;
  const resource = chooseSlot(block, slot);
  if (resource === null) {
    bout.tell(bout.say('fight.no_slot', { who: character.name, level: slot }));
    bout.judge(actorId, false);
    return false;
  }
  bout.apply([{ op: 'spend_resource', characterId: actorId, resource }]);
  bout.tell(bout.say('fight.spends_slot', { who: character.name, level: slot }));
  return true;
}

/** A slot of this level, or a pact slot of exactly that level. */
function chooseSlot(block: Srd5eStatBlock, level: Srd5eSpellLevel): Srd5eResource | null {
  const slot = { kind: 'spell_slot', level } as const;
  if ((remainingOf(block, slot) ?? 0) > 0) return slot;
  const pact = block.resources.pact_slots;
  const isOfLevel = pact !== null && String(pact.level) === level && pact.used < pact.total;
  return isOfLevel ? { kind: 'pact_slot' } : null;
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
