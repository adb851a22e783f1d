import type { Content } from '#engine/content/library.ts';
import { toPlayerContent } from '#engine/content/player-content.ts';
import { composeStatBlock } from '#engine/content/stat-blocks.ts';
import type { ScenarioLore } from '#engine/llm/scenario-contracts.ts';
import type { Json } from '#engine/util/canonical-json.ts';
import { isRejection } from '#engine/util/rejection.ts';
import type { ScenarioSetting } from './scenario-setting.ts';

type Schema = { readonly [key: string]: Json };

/** Builds the plainest value of a ruleset's JSON Schema: every required key, least numbers, first words. */
function buildMinimalValue(schema: Json): Json {
  if (!isSchema(schema)) return {};
  if (schema.default !== undefined) return schema.default;
  if (Array.isArray(schema.enum)) return schema.enum[0] ?? null;
  switch (schema.type) {
    case 'integer':
    case 'number':
      return Math.max(0, typeof schema.minimum === 'number' ? schema.minimum : 0);
    case 'string':
      return '';
    case 'boolean':
      return false;
    case 'array':
      return [];
    default:
      return leastObject(schema);
  }
}

function leastObject({ required, properties }: Schema): Json {
  const keys = Array.isArray(required) ? required.filter((key) => typeof key === 'string') : [];
  const known = isSchema(properties ?? null) ? (properties as Schema) : {};
  return Object.fromEntries(keys.map((key) => [key, buildMinimalValue(known[key] ?? {})]));
}

function isSchema(value: Json): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Tells whether a player may meet a character and talk with it: its author gave it lines to say. */
function canSpeak({ data }: Content<'character'>): boolean {
  const { sample_lines: lines, status, visibility } = data;
  return lines.length > 0 && status === 'active' && visibility !== 'gm';
}

/** Collects the people of a world whom a story may meet at their usual places. */
function collectPeople({ library, ruleset, rules }: ScenarioSetting): ScenarioLore['people'] {
  const needsBlock = rules.statFaults({}).length > 0 && ruleset.data.default_stat_block === undefined;
  return library
    .all('character')
    .filter(canSpeak)
    .filter((person) => !needsBlock || composeStatBlock(person, ruleset, library) !== null)
    .flatMap((character) => {
      const shown = toPlayerContent<'character'>(character, library);
      const { location, role = '' } = character.data;
      if (shown === null || location === undefined) return [];
      return [{ id: character.id, name: character.name, role, placeId: location }];
    });
}

type Seed = { readonly [key: string]: Json };

/** Collects the openings of this world's stories: place, time and state of the rules. */
function collectOpenings(ground: ScenarioSetting): ScenarioLore['openings'] {
  const { library, world, ruleset, rules } = ground;
  const entries = library.all('entry_point').filter(({ data }) => data.world === world.id);
  const alike = entries.filter(({ data }) => data.rulesets[0] === ruleset.id);
  // A ruleset without an entry point in this world starts with the least values.
  const plain = buildMinimalValue(rules.stateSchema) as Seed; // the schema of a scene is that of an object
  if (alike.length > 0) return alike.map((entry) => openingOf(entry, seedFrom(entry, ground)));
  if (entries.length > 0) return entries.map((entry) => openingOf(entry, plain));
  return library
    .all('location')
    .map(({ id }) => ({ placeId: id, time: firstMorning(ground), sceneSeed: plain }));
}

function openingOf({ data }: Content<'entry_point'>, sceneSeed: Seed): ScenarioLore['openings'][number] {
  return { placeId: data.opening.location, time: data.opening.time, sceneSeed };
}

/** Returns the initial state of another story with its lists emptied, unless the rules require their entries. */
function seedFrom({ data }: Content<'entry_point'>, { rules }: ScenarioSetting): Seed {
  const whole = data.scene_seed as Seed; // frozen JSON is JSON
  const bare = Object.fromEntries(
    Object.entries(whole).map(([key, value]) => [key, Array.isArray(value) ? [] : value]),
  );
  return rules.stateFaults(bare).length === 0 ? bare : whole;
}

function firstMorning({ library, calendar }: ScenarioSetting): string {
  const [event] = library.all('event');
  if (event !== undefined) return event.data.date;
  const moment = calendar.momentOf({ year: 1, month: 1, day: 1, hour: 9 });
  return isRejection(moment) ? '1' : calendar.format(moment, 'header');
}

type Block = { readonly [key: string]: Json };

/** Collects stat blocks of this world that the ruleset accepts, as examples of its people's abilities. */
function collectStatBlocks(ground: ScenarioSetting): ScenarioLore['statBlocks'] {
  const { library, ruleset, rules } = ground;
  const isSound = (block: Block) => rules.statFaults(block).length === 0;
  const sound = (some: readonly Content<'character'>[]) =>
    some
      .filter(({ data }) => data.creature !== undefined || data.stat_blocks[ruleset.id] !== undefined)
      .map((person) => composeStatBlock(person, ruleset, library))
      .filter((block) => block !== null)
      .filter(isSound);
  const people = library.all('character').filter(canSpeak);
  const usual = [ruleset.data.default_stat_block as Block | undefined].filter((block) => block !== undefined);
  const fallback = usual.length > 0 ? usual : [buildMinimalValue(rules.statSchema) as Block].filter(isSound);

  const playable = sound(people.filter(({ data }) => data.playable));
  const others = sound(people.filter(({ data }) => !data.playable && data.tier !== 'major'));
  const ordinary = rules.srd5e ? others.filter(isOfCommonBuild) : others;
  return {
    personas: orElse(rules.srd5e ? playable : lowerHalf(playable), fallback),
    others: orElse([...usual.filter(isSound), ...ordinary], fallback),
  };
}

function orElse(blocks: readonly Block[], fallback: readonly Block[]): Block[] {
  return [...(blocks.length > 0 ? blocks : fallback)];
}

/** Returns the half of the playable stat blocks with the smaller numbers: a new character is no king. */
function lowerHalf(blocks: readonly Block[]): readonly Block[] {
  const total = (block: Block) =>
    Object.values(block).reduce<number>((sum, value) => sum + (typeof value === 'number' ? value : 0), 0);
  return [...blocks].sort((one, other) => total(one) - total(other)).slice(0, Math.ceil(blocks.length / 2));
}

/**
 * Accepts a stat block with a class or a modest challenge rating, of medium size: an ogre's claws do not suit a clerk.
 */
function isOfCommonBuild({ classes, challenge_rating: rating, size }: Block): boolean {
  const isTrained = Array.isArray(classes) && classes.length > 0;
  const isModest = typeof rating === 'number' && rating <= 0.5;
  return (size === undefined || size === 'medium') && (isTrained || isModest);
}

/** Returns the material for a scenario. It holds only what players may know, so that a new text cannot tell an old secret. */
export function collectScenarioLore(ground: ScenarioSetting, brief: string): ScenarioLore {
  const { library, world, rules } = ground;
  return {
    brief,
    world: { name: world.name, tone: world.data.tone },
    isForTwo: rules.mechanics.resolution.kind === 'countdown',
    places: library.all('location').flatMap((place) => {
      const shown = toPlayerContent<'location'>(place, library);
      if (shown === null) return [];
      return [
        {
          id: place.id,
          name: place.name,
          summary: shown.summary ?? '',
          atmosphere: [...place.data.atmosphere],
        },
      ];
    }),
    people: collectPeople(ground),
    factions: library.all('faction').flatMap((faction) => {
      const shown = toPlayerContent<'faction'>(faction, library);
      return shown === null ? [] : [{ name: faction.name, summary: shown.summary ?? '' }];
    }),
    threads: library
      .all('entry_point')
      .filter(({ data }) => data.world === world.id)
      .flatMap(({ data }) => data.threads.filter(({ visibility }) => visibility === 'public'))
      .map(({ title, stakes }) => ({ title, stakes })),
    statBlocks: collectStatBlocks(ground),
    openings: collectOpenings(ground),
  };
}
