import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { telling } from '../../support/step-script.ts';
import { AUDITOR, MARIT, openTableOfTwo, type TableOfTwo } from '../../support/table-of-two.ts';

let table: TableOfTwo;
beforeAll(async () => {
  table = await openTableOfTwo((ruleset) =>
    ruleset
      .replace(/pipeline: full.*/, 'pipeline: duet')
      .replace(/resolution: \{.*\}.*/, 'resolution: { kind: table_d100, roll_types: [persuasion] }')
      .replace(/^.*consequences:.*$/m, ''),
  );
});
afterAll(() => table.close());

type Begun = Awaited<ReturnType<TableOfTwo['sitDown']>>;
const PROSE =
  'Rain drums on the quay roof. A page turns and nobody says anything for a while. A gull lands on the rail outside, looks in, and goes again. The lamp smokes a little and the ink in the open well has a skin on it.';
const rows = [0, 1, 2, 3, 4].map((at) => ({
  from: at * 20 + 1,
  to: at * 20 + 20,
  outcome: `Marit gives answer number ${at}.`,
}));
const offer = { purpose: 'win the keeper over', rows };
const committed = { turn: { status: 'COMMITTED' } };

/** Somebody is offered a table to roll on. */
async function offered(token: string, begun: Begun, more: object = {}): Promise<void> {
  const outcome = { awaiting_roll: true, roll_type: 'persuasion', roll_table: offer };
  table.script.set('narrate', () => telling(PROSE, outcome));
  const asking = { text: 'I try to persuade the keeper.' };
  expect(await table.take(token, begun, 'a', asking, more)).toMatchObject(committed);
  table.script.clear();
}

async function worldOf({ session }: Begun) {
  const found = await table.store.sessions.find(session);
  return table.snapshots.of(found?.currentSceneId ?? '');
}

async function rollsOf({ session }: Begun) {
  const lineage = await table.store.sessions.lineageOf(session);
  const page = { limit: 9, from: 'start', after: null, before: null } as const;
  return (await table.store.rolls.along(lineage, page)).items.map(({ roll }) => Object(roll));
}

describe('a table that was offered', () => {
  it('is rolled on by whoever plays the one it was offered to', async () => {
    const begun = await table.sitDown();
    await offered(table.ann, begun);
    const given = await table.answer(table.bob, begun, { faces: [1] }, 'b');
    expect(given).toMatchObject({ __typename: 'Refused', path: ['input', 'action', 'answer'] });
    expect((await worldOf(begun)).pendingRoll?.personaId).toBe(AUDITOR);
    expect(await table.store.turns.findByAction(begun.session, 'b')).toBeNull();

    expect(await table.answer(table.ann, begun, { faces: [50] }, 'r')).toMatchObject(committed);
    expect(await rollsOf(begun)).toMatchObject([{ characterId: AUDITOR, total: 50 }]);
  });

  it('tells others whose roll the story waits for', async () => {
    const begun = await table.sitDown();
    await offered(table.ann, begun);
    const told = await table.take(table.bob, begun, 'b', { text: 'I go away.' });
    expect(told).toMatchObject({ __typename: 'InvalidInput', path: ['input', 'action'] });
    expect(told.message).toMatch(/A roll of .+ is awaited/);
    expect(told.message).not.toContain(offer.purpose);
  });

  it('may be rolled on by the game master, in the name of whom it was offered to', async () => {
    const begun = await table.sitDown();
    await offered(table.ann, begun);
    expect(await table.answer(table.owner, begun, {}, 'r')).toMatchObject(committed);
    expect(await rollsOf(begun)).toMatchObject([{ characterId: AUDITOR, source: 'ENGINE' }]);
  });

  it('is rolled on by somebody who plays all alone for whichever persona, and counts once', async () => {
    const begun = await table.sitDown({ isShared: false });
    await offered(table.owner, begun, { personaId: MARIT });
    const roll = { answer: { promptId: await table.promptOf(begun), faces: [50] } };
    const first = await table.take(table.owner, begun, 'r', roll);
    expect(first).toMatchObject(committed);
    expect((await table.take(table.owner, begun, 'r', roll)).turn?.id).toBe(first.turn?.id);
    expect(await rollsOf(begun)).toMatchObject([{ characterId: MARIT, total: 50 }]);
  });

  it.each([
    ['a number no such die has', [101], /A d100 cannot show 101; give a whole number from 1 to 100/],
    ['nothing at all', [0], /from 1/],
    ['too many numbers', [50, 3], /needs 1 number .*; 2 came/],
    ['no number', [], /one whole number/],
  ])('refuses %s, and still waits', async (_what, faces, message) => {
    const begun = await table.sitDown({ isShared: false });
    await offered(table.owner, begun);
    const refused = await table.answer(table.owner, begun, { faces }, 'r');
    expect(refused).toMatchObject({
      __typename: 'InvalidInput',
      path: ['input', 'action', 'answer', 'faces'],
      message: expect.stringMatching(message),
    });
    expect(await table.store.turns.findByAction(begun.session, 'r')).toBeNull();
    expect(await table.answer(table.owner, begun, { faces: [100] }, 'r')).toMatchObject(committed);
  });

  it('leaves the action that brought it up what it was, however often it is sent', async () => {
    const begun = await table.sitDown();
    await offered(table.ann, begun);
    const before = table.asked.length;
    const again = await table.take(table.ann, begun, 'a', { text: 'I try to persuade the keeper.' });
    expect(again).toMatchObject(committed);
    expect(await table.take(table.ann, begun, 'a', { text: 'I sing.' })).toMatchObject({
      __typename: 'ActionIdReused',
      path: ['input', 'actionId'],
    });
    expect(table.asked.length).toBe(before);
    expect((await worldOf(begun)).pendingRoll?.personaId).toBe(AUDITOR);
  });

  it('is shown as what the session waits for to those it concerns, and to nobody else', async () => {
    const begun = await table.sitDown();
    await offered(table.ann, begun);
    const query = `query ($id: ID!) { session(id: $id) { awaiting { ... on RollPrompt {
      label dice modifier advantage rows { from to text } target { value } persona { name } turn { status }
    } } } }`;
    const [ann, bob, owner] = await Promise.all(
      [table.ann, table.bob, table.owner].map(async (token) => {
        const { data } = await table.ask(token, query, { id: begun.sessionId });
        return Object(data).session.awaiting;
      }),
    );
    expect(ann).toMatchObject({
      label: 'try to persuade the keeper',
      dice: '1d100',
      modifier: 0,
      advantage: 'NONE',
      target: null,
      turn: { status: 'COMMITTED' },
    });
    expect(ann.rows).toEqual(rows.map(({ from, to, outcome }) => ({ from, to, text: outcome })));
    expect(owner).toEqual(ann);
    expect(bob).toBeNull();
  });

  it('refuses an answer that was given before, under another action', async () => {
    const begun = await table.sitDown();
    await offered(table.ann, begun);
    const answer = { promptId: await table.promptOf(begun), faces: [50] };
    expect(await table.take(table.ann, begun, 'r', { answer })).toMatchObject(committed);
    expect(await table.take(table.ann, begun, 's', { answer })).toMatchObject({
      __typename: 'InvalidInput',
      path: ['input', 'action', 'answer', 'promptId'],
      message: expect.stringMatching(/not awaited any more/),
    });
    expect(await table.store.turns.findByAction(begun.session, 's')).toBeNull();
  });
});
