import type { HomebrewContent, HomebrewPack, JsonData } from '#engine/content/homebrew-pack.ts';
import type { Json } from '#engine/kit/canonical-json.ts';
import type { ScenarioParts } from '#engine/llm/scenario-replies.ts';
import type { ScenarioGround } from '../scenario-ground.ts';
import { characterContent } from './character-content.ts';
import { entryContent } from './entry-content.ts';
import { Ids, slug } from './slug.ts';

/** What the contents of a scenario are called inside their pack. */
export type DraftNames = {
  readonly entryId: string;
  /** The reference of everyone in the cast, by name: a short id for those who are new. */
  readonly people: ReadonlyMap<string, string>;
  /** The ids of things, in the order of the outline. */
  readonly things: readonly string[];
};

/** A scenario as a homebrew pack: its people, its things and its entry point, in the shapes authors write. */
export function draftPack(parts: ScenarioParts, ground: ScenarioGround, madeBy: string): HomebrewPack {
  const names = namesOf(parts);
  const { outline, cast } = parts;
  const people = cast.characters.map((character) => characterContent(character, outline, names, ground));
  const things = outline.things.map((thing, index) => thingContent(thing, names, index, outline.location));
  return {
    manifest: manifestOf(parts, ground, madeBy),
    contents: [...people, ...things, entryContent(parts, names, ground)],
  };
}

/** The id of the entry point inside its pack. */
export function entryIdOf(parts: ScenarioParts): string {
  return namesOf(parts).entryId;
}

function namesOf({ outline }: ScenarioParts): DraftNames {
  const ids = new Ids();
  const entryId = ids.idFor(outline.title);
  const people = outline.cast.map(({ name, from }) => [name, from === '' ? ids.idFor(name) : from] as const);
  return { entryId, people: new Map(people), things: outline.things.map(({ name }) => ids.idFor(name)) };
}

function manifestOf(
  { outline }: ScenarioParts,
  { packs, language }: ScenarioGround,
  madeBy: string,
): JsonData {
  return {
    id: slug(outline.title),
    name: outline.title,
    version: '1.0.0',
    summary: `${outline.summary} (${madeBy})`,
    layer: 'homebrew',
    language,
    depends_on: packs.map(({ id, version }) => ({ id, version: `^${version}` })),
  };
}

function thingContent(
  { name, description, held_by: holder }: ScenarioParts['outline']['things'][number],
  { things }: DraftNames,
  index: number,
  location: string,
): HomebrewContent {
  const data: Record<string, Json> = {
    id: things[index] ?? '',
    name,
    summary: description,
    tags: ['generated'],
    ...(holder === '' ? { location } : {}),
  };
  return { kind: 'item', id: things[index] ?? '', data, body: `# ${name}\n\n${description}` };
}
