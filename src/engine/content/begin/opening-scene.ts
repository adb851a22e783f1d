import type { CharacterId } from '#engine/state/ids.ts';
import type { Character } from '#engine/state/record.ts';
import type { Snapshot } from '#engine/state/snapshot.ts';
import type { Content } from '../library/content.ts';
import type { CampaignIds } from './campaign-ids.ts';

type Cast = Content<'entry_point'>['data']['cast'][number];
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
    if (character === undefined || !isPresent(cast, character, placeId, personas)) continue;
    present.push(character.id);
    if (cast.obscured) obscured.push(character.id);
    placed[character.id] = { ...character, placeId };
  }
  const scene = { placeId, presentIds: present, obscuredIds: obscured, visibility, noise, constraints };
  return { scene, characters: placed };
}

/**
 * Personas who are played are there, others when they are at the place. A persona nobody plays is another player's seat: it is in
 * the scene only where the entry point says so.
 */
function isPresent(
  { present, role }: Cast,
  { id, status, placeId }: Character,
  openingPlaceId: Character['placeId'],
  personas: readonly CharacterId[],
): boolean {
  if (present !== undefined) return present;
  if (role === 'persona') return personas.includes(id);
  return placeId === openingPlaceId && status !== 'dead';
}
