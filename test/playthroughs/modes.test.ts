import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { type Accounts, openAccounts } from '../support/accounts.ts';
import { inTurn, type StepScript, scriptedSteps, telling } from '../support/step-script.ts';

const script: StepScript = new Map();
let accounts: Accounts;
let table: Awaited<ReturnType<Accounts['begin']>>;
let master: string;
let player: string;
beforeAll(async () => {
  const provider = scriptedSteps(script);
  accounts = await openAccounts({ provider });
  master = (await accounts.makeToken('master', ['gm'])).token;
  player = (await accounts.makeToken('player', ['player'])).token;
});
beforeEach(async () => {
  table = await accounts.begin(master);
  await accounts.turns.finished(Buffer.from(table.turnId, 'base64').toString('utf8').replace(/^\w+:/, ''));
  const member = { campaignId: table.campaignId, viewerId: 'player', name: 'Ada' };
  await accounts.ask(
    master,
    'mutation ($input: AddMemberInput!) { addMember(input: $input) { __typename } }',
    {
      input: member,
    },
  );
  const persona = { campaignId: table.campaignId, viewerId: 'player', personaId: 'pc_marit_001' };
  await accounts.ask(
    master,
    'mutation ($input: AssignPersonaInput!) { assignPersona(input: $input) { __typename } }',
    { input: persona },
  );
});
afterEach(() => script.clear());
afterAll(() => accounts.close());

type Taken = {
  readonly __typename: string;
  readonly message?: string;
  readonly turn?: {
    readonly status: string;
    readonly mode: string | null;
    readonly answer: string | null;
    readonly scene: { readonly index: number; readonly choices: readonly { readonly key: string }[] } | null;
  };
};
async function take(token: string, action: object, more: object = {}): Promise<Taken> {
  const query = `mutation ($input: TakeTurnInput!) { takeTurn(input: $input) {
    __typename
    ... on TurnPayload { turn { status mode answer scene { index choices { key } } } }
    ... on Failure { message }
  } }`;
  const input = { sessionId: table.sessionId, actionId: randomUUID(), action, ...more };
  const { data, text } = await accounts.ask(token, query, { input });
  // Asked for just above, in this shape.
  const taken = data?.takeTurn as Taken | undefined;
  if (taken === undefined) throw new Error(text);
  return taken;
}

/** The world of the session's current scene. */
async function world() {
  const session = await accounts.store.sessions.find(table.session);
  return accounts.snapshots.of(session?.currentSceneId ?? '');
}

/** What a client reads of what the choices of the current scene are made from. */
async function planningFor(token: string) {
  const query = `query ($id: ID!) { session(id: $id) { currentScene {
    planning { context pros cons confidence }
  } } }`;
  const { data } = await accounts.ask(token, query, { id: table.sessionId });
  return Object(data?.session).currentScene.planning;
}

const THREE = ['ask', 'wait', 'other_action'].map((key) => ({
  key,
  text: key,
  description: key,
  risk: 'low',
}));
const obeying = (reply: object) =>
  script.set('mode-god', inTurn({ say: JSON.stringify({ god_mode_response: 'It is so.', ...reply }) }));
const offering = (key: string) => ({ key, text: 'Light the lamp', description: 'By hand.', risk: 'safe' });

it('lets a thought change nothing but a microsecond and what there is to choose', async () => {
  const before = await world();
  const { turn } = await take(master, { text: 'I think about who took the ledger.' });
  expect(turn).toMatchObject({ status: 'COMMITTED', mode: 'THINK' });
  const after = await world();
  expect(after.time).toEqual({ day: before.time.day, microsecond: before.time.microsecond + 1 });
  const [own] = Object.values(after.planning.own ?? {});
  if (own === undefined) throw new Error('the thought left no choices of its own');
  expect(own.analysis).toMatchObject({
    pros: expect.arrayContaining([expect.any(String)]),
    cons: expect.any(Array),
    confidence: expect.any(String),
  });
  const { context, analysis } = own;
  expect(await planningFor(master)).toEqual({ context, ...analysis });
  // The player of another persona learns nothing of it.
  expect(await planningFor(player)).toEqual({ context: null, pros: [], cons: [], confidence: null });
  await take(master, { text: 'I wait.' });
  expect(await planningFor(player)).toMatchObject({ pros: [], cons: [], confidence: null });
  const { time: _then, planning: _old, ...rest } = before;
  expect(after).toMatchObject(rest);
});

it('answers outside the story without a scene, and tells the narrator nothing of it', async () => {
  const before = await world();
  const asked = await take(player, { text: 'May I xylophone here?' }, { mode: 'DM' });
  expect(asked.turn).toMatchObject({ status: 'ANSWERED', scene: null, answer: expect.any(String) });
  expect(await world()).toBe(before);
  await take(master, { text: 'I wait.' });
  const told = accounts.asked.findLast(({ step }) => step === 'narrate');
  expect(JSON.stringify(told?.messages)).not.toContain('xylophone');
});

it('takes commands from the game master alone, and always offers the way back', async () => {
  const command = { text: 'GOD MODE: it is an hour later.' };
  expect(await take(player, command)).toMatchObject({
    __typename: 'InvalidInput',
    message: expect.stringContaining('game master'),
  });
  obeying({ operations: [{ op: 'advance_time', minutes: 60 }], choices: [offering('god:light_lamp')] });
  const { turn } = await take(master, command);
  expect(turn).toMatchObject({ status: 'COMMITTED', mode: 'GOD' });
  const keys = turn?.scene?.choices.map(({ key }) => key) ?? [];
  expect(keys.slice(0, 2)).toEqual(['god:light_lamp', 'god:return_story']);
  // The choices of players stay.
  expect(keys).toContain('look_around');
});

it('turns time back by a command and by nothing else', async () => {
  const before = await world();
  const back = [
    { op: 'set_time', to: { ...before.time, microsecond: before.time.microsecond - 60_000_000 } },
  ];
  script.set('narrate', () => telling('The lamp burns.', { choices: THREE, operations: back }));
  await take(master, { text: 'I wait.' });
  const later = await world();
  expect([later.time.day, later.time.microsecond]).not.toEqual([before.time.day, back[0]?.to.microsecond]);
  obeying({ operations: back, choices: [] });
  await take(master, { text: 'GOD MODE: a minute back.' });
  expect((await world()).time).toEqual(back[0]?.to);
});

it('takes a choice of GOD mode as a command, from the game master alone', async () => {
  obeying({ operations: [], choices: [offering('god:light_lamp')] });
  await take(master, { text: 'GOD MODE: what could I do?' });
  expect(await take(player, { choice: 'god:light_lamp' })).toMatchObject({
    __typename: 'InvalidInput',
    message: expect.stringContaining('game master'),
  });
  const { turn } = await take(master, { choice: 'god:light_lamp' });
  expect(turn).toMatchObject({ status: 'COMMITTED', mode: 'GOD' });
  const asked = accounts.asked.findLast(({ step }) => step === 'mode-god');
  expect(JSON.stringify(asked?.input)).toContain('Light the lamp');
});

it('goes on with the story by itself for whoever returns to it', async () => {
  await take(master, { text: 'GOD MODE: what could I do?' });
  const { turn } = await take(player, { choice: 'god:return_story' });
  expect(turn).toMatchObject({ status: 'COMMITTED', mode: null });
  const told = accounts.asked.findLast(({ step }) => step === 'narrate');
  expect(Object(told?.input).playerText).toBe('');
  expect(turn?.scene?.choices.every(({ key }) => !key.startsWith('god:'))).toBe(true);
});
