import { isDying } from '#engine/rules/srd5e.ts';
import type { Bout } from './bout.ts';

/** The save of somebody who is dying, once a turn; nobody else makes one. */
export function makeDeathSave(bout: Bout, characterId: string): void {
  const dying = bout.fighter(characterId);
  if (dying === null || !isDying(dying.block) || bout.settled.deathSaves.has(characterId)) return;
  bout.settled.deathSaves.add(characterId);
  const before = dying.block.death_saves.failures;
  bout.apply([{ op: 'make_death_save', characterId }]);
  const after = bout.fighter(characterId);
  if (after === null) return;
  const isWorse = after.block.status === 'dead' || after.block.death_saves.failures > before;
  bout.judge(characterId, !isWorse);
}
