import { type Rejection, reject } from '#engine/kit/rejection.ts';
import { suggestion } from '../nearest-name.ts';
import { isForbiddenKey } from '../records/bounds.ts';
import type { Assignment, Situation, Translation } from './assignment.ts';
import { characterField } from './character-fields.ts';
import { combatFields } from './combat-fields.ts';
import { customFields } from './custom-fields.ts';
import { npcFields } from './npc-fields.ts';
import { worldFields } from './world-fields.ts';

type Section = (fields: readonly string[], assignment: Assignment, situation: Situation) => Translation;

const SECTIONS: Readonly<Record<string, Section>> = {
  player_character_data: playerFields,
  world_data: worldFields,
  npc_data: npcFields,
  custom_campaign_state: customFields,
  combat_state: combatFields,
};

/** What one assignment of the protocol means in operations. */
export function translate(assignment: Assignment, situation: Situation): Translation {
  const [root = '', ...fields] = assignment.path;
  const forbidden = assignment.path.find(isForbiddenKey);
  if (forbidden !== undefined)
    return reject('bad-path', `A path cannot lead through ${forbidden}.`, assignment.path);
  const section = Object.hasOwn(SECTIONS, root) ? SECTIONS[root] : undefined;
  if (section === undefined) return unknownRoot(root, assignment);
  const isObject =
    typeof assignment.value === 'object' && assignment.value !== null && !Array.isArray(assignment.value);
  if (fields.length === 0 && !isObject) {
    return reject(
      'replaces-parent',
      `${root} is never replaced or deleted whole; name what changes in it.`,
      assignment.path,
    );
  }
  return section(fields, assignment, situation);
}

function playerFields(fields: readonly string[], assignment: Assignment, situation: Situation): Translation {
  const persona = situation.snapshot.entities[situation.personaId];
  if (persona?.kind !== 'character')
    return reject('unknown-entity', 'Nobody plays this character.', assignment.path);
  return fields.length === 0 ? 'descend' : characterField(persona, fields, assignment, situation);
}

function unknownRoot(root: string, { path }: Assignment): Rejection {
  const known = Object.keys(SECTIONS);
  const roots = `the state has ${known.join(', ')}`;
  return reject('unknown-path', `There is no ${root}; ${roots}.${suggestion(root, known)}`, path);
}
