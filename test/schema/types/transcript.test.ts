import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { ReadInput } from '#engine/contracts/reading.ts';
import { meets } from '../../support/scripted-turns.ts';
import { AUDITOR, openTableOfTwo, type TableOfTwo } from '../../support/table-of-two.ts';

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

const READ = `query ($id: ID!) { session(id: $id) {
  awaiting { __typename ... on QuestionPrompt { question persona { entityId } } ... on RollPrompt { label } }
  turns(last: 1) { nodes { status action { kind text question } exchanges { prompt text } notices } }
} }`;

async function read(token: string) {
  const { data } = await table.ask(token, READ, { id: begun.sessionId });
  const { awaiting, turns } = Object(data).session;
  return { awaiting, turn: turns.nodes[0] };
}

it('keeps the question and the roll a turn waited for, with their answers, for those who may read it', async () => {
  for (const name of ['Oda', 'Ruben'])
    await table.apply(begun, `bring ${name}`, [{ introduceEntity: { kind: 'CHARACTER', name } }]);
  await table.take(table.ann, begun, 'a', { text: 'I threaten somebody.' });
  const { awaiting: asking } = await read(table.ann);
  await table.answer(table.ann, begun, { text: 'Oda.' });
  const asked = { prompt: asking.question, text: 'Oda.' };

  expect(asking).toEqual({
    __typename: 'QuestionPrompt',
    question: expect.stringContaining('Whom'),
    persona: { entityId: AUDITOR },
  });
  const { awaiting, turn } = await read(table.ann);
  expect(turn).toMatchObject({ status: 'AWAITING_ROLL', exchanges: [asked] });
  // Bob's persona has not perceived it yet.
  expect((await read(table.bob)).turn).toMatchObject({ action: { text: '' }, exchanges: [] });

  await table.answer(table.ann, begun, { faces: [6, 5] });
  const rolled = { prompt: awaiting.label, text: '6, 5' };
  for (const token of [table.ann, table.bob, table.owner])
    expect((await read(token)).turn).toMatchObject({ status: 'COMMITTED', exchanges: [asked, rolled] });
});

it('leaves the text of a roll empty when the engine rolled', async () => {
  await table.take(table.ann, begun, 'a', { text: 'I sneak past the clerk.' });
  const { awaiting } = await read(table.ann);
  expect(awaiting.__typename).toBe('RollPrompt');
  await table.answer(table.ann, begun, {});

  expect((await read(table.ann)).turn).toMatchObject({
    status: 'COMMITTED',
    exchanges: [{ prompt: awaiting.label, text: '' }],
  });
});

it('asks a player what the game master wants to know, and names the question beside the answer', async () => {
  const question = 'Do you keep the key?';
  const ask = { askClarification: { personaId: AUDITOR, question, actionText: 'I take the key.' } };
  expect(await table.apply(begun, 'ask', [ask])).toMatchObject({ __typename: 'TurnPayload' });
  const asking = { __typename: 'QuestionPrompt', question, persona: { entityId: AUDITOR } };

  expect((await read(table.ann)).awaiting).toEqual(asking);
  expect((await read(table.bob)).awaiting).toBeNull();
  const answered = await table.answer(table.ann, begun, { text: 'Yes, in my left boot.' });
  expect(answered).toMatchObject({ turn: { status: 'COMMITTED' } });
  const { awaiting, turn } = await read(table.ann);
  expect(awaiting).toBeNull();
  expect(turn.action).toEqual({ kind: 'ANSWER', text: 'Yes, in my left boot.', question });
});

it('keeps what one persona alone learned as notices for its player and the game master', async () => {
  const reading = meets('search the barrels', 'search the barrels');
  table.script.set('read', ({ input }) => ({ say: JSON.stringify(reading(ReadInput.parse(input))) }));
  await table.take(table.ann, begun, 'a', { text: 'I search the barrels in the store.' });
  table.script.clear();
  const notice = expect.stringContaining('Under the salt in the third herring barrel');

  expect((await read(table.ann)).turn).toMatchObject({ status: 'COMMITTED', notices: [notice] });
  expect((await read(table.owner)).turn.notices).toEqual([notice]);
  expect((await read(table.bob)).turn.notices).toEqual([]);
});
