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

/** Lines on a faction by their labels: `wants`, `works by`. */
type FactionLines = { readonly faction: Faction; readonly lines: readonly (readonly [string, string])[] };

/**
 * Lists the lines on the faction of a character as its members know it: what it wants, how it works and what it has. They also
 * say how it meets the faction of the acting persona. Its secrets are told to its leader alone.
 */
function listFactionLines(character: Character, snapshot: Snapshot, personaId: string): FactionLines | null {
  const faction = findFaction(character, snapshot);
  if (faction === null) return null;
  const { goals, methods, assets, attitudes, withholds } = FactionDetails.parse(faction.attributes);
  const persona = snapshot.entities[personaId as keyof typeof snapshot.entities];
  const towards = persona?.kind === 'character' ? findFaction(persona, snapshot) : null;
  const stance = attitudes.find(({ toId }) => toId === towards?.id)?.stance ?? '';
  const lines = [
    ['wants', goals.join('; ')],
    ['works by', methods.join('; ')],
    ['has', assets.join('; ')],
    [`towards ${towards?.name ?? ''}`, stance],
    ['hides', faction.leaderId === character.id ? withholds.join('; ') : ''],
  ] as const;
  return { faction, lines: lines.filter(([, text]) => text !== '') };
}

/** Describes the faction of a character to itself, in lines. */
export function describeFaction(character: Character, snapshot: Snapshot, personaId: string): string[] {
  const own = listFactionLines(character, snapshot, personaId);
  if (own === null) return [];
  const { name, description } = own.faction;
  return [
    `Belongs to: ${name}. ${description}`.trim(),
    ...own.lines.map(([label, text]) => `${name} ${label}: ${text}`),
  ];
}

/** Writes a line for each faction that people here belong to. */
function writeFactions(people: readonly Character[], snapshot: Snapshot, personaId: string): string[] {
  const factions = people.flatMap((character) => listFactionLines(character, snapshot, personaId) ?? []);
  const byName = Map.groupBy(factions, ({ faction }) => faction.name);
  return [...byName].flatMap(([name, known]) => {
    // A leader adds what the others do not know.
    const lines = new Map(known.flatMap(({ lines: own }) => own));
    const written = [...lines].map(([label, text]) => `${label}: ${text.replace(/\.$/u, '')}`);
    return written.length === 0 ? [] : [`${name}, ${written.join(' | ')}`];
  });
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
    ...writeFactions(people, snapshot, personaId),
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
