import { z } from 'zod';
import type { Character, Entity, Faction } from '#engine/state/record.ts';
import type { Snapshot } from '#engine/state/snapshot.ts';
import { isLyingHere } from '../rule/validate-actions.ts';

const Lines = z.array(z.string()).catch([]).default([]);

/** Details of a faction beside its description, as its attributes keep them. */
const FactionDetails = z.object({
  goals: Lines,
  methods: Lines,
  assets: Lines,
  attitudes: z
    .array(z.object({ toId: z.string(), stance: z.string() }))
    .catch([])
    .default([]),
  withholds: Lines,
});

/**
 * Describes the faction of a character as its members know it: what it wants, how it works, what it has, how it meets the
 * faction of the acting persona. Its secrets are told to its leader alone.
 */
export function describeFaction(character: Character, snapshot: Snapshot, personaId: string): string[] {
  const faction = findFaction(character, snapshot);
  if (faction === null) return [];
  const { goals, methods, assets, attitudes, withholds } = FactionDetails.parse(faction.attributes);
  const persona = snapshot.entities[personaId as keyof typeof snapshot.entities];
  const towards = persona?.kind === 'character' ? findFaction(persona, snapshot) : null;
  const stance = attitudes.find(({ toId }) => toId === towards?.id)?.stance;
  return [
    `Belongs to: ${faction.name}. ${faction.description}`.trim(),
    writeList(`${faction.name} wants`, goals),
    writeList(`${faction.name} works by`, methods),
    writeList(`${faction.name} has`, assets),
    stance === undefined || towards === null ? '' : `${faction.name} towards ${towards.name}: ${stance}`,
    faction.leaderId === character.id ? writeList(`${faction.name} hides`, withholds) : '',
  ].filter((line) => line !== '');
}

/**
 * Lists the author's notes for the game master that concern the scene: on the place, the people present and their factions, and
 * the things here or held by those present.
 */
export function listGameMasterNotes(snapshot: Snapshot, personaId: string): string[] {
  const { scene, entities } = snapshot;
  const place = scene.placeId === null ? undefined : entities[scene.placeId];
  const people = scene.presentIds.flatMap((id) => {
    const character = entities[id];
    return character?.kind === 'character' && !snapshot.personas.includes(character.id) ? [character] : [];
  });
  return [
    ...(place === undefined
      ? []
      : Lines.parse(place.attributes.notes).map((note) => `${place.name}: ${note}`)),
    ...people.flatMap(({ name, internal: { notes = [] } }) => notes.map((note) => `${name}: ${note}`)),
    ...people.flatMap(writeDetails),
    ...new Set(people.flatMap((character) => describeFaction(character, snapshot, personaId).slice(1))),
    ...listThingsAtHand(snapshot).flatMap(writeDetails),
  ];
}

/** Lists the items that lie at the place or are held by a character present. */
function listThingsAtHand(snapshot: Snapshot): readonly Entity[] {
  const { scene, entities, inventory } = snapshot;
  const held = new Set(scene.presentIds.flatMap((id) => Object.keys(inventory[id] ?? {})));
  return Object.values(entities).filter(
    (item) => item.kind === 'item' && (held.has(item.id) || isLyingHere(snapshot, item)),
  );
}

/** Writes what a pack says of a person or a thing in its own words: `Brass key: value: two shillings as brass; opens: sea_chest`. */
function writeDetails({ name, attributes }: Entity): readonly string[] {
  const details = Object.entries(attributes).map(([key, value]) => {
    return `${key.replaceAll('_', ' ')}: ${typeof value === 'string' ? value.replace(/\.$/u, '') : JSON.stringify(value)}`;
  });
  return details.length === 0 ? [] : [`${name}: ${details.join('; ')}`];
}

function findFaction({ factionId }: Character, { entities }: Snapshot): Faction | null {
  const faction = factionId === null ? undefined : entities[factionId];
  return faction?.kind === 'faction' ? faction : null;
}

function writeList(label: string, lines: readonly string[]): string {
  return lines.length === 0 ? '' : `${label}: ${lines.join('; ')}`;
}
