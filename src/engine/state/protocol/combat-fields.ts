import { reject } from '#engine/kit/rejection.ts';
import type { Assignment, Situation, Translation } from './assignment.ts';
import { npcFields } from './npc-fields.ts';
import { wrongShape, wrongValue } from './refusals.ts';

const COUNTED = ['round', 'current_round', 'turn', 'current_turn', 'initiative_order', 'order'];

/** What stands below `combat_state`: whether there is a fight, and how its combatants are. */
export function combatFields(
  fields: readonly string[],
  assignment: Assignment,
  situation: Situation,
): Translation {
  const [field, ...rest] = fields;
  if (field === undefined) return 'descend';
  if (field === 'enemies')
    return wrongShape(assignment, 'is not known', '"combatants" instead of "enemies".');
  if (field === 'in_combat' || field === 'active') return inCombat(assignment, situation);
  if (COUNTED.includes(field)) {
    return reject(
      'derived-field',
      `${assignment.path.join('.')} moves by turns: use advance_combat.`,
      assignment.path,
    );
  }
  return npcFields(field === 'combatants' ? rest : fields, assignment, situation);
}

function inCombat(assignment: Assignment, { snapshot }: Situation): Translation {
  const { value, path } = assignment;
  if (typeof value !== 'boolean') return wrongValue(assignment, 'true or false');
  if (value === (snapshot.combat !== null)) return [];
  if (!value) return [{ op: 'end_combat', outcome: 'truce' }];
  const form = '{"op": "start_combat", "combatants": [{"characterId": "…", "side": "…"}, …]}';
  return reject('needs-operation', `A fight begins with its combatants: ${form}.`, path);
}
