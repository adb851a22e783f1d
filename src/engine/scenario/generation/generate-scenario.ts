import { type HomebrewPack, toPackFiles } from '#engine/content/homebrew-pack.ts';
import { buildLibrary } from '#engine/content/library.ts';
import type { PackFiles } from '#engine/content/pack-files.ts';
import { isError, type Problem } from '#engine/content/problem.ts';
import { parsePack } from '#engine/content/read-pack.ts';
import type { ModelRequest, Provider } from '#engine/llm/provider.ts';
import {
  ScenarioCast,
  ScenarioClocks,
  type ScenarioLore,
  ScenarioOutline,
  type ScenarioParts,
  ScenarioScene,
} from '#engine/llm/scenario-contracts.ts';
import { runStructured, type StructuredStep } from '#engine/llm/structured.ts';
import {
  createRepairWriter,
  type PromptSource,
  type StepPrompt,
  writeStepPrompt,
} from '#engine/prompt/step-prompt.ts';
import type { Json } from '#engine/util/canonical-json.ts';
import { buildDraftPack, deriveEntryId } from '../draft/draft-pack.ts';
import { collectScenarioLore } from '../lore/scenario-lore.ts';
import type { ScenarioSetting } from '../lore/scenario-setting.ts';
import { checkCast, checkClocks, checkOutline, checkScene } from './chunk-problems.ts';

const list = (lines: readonly string[]) => lines.map((line) => `- ${line}`).join('\n');
const json = (value: unknown) => JSON.stringify(value);

/** Writes the rules as far as the model that makes a scenario must know them. */
function rulesText({ ruleset }: ScenarioSetting): string {
  const stats = ruleset.data.stats.map(({ id, name, represents }) => `- ${id} (${name}): ${represents}`);
  return [ruleset.name, ruleset.data.rulebook_summary, ...stats].join('\n');
}

function writeOutlinePrompt(
  ground: ScenarioSetting,
  lore: ScenarioLore,
  promptSource: PromptSource,
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
  return writeStepPrompt('scenario-outline', variables, promptSource);
}

function writeCastPrompt(
  ground: ScenarioSetting,
  lore: ScenarioLore,
  { outline }: Pick<ScenarioParts, 'outline'>,
  promptSource: PromptSource,
): StepPrompt {
  const variables = {
    ruleset: rulesText(ground),
    stat_schema: json(ground.rules.statSchema),
    stat_examples: list(
      [...lore.statBlocks.personas.slice(0, 1), ...lore.statBlocks.others.slice(0, 1)].map(json),
    ),
    outline: json(outline),
  };
  return writeStepPrompt('scenario-cast', variables, promptSource);
}

function writeClocksPrompt(
  ground: ScenarioSetting,
  { outline }: Pick<ScenarioParts, 'outline'>,
  promptSource: PromptSource,
): StepPrompt {
  return writeStepPrompt(
    'scenario-clocks',
    { ruleset: rulesText(ground), outline: json(outline) },
    promptSource,
  );
}

function writeScenePrompt(
  ground: ScenarioSetting,
  lore: ScenarioLore,
  { outline, cast, clocks }: Omit<ScenarioParts, 'scene'>,
  promptSource: PromptSource,
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
  return writeStepPrompt('scenario-scene', variables, promptSource);
}

/** Writes the place of the first scene with its authored atmosphere, for the prologue. */
function placeText({ places }: ScenarioLore, locationId: string): string {
  const place = places.find(({ id }) => id === locationId);
  return place === undefined ? '' : [`${place.name}. ${place.summary}`, ...place.atmosphere].join('\n');
}

/** Parts made so far; the outline always comes first. */
type PartsSoFar = Pick<ScenarioParts, 'outline'> & Partial<ScenarioParts>;

/** Fills in plain parts for those still to come, so that each part can be checked as it arrives. */
function withPlaceholders(parts: PartsSoFar, lore: ScenarioLore): ScenarioParts {
  const { outline } = parts;
  return {
    cast: plainCast(outline, lore),
    clocks: plainClocks(outline),
    scene: plainScene(outline, lore),
    ...parts,
  };
}

function plainCast({ cast }: ScenarioOutline, { statBlocks }: ScenarioLore): ScenarioCast {
  const [block = {}] = statBlocks.personas;
  const characters = cast
    .filter(({ from }) => from === '')
    .map(({ name, wants }) => ({
      name,
      pronouns: 'they/them',
      appearance: '—',
      description: '—',
      personality: ['—'],
      speech: '—',
      sample_lines: ['—'],
      goals: [wants],
      red_lines: [],
      knows: [],
      stat_block: block,
    }));
  return { characters };
}

function plainClocks({ threads }: ScenarioOutline): ScenarioClocks {
  const thread = threads[0]?.title ?? '';
  const steps = [{ at: 3, happens: '—' }];
  return {
    clocks: [{ name: 'Clock', max: 3, open: false, thread, steps, mover: '', hours: 12 }],
    deadlines: [],
  };
}

function plainScene({ cast, location }: ScenarioOutline, { openings }: ScenarioLore): ScenarioScene {
  const opening = openings.find(({ placeId }) => placeId === location) ?? openings[0];
  return {
    time: opening?.time ?? '1',
    visibility: 'clear',
    noise: 'normal',
    constraints: [],
    present: cast.slice(1).map(({ name }) => name),
    scene_seed: opening?.sceneSeed ?? {},
    prologue: '—',
    intro: '—',
    observations: [],
  };
}

/** Returns the pack checker's objections as sentences for the model that wrote the draft. */
type DraftCheck = (pack: HomebrewPack) => readonly string[];

/** Creates a check that reads the packs a draft depends on only once. */
function createDraftCheck(beside: readonly PackFiles[]): DraftCheck {
  const others = beside.map(parsePack);
  return (pack) => {
    const origin = String(pack.manifest.id);
    const draft = parsePack({ origin, files: toPackFiles(pack).files, problems: [] });
    const { problems } = buildLibrary([draft, ...others]);
    return problems
      .filter((problem) => problem.packId === draft.label && mustBeMended(problem))
      .map(({ file, field, message, advice }) => `${field === '' ? file : field}: ${message} ${advice}`);
  };
}

/** Authors are only warned of a secret that stands in the open; what was made for them should have none. */
function mustBeMended(problem: Problem): boolean {
  return isError(problem) || problem.code === 'secret-in-the-open';
}

/** The chunks a scenario is made in, in their order. */
export const SCENARIO_CHUNKS = ['outline', 'cast', 'clocks', 'scene'] as const;
export type ScenarioChunk = (typeof SCENARIO_CHUNKS)[number];

/** Progress of a scenario: a chunk was requested, was rejected and requested again, or is done. */
export type ChunkProgress = {
  readonly chunk: ScenarioChunk;
  readonly state: 'asked' | 'repairing' | 'done';
};

type GenerationDependencies = {
  readonly provider: Provider;
  readonly promptSource: PromptSource;
  /** The files of the packs the scenario stands on. */
  readonly beside: readonly PackFiles[];
  readonly signal: AbortSignal;
  readonly onProgress: (progress: ChunkProgress) => void;
};

type GenerationRequest = {
  readonly brief: string;
  /** Varies the calls of providers that take a seed. */
  readonly seed: string;
  /** Names the model that wrote it; stands in the pack. */
  readonly madeBy: string;
};

/** A generated scenario before it is saved. */
type UnsavedScenario = {
  readonly parts: ScenarioParts;
  readonly pack: HomebrewPack;
  /** The entry point, by its id inside the pack. */
  readonly entryId: string;
};

/**
 * Generates a scenario chunk by chunk. Checks each against its schema, the ids and rules of its world, and the pack
 * checker. Returns a faulty chunk to the model once with its faults; throws `InvalidReply` if it fails again. Writes
 * nothing.
 */
export async function generateScenario(
  { brief, seed, madeBy }: GenerationRequest,
  ground: ScenarioSetting,
  tools: GenerationDependencies,
): Promise<UnsavedScenario> {
  const { promptSource, beside } = tools;
  const lore = collectScenarioLore(ground, brief);
  const check = createDraftCheck(beside);
  const whole = (parts: PartsSoFar) => check(buildDraftPack(withPlaceholders(parts, lore), ground, madeBy));
  /** Runs the pack checker only when everything that is named exists; its findings are useless before that. */
  const firstOf = (named: readonly string[], rest: () => readonly string[]) =>
    named.length > 0 ? named : rest();
  const asked = <Reply>(
    chunk: ScenarioChunk,
    contract: StructuredStep<Reply>['contract'],
    prompt: StepPrompt,
    problems: (reply: Reply) => readonly string[],
  ) =>
    askFor({ name: `scenario-${chunk}`, contract, checks: [problems] }, chunk, prompt, { lore, seed }, tools);

  const outline = await asked(
    'outline',
    ScenarioOutline,
    writeOutlinePrompt(ground, lore, promptSource),
    (reply) => firstOf(checkOutline(reply, lore), () => whole({ outline: reply })),
  );
  const cast = await asked(
    'cast',
    ScenarioCast,
    writeCastPrompt(ground, lore, { outline }, promptSource),
    (reply) => firstOf(checkCast(reply, outline, ground), () => whole({ outline, cast: reply })),
  );
  const clocks = await asked(
    'clocks',
    ScenarioClocks,
    writeClocksPrompt(ground, { outline }, promptSource),
    (reply) => firstOf(checkClocks(reply, outline), () => whole({ outline, cast, clocks: reply })),
  );
  const scene = await asked(
    'scene',
    ScenarioScene,
    writeScenePrompt(ground, lore, { outline, cast, clocks }, promptSource),
    (reply) =>
      firstOf(checkScene(reply, outline, ground), () => whole({ outline, cast, clocks, scene: reply })),
  );
  const parts = { outline, cast, clocks, scene };
  return { parts, pack: buildDraftPack(parts, ground, madeBy), entryId: deriveEntryId(parts) };
}

async function askFor<Reply>(
  step: StructuredStep<Reply>,
  chunk: ScenarioChunk,
  prompt: StepPrompt,
  { lore, seed }: { readonly lore: ScenarioLore; readonly seed: string },
  { provider, promptSource, signal, onProgress }: GenerationDependencies,
): Promise<Reply> {
  const told: Provider = {
    ...provider,
    stream: (request: ModelRequest) => {
      onProgress({ chunk, state: request.purpose === 'ask' ? 'asked' : 'repairing' });
      return provider.stream(request);
    },
  };
  // What the lore says came from packs, which are JSON.
  const input = { lore } as unknown as Json;
  const question = { ...prompt, input, seed: `${seed}:${chunk}`, signal };
  const { reply } = await runStructured(step, question, {
    provider: told,
    writeRepair: createRepairWriter(promptSource),
  });
  onProgress({ chunk, state: 'done' });
  return reply;
}
