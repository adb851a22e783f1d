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

const answer = (given: object) => table.answer(table.ann, begun, given);

async function refusedAs(given: object, field: string, message: RegExp, status: string) {
  const turn = await table.store.turns.findByAction(begun.session, 'a');
  const answered = await table.take(table.ann, begun, 'other', { answer: given });
  expect(answered).toMatchObject({
    __typename: 'InvalidInput',
    path: ['input', 'action', 'answer', field],
    message: expect.stringMatching(message),
  });
  expect(await table.store.turns.findByAction(begun.session, 'a')).toEqual(turn);
  expect(turn?.status).toBe(status);
}

it('tells a player who rolls where a question was asked that an answer is wanted', async () => {
  await asked();
  const promptId = await table.promptOf(begun);
  await refusedAs({ promptId, faces: [1, 2] }, 'faces', /`optionId` or `text`/, 'awaiting-clarification');
  await refusedAs({ promptId }, 'text', /`optionId` or `text`/, 'awaiting-clarification');
  expect((await answer({ text: 'Oda.' })).turn?.status).toBe('AWAITING_ROLL');
});

it('takes an option of the question, and refuses what is none', async () => {
  await asked();
  const query =
    'query ($id: ID!) { session(id: $id) { awaiting { ... on QuestionPrompt { id question options { id text } } } } }';
  const { data } = await table.ask(table.ann, query, { id: begun.sessionId });
  const { id: promptId, question, options } = Object(data).session.awaiting;
  expect(question).toContain('Whom');
  const [first] = options;
  await refusedAs({ promptId, optionId: promptId }, 'optionId', /no option/, 'awaiting-clarification');
  const given = { answer: { promptId, optionId: first.id } };
  const answered = await table.take(table.ann, begun, 'x', given);
  expect(answered.turn?.status).toBe('AWAITING_ROLL');
  expect(await table.take(table.ann, begun, 'y', given)).toEqual(answered);
  const kept = await table.store.turns.findByAction(begun.session, 'a');
  expect(kept?.answers).toMatchObject([{ kind: 'clarification', text: first.text }]);
});

it('refuses an answer to a question that was answered otherwise, and words where dice are awaited', async () => {
  await asked();
  const former = await table.promptOf(begun);
  await answer({ text: 'Oda.' });
  await refusedAs({ promptId: former, text: 'Ruben.' }, 'promptId', /not awaited/, 'awaiting-roll');
  const promptId = await table.promptOf(begun);
  await refusedAs({ promptId, text: 'Ruben.' }, 'text', /^Dice are awaited/, 'awaiting-roll');
});

it('refuses an answer to a turn that was called off, and takes its words again', async () => {
  const turnId = await asked();
  const promptId = await table.promptOf(begun);
  await table.cancel(table.ann, turnId);
  await refusedAs({ promptId, text: 'Oda.' }, 'promptId', /not awaited/, 'cancelled');
  expect((await send(WORDS)).turn).toMatchObject({ id: turnId, status: 'AWAITING_CLARIFICATION' });
});

it('names the action at fault when the story waits for dice', async () => {
  await asked();
  await answer({ text: 'Oda.' });
  const refused = await table.take(table.bob, begun, 'b', { text: 'I sing.' });
  expect(refused).toMatchObject({ __typename: 'InvalidInput', path: ['input', 'action'] });
});
