import { playerFacing } from '#engine/content/player-facing.ts';
import type { ScenarioLore } from '#engine/llm/scenario-inputs.ts';
import type { ScenarioGround } from '../scenario-ground.ts';
import { openingsOf } from './openings-of.ts';
import { peopleOf } from './people-of.ts';
import { statBlocksOf } from './stat-blocks-of.ts';

/** Returns the material for a scenario. It holds only what players may know, so that a new text cannot tell an old secret. */
export function loreOf(ground: ScenarioGround, brief: string): ScenarioLore {
  const { library, world, rules } = ground;
  return {
    brief,
    world: { name: world.name, tone: world.data.tone },
    isForTwo: rules.mechanics.resolution.kind === 'countdown',
    places: library.all('location').flatMap((place) => {
      const shown = playerFacing<'location'>(place, library);
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
    people: peopleOf(ground),
    factions: library.all('faction').flatMap((faction) => {
      const shown = playerFacing<'faction'>(faction, library);
      return shown === null ? [] : [{ name: faction.name, summary: shown.summary ?? '' }];
    }),
    threads: library
      .all('entry_point')
      .filter(({ data }) => data.world === world.id)
      .flatMap(({ data }) => data.threads.filter(({ visibility }) => visibility === 'public'))
      .map(({ title, stakes }) => ({ title, stakes })),
    statBlocks: statBlocksOf(ground),
    openings: openingsOf(ground),
  };
}
