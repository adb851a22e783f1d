import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTableOfTwo, type TableOfTwo } from '../../support/table-of-two.ts';
import { played } from '../../support/waiting-table.ts';

let table: TableOfTwo;
let begun: Awaited<ReturnType<TableOfTwo['sitDown']>>;
beforeAll(async () => {
  table = await openTableOfTwo((ruleset) => ruleset);
  begun = await table.sitDown({ isShared: false });
  await table.take(table.owner, begun, 'look', { text: 'I look around the room.' });
});
afterAll(() => table.close());

async function standing() {
  const session = await table.store.sessions.find(begun.session);
  const { planning } = await table.snapshots.of(session?.currentSceneId ?? '');
  const key = planning.choices.find((choice) => choice.key !== 'other_action')?.key ?? '';
  return { sceneIndex: session?.sceneIndex, key };
}

it.each([
  ['choice', 'DM'],
  ['choice', 'THINK'],
  ['choice', 'GOD'],
  ['answer', 'DM'],
  ['answer', 'THINK'],
  ['instruction', 'GOD'],
] as const)('refuses a %s that is to be meant as %s, and does nothing', async (kind, mode) => {
  const { key, sceneIndex } = await standing();
  const action = {
    choice: { choice: key },
    answer: { answer: { promptId: 'any', text: 'The red one.' } },
    instruction: { instruction: { type: 'SCENE_DIRECTION', text: 'It rains.' } },
  }[kind];
  const asked = table.asked.length;
  const refused = await table.take(table.owner, begun, randomUUID(), action, { mode });

  expect(refused).toMatchObject({ __typename: 'InvalidInput', path: ['input', 'mode'] });
  expect(refused.message).toContain(`\`${kind}\` is not meant as ${mode}; leave \`mode\` out`);
  expect((await standing()).sceneIndex).toBe(sceneIndex);
  expect(table.asked.length).toBe(asked);
});

it('takes a choice that is said to be story, and the same again when the scene offers others', async () => {
  const { key } = await standing();
  const first = await table.take(table.owner, begun, 'chosen', { choice: key }, { mode: 'STORY' });
  expect(first).toMatchObject({ turn: { status: 'COMMITTED' } });
  const others = ['leave', 'stay'].map((one) => ({ key: one, text: one, description: one, risk: 'low' }));
  const proposals = [{ op: 'set_choices', choices: others }];
  const byHand = { kind: 'operations', asker: 'gm', proposals } as const;
  await played(table, begun.session, 'others', byHand);
  expect((await standing()).key).toBe('leave');
  const again = await table.take(table.owner, begun, 'chosen', { choice: key });
  expect(again.turn?.id).toBe(first.turn?.id);
});

it.each(['DM:', 'OOC:  ', 'GOD MODE:', 'dm mode: \n'])('asks nobody for the bare %j', async (text) => {
  const { sceneIndex } = await standing();
  const asked = table.asked.length;
  for (const more of [{}, text.startsWith('GOD') ? { mode: 'GOD' } : { mode: 'DM' }]) {
    const refused = await table.take(table.owner, begun, randomUUID(), { text }, more);
    expect(refused).toMatchObject({ __typename: 'InvalidInput', path: ['input', 'action', 'text'] });
    expect(refused.message).toMatch(/is empty behind .+; say there what you (ask|command)/);
  }
  expect((await standing()).sceneIndex).toBe(sceneIndex);
  expect(table.asked.length).toBe(asked);
});

it('thinks for whoever only says that they think', async () => {
  expect(await table.take(table.owner, begun, 'think', { text: 'THINK' })).toMatchObject({
    turn: { status: 'COMMITTED' },
  });
});

it.each([
  ['a space of no width', '\u200b'],
  ['a mark that only turns the writing around', ' \u202e '],
  ['spaces that do not break', '\u00a0\u2060'],
])('takes %s for nothing said', async (_what, text) => {
  const { sceneIndex } = await standing();
  for (const action of [{ text }, { instruction: { type: 'SCENE_DIRECTION', text } }]) {
    const refused = await table.take(table.owner, begun, randomUUID(), action);
    expect(refused).toMatchObject({ __typename: 'InvalidInput' });
    expect(refused.path?.at(-1)).toBe('text');
    expect(refused.message).toMatch(/nothing to read in it; say what/);
  }
  expect((await standing()).sceneIndex).toBe(sceneIndex);
});

it.each(['🦀', 'אני פותח את הדלת', '…', '3'])('takes %s for words', async (text) => {
  expect(await table.take(table.owner, begun, randomUUID(), { text })).toMatchObject({
    turn: { status: 'COMMITTED' },
  });
});

it('repeats no more of a choice that is none than a person would read', async () => {
  const refused = await table.take(table.owner, begun, randomUUID(), { choice: 'a'.repeat(50_000) });
  expect(refused.message).toContain('There is no choice "aaa');
  expect(refused.message?.length).toBeLessThan(400);
});
