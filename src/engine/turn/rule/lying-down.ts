import { isDying } from '#engine/rules/srd5e.ts';
import { rollHoursUntilAwake } from '#engine/rules/srd5e-healing.ts';
import type { Bout } from './bout.ts';
import { makeDeathSave } from './make-death-save.ts';

/** What becomes of a persona who is down and out of any fight: a death save, hours until it wakes, or nothing more. */
export function lyingDown(bout: Bout, personaId: string): void {
  const fighter = bout.fighter(personaId);
  if (fighter === null) return;
  const { block, character } = fighter;
  if (isDying(block)) {
    makeDeathSave(bout, personaId);
    return;
  }
  if (block.status === 'dead') {
    bout.tell(bout.say('refused.dead', { who: character.name }));
    return;
  }
  if (block.hit_points.current > 0) {
    bout.tell(bout.say('refused.unconscious', { who: character.name }));
    return;
  }
  const hours = rollHoursUntilAwake(bout.diceOf(personaId));
  const who = character.name;
  bout.tell(
    hours === 1
      ? bout.say('fight.wakes_after_hour', { who })
      : bout.say('fight.wakes_after_hours', { who, hours }),
  );
  bout.apply([
    { op: 'advance_time', minutes: hours * 60 },
    { op: 'heal', targetId: personaId, amount: 1 },
  ]);
}
