import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { inTurn } from '../../support/step-script.ts';
import { AUDITOR, openTableOfTwo, type TableOfTwo } from '../../support/table-of-two.ts';

let table: TableOfTwo;
let begun: Awaited<ReturnType<TableOfTwo['sitDown']>>;
beforeAll(async () => {
  table = await openTableOfTwo((ruleset) => ruleset);
});
beforeEach(async () => {
  begun = await table.sitDown();
});
afterAll(() => table.close());

const take = (token: string, action: object, more: object = {}) =>
  table.take(token, begun, randomUUID(), action, more);
const committed = { turn: { status: 'COMMITTED' } };
const lamp = { key: 'god:light_lamp', text: 'Light the lamp', description: 'By hand.', risk: 'safe' };
const obeying = (reply: object) =>
  table.script.set(
    'mode-god',
    inTurn({ say: JSON.stringify({ god_mode_response: 'It is so.', operations: [], ...reply }) }),
  );

it('commands, asks and returns to the story where every persona is played by somebody', async () => {
  obeying({ choices: [lamp] });
  expect(await take(table.owner, { text: 'GOD MODE: it is an hour later.' })).toMatchObject(committed);
  obeying({ choices: [lamp] });
  expect(await take(table.owner, { choice: 'god:light_lamp' })).toMatchObject(committed);
  expect(await take(table.owner, { text: 'Who has rolled so far?' }, { mode: 'DM' })).toMatchObject({
    turn: { status: 'ANSWERED' },
  });
  expect(await take(table.owner, { choice: 'god:return_story' })).toMatchObject(committed);
});

it('is the same turn when the way back is taken again, though another command has opened it anew', async () => {
  obeying({ choices: [] });
  await take(table.owner, { text: 'GOD MODE: rain.' });
  const back = await table.take(table.ann, begun, 'back', { choice: 'god:return_story' });
  expect(back).toMatchObject(committed);
  const again = () => table.take(table.ann, begun, 'back', { choice: 'god:return_story' });
  expect((await again()).turn?.id).toBe(back.turn?.id);
  obeying({ choices: [] });
  await take(table.owner, { text: 'GOD MODE: sun.' });
  expect((await again()).turn?.id).toBe(back.turn?.id);
});

it('acts in nobody’s place, and is told what there is to do instead', async () => {
  for (const more of [{}, { mode: 'THINK' }]) {
    const refused = await take(table.owner, { text: 'I open the drawer.' }, more);
    expect(refused).toMatchObject({ __typename: 'Refused', path: [] });
    expect(refused.message).toMatch(/played by another player.*`instruction`.*`GOD`/);
  }
  expect(await take(table.owner, { text: 'I open the drawer.' }, { personaId: AUDITOR })).toMatchObject({
    __typename: 'Refused',
    path: ['input', 'personaId'],
  });
});

it('gives commands that are no player’s to call off, whoever they were given through', async () => {
  obeying({ choices: [] });
  const { turn } = await take(table.owner, { text: 'GOD MODE: rain.' }, { personaId: AUDITOR });
  expect(await table.cancel(table.ann, turn?.id)).toMatchObject({
    __typename: 'Refused',
    path: ['input', 'turnId'],
    message: 'This turn is a command; only the game master may call it off.',
  });
});
