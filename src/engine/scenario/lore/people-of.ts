import type { Content } from '#engine/content/library.ts';
import { playerFacing } from '#engine/content/player-facing.ts';
import type { ScenarioLore } from '#engine/llm/scenario-inputs.ts';
import type { ScenarioGround } from '../scenario-ground.ts';

const PERSONAL = /^(?:he|she|they)\b/;

/** Whether somebody can be talked with: they have lines of their own, and are a who and not a what. */
export function speaks({ name, data }: Content<'character'>): boolean {
  const { sample_lines: lines, pronouns = 'they/them', status, visibility } = data;
  return (
    lines.length > 0 &&
    PERSONAL.test(pronouns) &&
    status === 'active' &&
    visibility !== 'gm' &&
    !name.startsWith('The ')
  );
}

/** The people of a world whom a story may find where they usually are. */
export function peopleOf({ library, ruleset, rules }: ScenarioGround): ScenarioLore['people'] {
  const needsBlock = rules.statFaults({}).length > 0 && ruleset.data.default_stat_block === undefined;
  return library
    .all('character')
    .filter(speaks)
    .filter(({ data }) => !needsBlock || data.stat_blocks[ruleset.id] !== undefined)
    .flatMap((character) => {
      const shown = playerFacing<'character'>(character, library);
      const { location, role = '' } = character.data;
      if (shown === null || location === undefined) return [];
      return [{ id: character.id, name: character.name, role, placeId: location }];
    });
}
