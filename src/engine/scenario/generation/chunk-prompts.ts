import type { ScenarioLore, ScenarioParts } from '#engine/llm/scenario-contracts.ts';
import { type PromptSource, type StepPrompt, writeStepPrompt } from '#engine/prompt/step-prompt.ts';
import type { ScenarioSetting } from '../lore/scenario-setting.ts';

const list = (lines: readonly string[]) => lines.map((line) => `- ${line}`).join('\n');
const json = (value: unknown) => JSON.stringify(value);

/** Writes the rules as far as the model that makes a scenario must know them. */
function rulesText({ ruleset }: ScenarioSetting): string {
  const stats = ruleset.data.stats.map(({ id, name, represents }) => `- ${id} (${name}): ${represents}`);
  return [ruleset.name, ruleset.data.rulebook_summary, ...stats].join('\n');
}

export function writeOutlinePrompt(
  ground: ScenarioSetting,
  lore: ScenarioLore,
  shelf: PromptSource,
): StepPrompt {
  const variables = {
    ruleset: rulesText(ground),
    world: `${lore.world.name} (${lore.world.tone})\n${ground.world.data.essentials ?? ground.world.data.prompt}`,
    places: list(lore.places.map(({ id, name, summary }) => `${id}: ${name}. ${summary}`)),
    people: list(lore.people.map(({ id, name, role, placeId }) => `${id}: ${name}, at ${placeId}. ${role}`)),
    factions: list(lore.factions.map(({ name, summary }) => `${name}: ${summary}`)),
    threads: list(lore.threads.map(({ title, stakes }) => `${title}: ${stakes}`)),
    wishes: lore.brief === '' ? 'Nothing in particular: surprise me.' : lore.brief,
  };
  return writeStepPrompt('scenario-outline', variables, shelf);
}

export function writeCastPrompt(
  ground: ScenarioSetting,
  lore: ScenarioLore,
  { outline }: Pick<ScenarioParts, 'outline'>,
  shelf: PromptSource,
): StepPrompt {
  const variables = {
    ruleset: rulesText(ground),
    stat_schema: json(ground.rules.statSchema),
    stat_examples: list(
      [...lore.statBlocks.personas.slice(0, 1), ...lore.statBlocks.others.slice(0, 1)].map(json),
    ),
    outline: json(outline),
  };
  return writeStepPrompt('scenario-cast', variables, shelf);
}

export function writeClocksPrompt(
  ground: ScenarioSetting,
  { outline }: Pick<ScenarioParts, 'outline'>,
  shelf: PromptSource,
): StepPrompt {
  return writeStepPrompt('scenario-clocks', { ruleset: rulesText(ground), outline: json(outline) }, shelf);
}

export function writeScenePrompt(
  ground: ScenarioSetting,
  lore: ScenarioLore,
  { outline, cast, clocks }: Omit<ScenarioParts, 'scene'>,
  shelf: PromptSource,
): StepPrompt {
  const variables = {
    ruleset: rulesText(ground),
    scene_schema: json(ground.rules.stateSchema),
    scene_examples: list(
      lore.openings.slice(0, 4).map(({ time, sceneSeed }) => `${time}: ${json(sceneSeed)}`),
    ),
    outline: json(outline),
    place: placeText(lore, outline.location),
    cast: list(cast.characters.map(({ name, description }) => `${name}: ${description}`)),
    clocks: list(
      clocks.clocks.map(({ name, steps }) => `${name}: ${steps.map(({ happens }) => happens).join(' ')}`),
    ),
  };
  return writeStepPrompt('scenario-scene', variables, shelf);
}

/** Writes the place of the first scene with its authored atmosphere, for the prologue. */
function placeText({ places }: ScenarioLore, locationId: string): string {
  const place = places.find(({ id }) => id === locationId);
  return place === undefined ? '' : [`${place.name}. ${place.summary}`, ...place.atmosphere].join('\n');
}
