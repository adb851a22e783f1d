import type { HomebrewContent, HomebrewPack, JsonData } from '#engine/content/homebrew-pack.ts';
import type { ScenarioCast, ScenarioOutline, ScenarioParts } from '#engine/llm/scenario-contracts.ts';
import type { Json } from '#engine/util/canonical-json.ts';
import { toSlug, UniqueSlugs } from '#engine/util/slugs.ts';
import type { ScenarioSetting } from '../lore/scenario-setting.ts';

type Rows = readonly { readonly [key: string]: Json }[];

/** The most an agenda can gain in a day. */
const PACE = 100;

function buildThreads({ outline }: ScenarioParts, { people }: DraftNames): Rows {
  const ids = threadIds(outline.threads);
  return outline.threads.map(({ title, stakes, about, open }, index) => ({
    id: ids[index] ?? '',
    title,
    stakes,
    related: [outline.location, ...new Set(about.flatMap((name) => people.get(name) ?? []))],
    visibility: open ? 'public' : 'hidden',
  }));
}

function buildClocks({ outline, clocks: { clocks } }: ScenarioParts): Rows {
  const ids = clockIds(clocks);
  const threads = threadIds(outline.threads);
  return clocks.map(({ name, max, open, thread, steps }, index) => ({
    id: ids[index] ?? '',
    name,
    max,
    visibility: open ? 'public' : 'gm',
    triggers: steps.map(({ at, happens }) => ({
      at,
      description: happens,
      operations: [
        {
          op: 'add_fact',
          subject_id: outline.location,
          predicate: 'has seen this:',
          object: happens,
          visibility: 'public',
        },
        ...(at === max
          ? [failed(threads[outline.threads.findIndex(({ title }) => title === thread)], happens)]
          : []),
      ],
    })),
  }));
}

/** Builds the agendas of the characters who drive a clock: one step at a time while world time passes. */
function buildAgendas({ clocks: { clocks } }: ScenarioParts, { people }: DraftNames): Rows {
  const ids = clockIds(clocks);
  return clocks.flatMap(({ name, max, mover, hours }, index) => {
    if (mover === '') return [];
    const whole = Math.min(100, (hours / 24) * PACE);
    const pace = hours <= 24 ? PACE : (PACE * 24) / hours;
    const milestones = Array.from({ length: max }, (_, step) => ({
      at: Math.round((whole * (step + 1) * 100) / max) / 100,
      description: `${name}: step ${step + 1} of ${max}.`,
      operations: [{ op: 'tick_clock', clock_id: ids[index] ?? '', by: 1 }],
    }));
    return [{ character: people.get(mover) ?? '', goal: name, pace_per_day: pace, milestones }];
  });
}

function buildDeadlines({ outline, clocks: { deadlines } }: ScenarioParts): Rows {
  const ids = new UniqueSlugs();
  return deadlines.map(({ what, due_in_hours: hours, otherwise }) => ({
    id: ids.idFor(what),
    description: what,
    due_in: `${hours}h`,
    consequences: otherwise,
    operations: [
      {
        op: 'add_fact',
        subject_id: outline.location,
        predicate: 'has seen this:',
        object: otherwise,
        visibility: 'public',
      },
    ],
    visibility: 'public',
  }));
}

function failed(threadId: string | undefined, reason: string): { readonly [key: string]: Json } {
  return { op: 'update_thread', thread_id: threadId ?? '', status: 'failed', reason };
}

function threadIds(threads: ScenarioParts['outline']['threads']): readonly string[] {
  const ids = new UniqueSlugs();
  return threads.map(({ title }) => ids.idFor(title));
}

function clockIds(clocks: ScenarioParts['clocks']['clocks']): readonly string[] {
  const ids = new UniqueSlugs();
  return clocks.map(({ name }) => ids.idFor(name));
}

/** Builds the content of a new character, as the file an author would write. */
function buildCharacterContent(
  character: ScenarioCast['characters'][number],
  { cast, location }: ScenarioOutline,
  { people }: DraftNames,
  { ruleset }: ScenarioSetting,
): HomebrewContent {
  const { name, pronouns, appearance, description, personality, speech, goals } = character;
  const id = people.get(name) ?? '';
  const [persona] = cast;
  const member = cast.find((one) => one.name === name);
  const data = {
    id,
    name,
    role: member?.role ?? name,
    summary: member?.tagline ?? name,
    appearance,
    pronouns,
    location,
    tier: 'major',
    playable: persona?.name === name,
    personality,
    speech_style: speech,
    sample_lines: character.sample_lines,
    goals,
    red_lines: character.red_lines,
    knows: character.knows,
    // It came as JSON and was held to the schema of the ruleset.
    stat_blocks: { [ruleset.id]: character.stat_block as { readonly [key: string]: Json } },
    tags: ['generated'],
  };
  return { kind: 'character', id, data, body: `# ${name}\n\n${description}` };
}

/** Builds the entry point of a scenario: everything except its own characters and items. */
function buildEntryContent(
  parts: ScenarioParts,
  names: DraftNames,
  ground: ScenarioSetting,
): HomebrewContent {
  const { outline, scene } = parts;
  const { entryId: id, people } = names;
  const data = {
    id,
    name: outline.title,
    type: 'scenario',
    summary: outline.summary,
    tags: ['generated'],
    world: ground.world.id,
    rulesets: [ground.ruleset.id],
    tone: outline.tone,
    stakes: outline.stakes,
    goals: outline.goals,
    prologue: scene.prologue,
    entry: gameMasterText(parts, ground),
    entry_start: scene.intro,
    essentials: outline.summary,
    opening: {
      location: outline.location,
      time: scene.time,
      visibility: scene.visibility,
      noise: scene.noise,
      constraints: scene.constraints,
    },
    // It came as JSON and was held to the schema of the ruleset.
    scene_seed: scene.scene_seed as { readonly [key: string]: Json },
    include: { characters: 'cast' },
    max_personas: 1,
    cast: outline.cast.map((member, index) => castMember(member, index, parts, names)),
    threads: buildThreads(parts, names),
    clocks: buildClocks(parts),
    agendas: buildAgendas(parts, names),
    deadlines: buildDeadlines(parts),
    facts: hiddenFacts(parts, names),
    observations: scene.observations.map(({ character, content, importance }) => ({
      character: people.get(character) ?? '',
      text: content,
      importance,
    })),
  };
  return { kind: 'entry_point', id, data, body: '' };
}

function castMember(
  { name, role, wants }: ScenarioParts['outline']['cast'][number],
  index: number,
  { outline, scene }: ScenarioParts,
  { people, things }: DraftNames,
): { readonly [key: string]: Json } {
  const isPersona = index === 0;
  const withholds = outline.secrets.filter(({ holder }) => holder === name).map(({ secret }) => secret);
  const held = outline.things.flatMap((thing, at) =>
    thing.held_by === name ? [{ item: things[at] ?? '', quantity: 1 }] : [],
  );
  return {
    character: people.get(name) ?? '',
    role: isPersona ? 'persona' : 'npc',
    part: role,
    location: outline.location,
    present: isPersona || scene.present.includes(name),
    goals: [wants],
    withholds,
    inventory: held,
  };
}

/** Builds the secrets as hidden facts. A player's action reveals a secret; the narrator is never told it beforehand. */
function hiddenFacts({ outline }: ScenarioParts, { people }: DraftNames): Json {
  const ids = new UniqueSlugs();
  return outline.secrets.map(({ holder, secret, triggers }) => ({
    id: ids.idFor(`secret of ${holder}`),
    subject: people.get(holder) ?? '',
    // It is told as a sentence: `Ada hides something: …`
    predicate: 'hides something:',
    object: secret,
    visibility: 'hidden',
    triggers,
  }));
}

/** Writes the text the game master must know on every turn; it contains no secret. */
function gameMasterText({ outline }: ScenarioParts, { library }: ScenarioSetting): string {
  const place = library.find('location', outline.location);
  const people = outline.cast.map(({ name, role, wants }) => `- ${name}: ${role}. Wants: ${wants}`);
  return [
    `THE SITUATION. ${outline.summary}`,
    `THE PLACE. ${place?.name ?? ''}. ${place?.data.summary ?? ''}`,
    `THE PEOPLE.\n${people.join('\n')}`,
    'HOW TO RUN IT. Everybody wants something from somebody here, and not all of it can be had. What is hidden comes out only when somebody does what uncovers it; until then let it show in hands and pauses. Let the clocks be felt before they are full.',
  ].join('\n\n');
}

/** Ids of a scenario's contents inside their pack. */
type DraftNames = {
  readonly entryId: string;
  /** The reference of everyone in the cast, by name: a short id for those who are new. */
  readonly people: ReadonlyMap<string, string>;
  /** The ids of things, in the order of the outline. */
  readonly things: readonly string[];
};

/** Builds a scenario as a homebrew pack: its characters, items and entry point, in the shapes authors write. */
export function buildDraftPack(parts: ScenarioParts, ground: ScenarioSetting, madeBy: string): HomebrewPack {
  const names = namesOf(parts);
  const { outline, cast } = parts;
  const people = cast.characters.map((character) => buildCharacterContent(character, outline, names, ground));
  const things = outline.things.map((thing, index) => thingContent(thing, names, index, outline.location));
  return {
    manifest: manifestOf(parts, ground, madeBy),
    contents: [...people, ...things, buildEntryContent(parts, names, ground)],
  };
}

/** Derives the id of the entry point inside its pack. */
export function deriveEntryId(parts: ScenarioParts): string {
  return namesOf(parts).entryId;
}

function namesOf({ outline }: ScenarioParts): DraftNames {
  const ids = new UniqueSlugs();
  const entryId = ids.idFor(outline.title);
  const people = outline.cast.map(({ name, from }) => [name, from === '' ? ids.idFor(name) : from] as const);
  return { entryId, people: new Map(people), things: outline.things.map(({ name }) => ids.idFor(name)) };
}

function manifestOf(
  { outline }: ScenarioParts,
  { packs, language }: ScenarioSetting,
  madeBy: string,
): JsonData {
  return {
    id: toSlug(outline.title),
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
