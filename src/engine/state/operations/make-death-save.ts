import { z } from 'zod';
import { rollDeathSave } from '#engine/rules/srd5e-death-save.ts';
import { CharacterId } from '../ids.ts';
import { defineOperation } from '../operation.ts';
import { noticeAbout } from '../parts/notice-about.ts';
import { statBlockOf, withDice, withStatBlock } from '../parts/stat-block.ts';

const RESULTS = {
  success: 'holds on',
  failure: 'slips further away',
  two_failures: 'slips much further away',
  stable: 'is stable',
  died: 'dies',
  awake: 'comes to with 1 hit point',
} as const;

/** The save of the dying, thrown by the engine. */
export const makeDeathSave = defineOperation({
  name: 'make_death_save',
  summary: 'Throws the death save of a dying character.',
  input: z.strictObject({ characterId: CharacterId }),

  apply(snapshot, { characterId }, context) {
    const found = statBlockOf(snapshot, characterId, ['characterId'], context);
    if ('rejected' in found) return found;
    const save = withDice(context, { characterId }, (roll) => rollDeathSave(found.block, roll));
    if ('rejected' in save) return { ...save, path: ['characterId'] };
    return {
      snapshot: withStatBlock(snapshot, found.character, save.block),
      effects: [noticeAbout(snapshot, found.character, `${found.character.name} ${RESULTS[save.result]}.`)],
    };
  },
});
