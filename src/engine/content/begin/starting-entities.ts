import type { Character, Entity } from '#engine/state/record.ts';
import type { Snapshot } from '#engine/state/snapshot.ts';
import type { Content } from '../library/content.ts';
import type { CampaignIds, EntityContent } from './campaign-ids.ts';
import { characterEntity } from './character-entity.ts';
import { openingScene } from './opening-scene.ts';
import { factionEntity, itemEntity, locationEntity } from './thing-entities.ts';

export type StartingEntities = {
  readonly entities: Snapshot['entities'];
  readonly scene: Snapshot['scene'];
  readonly personas: Snapshot['personas'];
};

/** Everybody and everything of the campaign, with the cast where the opening wants it. */
export function startingEntities(
  { entryPoint, ruleset }: { entryPoint: Content<'entry_point'>; ruleset: Content<'ruleset'> },
  contents: readonly EntityContent[],
  personaIds: readonly string[],
  inventory: Snapshot['inventory'],
  ids: CampaignIds,
): StartingEntities {
  const personas = personaIds.flatMap((id) => ids.character(id) ?? []);
  const held = new Set(Object.values(inventory).flatMap((things) => Object.keys(things)));
  const characters: Record<string, Character> = {};
  const things: Record<string, Entity> = {};
  for (const content of contents) {
    if (content.kind === 'character') {
      const cast = entryPoint.data.cast.find(({ character }) => character === content.id);
      const character = characterEntity(content, cast, ruleset, ids);
      characters[character.id] = character;
    } else {
      const thing = thingEntity(content, held, ids);
      things[thing.id] = thing;
    }
  }
  const opening = openingScene(entryPoint, personas, characters, ids);
  return { entities: { ...opening.characters, ...things }, scene: opening.scene, personas };
}

function thingEntity(
  content: Content<'location' | 'item' | 'faction'>,
  held: ReadonlySet<string>,
  ids: CampaignIds,
): Entity {
  switch (content.kind) {
    case 'location':
      return locationEntity(content, ids);
    case 'item':
      return itemEntity(content, held.has(ids.item(content.id) ?? ''), ids);
    case 'faction':
      return factionEntity(content, ids);
  }
}
