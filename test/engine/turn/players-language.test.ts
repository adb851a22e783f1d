import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import { readLanguages } from '../../../src/engine/language/read-languages.ts';
import { LANTERN_QUAY } from '../../support/engine.ts';
import { findId } from '../../support/plain/shared-readings.ts';
import { openScriptedTable, type ScriptedTable } from '../../support/scripted-turns.ts';
import { judging } from '../../support/step-script.ts';

let table: ScriptedTable;
beforeAll(async () => {
  table = await openScriptedTable(LANTERN_QUAY, undefined, readLanguages('examples/languages'));
});
beforeEach(() => table.restart());
afterAll(() => table.engine.close());

const texts = ({ after }: Awaited<ReturnType<ScriptedTable['say']>>) =>
  after.planning.choices.map(({ key, text, description }) => [key, text, description]);

it("offers the engine's own choices in the player's language", async () => {
  const some = await table.say('Miro la lluvia.', {
    reading: { language: 'es' },
    prose: 'Llueve sobre el muelle.',
    parts: { choices: ['Esperar', 'Salir', 'Hablar'] },
  });
  expect(texts(some)).toContainEqual([
    'other_action',
    'Otra acción',
    'Describe otra cosa que quieras hacer.',
  ]);
  const none = await table.say('Espero.', {
    reading: { language: 'es' },
    prose: 'Llueve sobre el muelle.',
    parts: { choices: ['Esperar'] },
  });
  expect(texts(none)).toEqual([
    ['continue', 'Continuar', 'Ver qué pasa después.'],
    ['custom_action', 'Otra cosa', 'Describe lo que haces.'],
  ]);
});

it('tells what the rules did, and why not, in the same language', async () => {
  await table.change({ op: 'introduce_item', name: 'A tin box' });
  const taken = await table.say('Cojo la caja.', {
    reading: (input) => ({
      language: 'es',
      actions: [{ kind: 'take', target: findId(input, 'tin box') }],
    }),
  });
  expect(taken.narrate?.done).toEqual(['Ines Varga coge: A tin box.']);
  const refused = await table.say('Amenazo a Tomas.', {
    reading: { language: 'es', actions: [{ kind: 'threaten', does: 'amenazar', target: 'npc_tomas_001' }] },
  });
  expect(refused.narrate?.blocked).toEqual([{ action: 'amenazar', reason: 'Tomas Rell no está aquí.' }]);
});

it('is told plainly in the same language when nothing of the prose can stand', async () => {
  await table.change({ op: 'set_calibration', boundaries: ['No dead children.'] });
  table.script.set(
    'judge',
    judging(() => 'boundaries'),
  );
  table.script.set('check-repair', () => ({ say: '{"sentences":[]}' }));
  const told = await table.say('Espero.', { reading: { language: 'es' }, prose: 'Un niño yace muerto.' });
  expect(told.narration).toBe('El momento pasa.');
});

it('searches the lore by the phrases of the Reading alone, and in the players own language by both', async () => {
  const asked = async (words: string, language: string) => {
    const { recording } = await table.say(words, {
      reading: { language, needs: { lore: ['the weigh-house and its dues'] } },
    });
    const { searches } = z
      .object({ searches: z.array(z.object({ query: z.object({ text: z.string().optional() }) })) })
      .parse(JSON.parse(recording));
    return searches.map(({ query: { text } }) => text).find((text) => text?.includes('weigh-house'));
  };

  expect(await asked('Pregunto por los derechos del peso.', 'es')).not.toContain('derechos');
  expect(await asked('I ask about the dues.', '')).toContain('I ask about the dues.');
});
