import type { ScenarioLore } from '#engine/llm/scenario-inputs.ts';
import type {
  ScenarioCast,
  ScenarioClocks,
  ScenarioOutline,
  ScenarioParts,
  ScenarioScene,
} from '#engine/llm/scenario-replies.ts';

/** What is made already; the outline always comes first. */
export type PartsSoFar = Pick<ScenarioParts, 'outline'> & Partial<ScenarioParts>;

/** The parts made so far with plain ones in the place of those to come, so that each can be checked as it comes. */
export function withStandIns(parts: PartsSoFar, lore: ScenarioLore): ScenarioParts {
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
