import { afterAll, beforeAll, expect, it } from 'vitest';
import { rawId } from '../../support/accounts.ts';
import { MARIT, openTableOfTwo, type TableOfTwo } from '../../support/table-of-two.ts';

let table: TableOfTwo;
beforeAll(async () => {
  table = await openTableOfTwo((ruleset) =>
    ruleset.replace(/pipeline: full.*/, 'pipeline: full\n  player_dice: asked'),
  );
});
afterAll(() => table.close());

type Begun = Awaited<ReturnType<TableOfTwo['sitDown']>>;
const RISK = { text: 'I force the drawer open before anybody sees me.' };
const NOT_YOURS = { __typename: 'Refused', code: 'NOT_YOUR_PERSONA' };
const committed = { turn: { status: 'COMMITTED' } };

/** Ann waits for her dice. */
async function atDice() {
  const begun = await table.sitDown();
  const { turn } = await table.take(table.ann, begun, 'a', RISK);
  expect(turn?.status).toBe('AWAITING_ROLL');
  return { begun, turnId: turn?.id };
}

/** Somebody who threatens "somebody" among several is asked whom. */
async function asked(token: string, begun: Begun, more: object = {}) {
  for (const name of ['Oda', 'Ruben']) {
    await table.apply(begun, `bring ${name}`, [{ introduceEntity: { kind: 'CHARACTER', name } }]);
  }
  const { turn } = await table.take(token, begun, 'q', { text: 'I threaten somebody.' }, more);
  expect(turn?.status).toBe('AWAITING_CLARIFICATION');
  return turn?.id;
}

/** Ann is asked whom she means. */
async function atQuestion() {
  const begun = await table.sitDown();
  return { begun, turnId: await asked(table.ann, begun) };
}

it('takes dice only from whoever plays the one who throws them', async () => {
  const { begun, turnId } = await atDice();
  const given = await table.answer(table.bob, begun, { faces: [1, 1] });

  expect(given).toMatchObject({ ...NOT_YOURS, path: ['input', 'action', 'answer'] });
  expect(given.message).toMatch(/awaited of .+, whom you do not play/);
  expect(await table.statusOf(turnId)).toBe('awaiting-roll');
  expect(await table.answer(table.ann, begun, { faces: [6, 6] })).toMatchObject(committed);
});

it('takes an answer only from whoever was asked', async () => {
  const { begun, turnId } = await atQuestion();
  const answered = await table.answer(table.bob, begun, { text: 'Marit.' });

  expect(answered).toMatchObject({ ...NOT_YOURS, path: ['input', 'action', 'answer'] });
  expect(await table.statusOf(turnId)).toBe('awaiting-clarification');
  expect((await table.answer(table.ann, begun, { text: 'Oda.' })).turn?.id).toBe(turnId);
});

it.each(['roll', 'clarification'] as const)('lets the game master give the %s for anybody', async (kind) => {
  const { begun } = kind === 'roll' ? await atDice() : await atQuestion();
  const given = await table.answer(table.owner, begun, kind === 'roll' ? {} : { text: 'Oda.' });

  expect(given).toMatchObject({ __typename: 'TurnPayload' });
  expect(given.turn?.status).not.toBe('AWAITING_CLARIFICATION');
});

it('lets a turn that waits be called off by its player and the game master alone', async () => {
  const { turnId } = await atDice();
  expect(await table.cancel(table.bob, turnId)).toMatchObject({ ...NOT_YOURS, path: ['input', 'turnId'] });
  expect(await table.statusOf(turnId)).toBe('awaiting-roll');
  expect(await table.cancel(table.ann, turnId)).toMatchObject({ __typename: 'TurnPayload' });

  const again = await atDice();
  expect(await table.cancel(table.owner, again.turnId)).toMatchObject({ __typename: 'TurnPayload' });
});

it('keeps a question open while somebody else acts, and says whom they wait for', async () => {
  const { begun, turnId } = await atQuestion();
  const acted = await table.take(table.bob, begun, 'b', { text: 'I look around.' });

  expect(acted).toMatchObject({ __typename: 'InvalidInput', path: ['input', 'action'] });
  expect(acted.message).toMatch(/has been asked something.*outside the story/);
  expect(await table.statusOf(turnId)).toBe('awaiting-clarification');
  expect(await table.store.turns.findByAction(begun.session, 'b')).toBeNull();
});

it.each([
  ['a question about the game', 'bob', { text: 'DM: how late is it?' }],
  ['a thought', 'bob', { text: 'THINK about the ledger.' }],
  ['a command', 'owner', { text: 'GOD MODE: GOD_MODE_SET:\nworld_state.tide = "high"' }],
] as const)(
  'keeps a question open beside %s, and takes its answer afterwards',
  async (_what, who, action) => {
    const { begun, turnId } = await atQuestion();
    // All personas are played: whoever leads the game has one to speak for only when Bob gives up his.
    if (who === 'owner')
      await table.store.members.assignPersona({ campaignId: begun.campaign, viewerId: 'bob' }, null);
    expect(await table.take(table[who], begun, 'beside', action)).toMatchObject({
      __typename: 'TurnPayload',
    });
    expect(await table.statusOf(turnId)).toBe('awaiting-clarification');
    expect((await table.answer(table.ann, begun, { text: 'Oda.' })).turn?.id).toBe(turnId);
  },
);

it('drops a question when its own player does something else', async () => {
  const { begun, turnId } = await atQuestion();
  expect(await table.take(table.ann, begun, 'b', { text: 'I look around.' })).toMatchObject(committed);
  expect(await table.statusOf(turnId)).toBe('cancelled');
});

it('lets somebody who plays all alone answer and drop what any of their personas was asked', async () => {
  const begun = await table.sitDown({ isShared: false });
  const { turn } = await table.take(table.owner, begun, 'a', RISK, { personaId: MARIT });
  expect(turn?.status).toBe('AWAITING_ROLL');
  expect(await table.answer(table.owner, begun, { faces: [6, 6] })).toMatchObject(committed);

  const turnId = await asked(table.owner, begun, { personaId: MARIT });
  expect(await table.take(table.owner, begun, 'next', { text: 'I look around.' })).toMatchObject(committed);
  expect(await table.statusOf(turnId)).toBe('cancelled');
  const kept = await table.store.turns.find(rawId(turn?.id ?? ''));
  expect(kept?.input).toMatchObject({ personaId: MARIT });
});
