import type { CharacterId } from '#engine/state/ids.ts';
import type { Character } from '#engine/state/record.ts';
import type { Snapshot } from '#engine/state/snapshot.ts';
import type { Content } from '../library/content.ts';
import type { CampaignIds } from './campaign-ids.ts';

type Characters = Readonly<Record<string, Character>>;

/** Sets the first scene: who of the cast is there, who is not noticed, what can be seen and heard. */
export function openingScene(
  { data }: Content<'entry_point'>,
  personas: readonly CharacterId[],
  characters: Characters,
  ids: CampaignIds,
): { readonly scene: Snapshot['scene']; readonly characters: Characters } {
  const { location, visibility, noise, constraints } = data.opening;
  const placeId = ids.location(location);
  const present: CharacterId[] = [];
  const obscured: CharacterId[] = [];
  const placed: Record<string, Character> = { ...characters };
  for (const cast of data.cast) {
    const character = placed[ids.character(cast.character) ?? ''];
    if (character === undefined || !isPresent(cast.present, character, placeId, personas)) continue;
    present.push(character.id);
    if (cast.obscured) obscured.push(character.id);
    placed[character.id] = { ...character, placeId };
  }
  const scene = { placeId, presentIds: present, obscuredIds: obscured, visibility, noise, constraints };
  return { scene, characters: placed };
}

function isPresent(
  said: boolean | undefined,
  { id, status, placeId }: Character,
  openingPlaceId: Character['placeId'],
  personas: readonly CharacterId[],
): boolean {
  return said ?? (personas.includes(id) || (placeId === openingPlaceId && status !== 'dead'));
}
