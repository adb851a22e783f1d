import type { HomebrewContent } from '#engine/content/homebrew-pack.ts';
import type { Json } from '#engine/kit/canonical-json.ts';
import type { ScenarioParts } from '#engine/llm/scenario-replies.ts';
import type { ScenarioGround } from '../scenario-ground.ts';
import type { DraftNames } from './draft-pack.ts';
import { agendasOf, clocksOf, deadlinesOf, threadsOf } from './pressures.ts';
import { Ids } from './slug.ts';

/** The way into a scenario: everything about it that is not a person or a thing of its own. */
export function entryContent(
  parts: ScenarioParts,
  names: DraftNames,
  ground: ScenarioGround,
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
    threads: threadsOf(parts, names),
    clocks: clocksOf(parts),
    agendas: agendasOf(parts, names),
    deadlines: deadlinesOf(parts),
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

/** A secret comes out by what somebody does, never by being told to the narrator. */
function hiddenFacts({ outline }: ScenarioParts, { people }: DraftNames): Json {
  const ids = new Ids();
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

/** What the game master must know on every turn; nothing of it is secret. */
function gameMasterText({ outline }: ScenarioParts, { library }: ScenarioGround): string {
  const place = library.find('location', outline.location);
  const people = outline.cast.map(({ name, role, wants }) => `- ${name}: ${role}. Wants: ${wants}`);
  return [
    `THE SITUATION. ${outline.summary}`,
    `THE PLACE. ${place?.name ?? ''}. ${place?.data.summary ?? ''}`,
    `THE PEOPLE.\n${people.join('\n')}`,
    'HOW TO RUN IT. Everybody wants something from somebody here, and not all of it can be had. What is hidden comes out only when somebody does what uncovers it; until then let it show in hands and pauses. Let the clocks be felt before they are full.',
  ].join('\n\n');
}
