import type { Effect } from '../effect.ts';
import type { CharacterId } from '../ids.ts';
import type { Character } from '../record.ts';
import type { Snapshot } from '../snapshot.ts';
import { isShown } from './player-entities.ts';

/** Something to say of a character: to the players whose personas perceive it, else to the game master. */
export function noticeAbout(snapshot: Snapshot, character: Character, text: string): Effect {
  const personaIds = witnessesOf(snapshot, character);
  if (personaIds.length === 0) return { type: 'notice', audience: 'gm', text };
  return { type: 'notice', audience: 'player', text, personaIds };
}

/** The personas who perceive a character: itself, and those in the scene with it who know of it and see it. */
export function witnessesOf(snapshot: Snapshot, character: Character): readonly CharacterId[] {
  const { presentIds } = snapshot.scene;
  const inTheOpen = presentIds.includes(character.id) && !character.hidden;
  return snapshot.personas.filter(
    (id) => id === character.id || (inTheOpen && presentIds.includes(id) && isShown(snapshot, character, id)),
  );
}
