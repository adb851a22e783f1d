import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { openTableOfTwo, type TableOfTwo } from '../../support/table-of-two.ts';

let table: TableOfTwo;
let begun: Awaited<ReturnType<TableOfTwo['sitDown']>>;
beforeAll(async () => {
  table = await openTableOfTwo((ruleset) =>
    ruleset.replace(/pipeline: full.*/, 'pipeline: full\n  player_dice: asked'),
  );
});
beforeEach(async () => {
  begun = await table.sitDown();
});
afterAll(() => table.close());

const ROLL = { roll: { faces: [1, 2] } };
const ANSWER = { clarification: 'Oda.' };
const WORDS = { text: 'I threaten somebody.' };
const send = (action: object) => table.take(table.ann, begun, 'a', action);

async function asked(): Promise<string | undefined> {
  for (const name of ['Oda', 'Ruben']) {
    await table.apply(begun, `bring ${name}`, [{ introduceEntity: { kind: 'CHARACTER', name } }]);
  }
  const { turn } = await send(WORDS);
  expect(turn?.status).toBe('AWAITING_CLARIFICATION');
  return turn?.id;
}

async function refusedAs(action: object, field: string, message: RegExp, status: string) {
  const turn = await table.store.turns.findByAction(begun.session, 'a');
  expect(await send(action)).toMatchObject({
    __typename: 'InvalidInput',
    path: ['input', 'action', field],
    message: expect.stringMatching(message),
  });
  expect(await table.store.turns.findByAction(begun.session, 'a')).toEqual(turn);
  expect(turn?.status).toBe(status);
}

it('tells whoever rolls where a question was asked that an answer is wanted', async () => {
  await asked();
  await refusedAs(ROLL, 'roll', /no roll is awaited; .*`clarification`/, 'awaiting-clarification');
  expect((await send(ANSWER)).turn?.status).toBe('AWAITING_ROLL');
});

it('tells whoever answers where dice are awaited which, and to roll', async () => {
  await asked();
  await send(ANSWER);
  const other = { clarification: 'Ruben.' };
  await refusedAs(
    other,
    'clarification',
    /nothing is asked; .*waits for dice, for .+`roll`/,
    'awaiting-roll',
  );
});

it('tells whoever answers a turn that was called off that it was', async () => {
  const turnId = await asked();
  await table.cancel(table.ann, turnId);
  await refusedAs(ANSWER, 'clarification', /nothing is asked; .*called off.*fresh action/, 'cancelled');
  await refusedAs(ROLL, 'roll', /no roll is awaited; .*called off/, 'cancelled');
  expect((await send(WORDS)).turn).toMatchObject({ id: turnId, status: 'AWAITING_CLARIFICATION' });
});

it('names the action at fault when the story waits for dice', async () => {
  await asked();
  await send(ANSWER);
  const refused = await table.take(table.bob, begun, 'b', { text: 'I sing.' });
  expect(refused).toMatchObject({ __typename: 'InvalidInput', path: ['input', 'action'] });
});
