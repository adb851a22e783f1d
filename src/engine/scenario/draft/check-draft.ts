import { type HomebrewPack, listPackFiles } from '#engine/content/homebrew-pack.ts';
import { buildLibrary } from '#engine/content/library.ts';
import type { PackFiles } from '#engine/content/pack-files.ts';
import { isError, type Problem } from '#engine/content/problem.ts';
import { parsePackFiles } from '#engine/content/read-pack.ts';
import type {
  ScenarioCast,
  ScenarioClocks,
  ScenarioLore,
  ScenarioOutline,
  ScenarioParts,
  ScenarioScene,
} from '#engine/llm/scenario-contracts.ts';

/** Parts made so far; the outline always comes first. */
export type PartsSoFar = Pick<ScenarioParts, 'outline'> & Partial<ScenarioParts>;

/** Fills in plain parts for those still to come, so that each part can be checked as it arrives. */
export function withPlaceholders(parts: PartsSoFar, lore: ScenarioLore): ScenarioParts {
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
export function createDraftCheck(beside: readonly PackFiles[]): DraftCheck {
  const others = beside.map(parsePackFiles);
  return (pack) => {
    const origin = String(pack.manifest.id);
    const draft = parsePackFiles({ origin, files: listPackFiles(pack), problems: [] });
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
