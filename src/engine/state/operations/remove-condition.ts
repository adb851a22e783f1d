import { z } from 'zod';
import { reject } from '#engine/kit/rejection.ts';
import { Srd5eConditionName } from '#engine/rules/srd5e-condition.ts';
import { removeCondition as takeOff } from '#engine/rules/srd5e-conditions.ts';
import { CharacterId } from '../ids.ts';
import { defineOperation } from '../operation.ts';
import { findCharacter } from '../parts/find.ts';
import { withEntity } from '../parts/replace.ts';
import { statBlockOf, withStatBlock } from '../parts/stat-block.ts';
import { Line, Name } from '../records/bounds.ts';

/** Ends a condition: from one source, or from all. */
export const removeCondition = defineOperation({
  name: 'remove_condition',
  summary: 'Ends a condition of a character: the one from a source, or all of the name.',
  input: z.strictObject({ characterId: CharacterId, name: Name, source: Line.optional() }),

  apply(snapshot, { characterId, name, source }, context) {
    const character = findCharacter(snapshot, characterId, ['characterId']);
    if ('rejected' in character) return character;
    const others = character.conditions.filter(
      (other) => other.name !== name || (source !== undefined && other.source !== source),
    );
    if (others.length < character.conditions.length) {
      return withEntity(snapshot, { ...character, conditions: others });
    }
    const known = Srd5eConditionName.safeParse(name.toLowerCase());
    if (!context.rules.srd5e || !known.success) {
      return reject('condition-absent', `${character.name} is not ${name}.`, ['name']);
    }
    const found = statBlockOf(snapshot, characterId, ['characterId'], context);
    if ('rejected' in found) return found;
    const block = takeOff(found.block, known.data, source);
    return 'rejected' in block ? block : withStatBlock(snapshot, found.character, block);
  },
});
