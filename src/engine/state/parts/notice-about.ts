import type { Effect } from '../effect.ts';
import type { Character } from '../record.ts';
import type { Snapshot } from '../snapshot.ts';

/** Something to say of a character: to the players when it is a persona or stands before them, else to the gm. */
export function noticeAbout(snapshot: Snapshot, character: Character, text: string): Effect {
  return { type: 'notice', audience: isInSight(snapshot, character) ? 'player' : 'gm', text };
}

export function isInSight({ scene, personas }: Snapshot, { id, hidden, visibility }: Character): boolean {
  if (personas.includes(id)) return true;
  if (hidden || visibility === 'gm') return false;
  return scene.presentIds.includes(id) && !scene.obscuredIds.includes(id);
}
