import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Accounts, openAccounts } from '../support/accounts.ts';
import { inTurn, type StepScript, scriptedSteps } from '../support/step-script.ts';

const SECRET = 'quicksilver';
const script: StepScript = new Map();
let accounts: Accounts;
let table: Awaited<ReturnType<Accounts['begin']>>;
let master: string;
let player: string;

const local = (id: string) => Buffer.from(id, 'base64').toString('utf8').replace(/^\w+:/, '');

beforeAll(async () => {
  accounts = await openAccounts({
    provider: scriptedSteps(script),
  });
  master = (await accounts.makeToken('master', ['gm'])).token;
  player = (await accounts.makeToken('player', ['player'])).token;
  table = await accounts.begin(master);
  await accounts.turns.finished(local(table.turnId));
  const { campaignId } = table;
  await accounts.ask(
    master,
    'mutation ($input: AddMemberInput!) { addMember(input: $input) { __typename } }',
    {
      input: { campaignId, viewerId: 'player', name: 'Ada' },
    },
  );
  await accounts.ask(
    master,
    'mutation ($input: AssignPersonaInput!) { assignPersona(input: $input) { __typename } }',
    { input: { campaignId, viewerId: 'player', personaId: 'pc_marit_001' } },
  );
  await command(
    `GOD_MODE_SET:\ncustom_campaign_state.${SECRET} = 1\nnpc_data.nobody_${SECRET}.mood = "grim"`,
  );
  script.set(
    'mode-god',
    inTurn({
      say: JSON.stringify({
        god_mode_response: `The ${SECRET} is hidden now.`,
        operations: [{ op: 'retire_entity', entityId: `npc_${SECRET}_001` }],
        choices: [{ key: 'god:dig', text: `Dig up the ${SECRET}`, description: '', risk: 'low' }],
      }),
    }),
  );
  await command(`GOD MODE: hide the ${SECRET}.`);
}, 60_000);
afterAll(() => accounts.close());

async function take(token: string, action: object, more: object = {}): Promise<string> {
  const query = `mutation ($input: TakeTurnInput!) { takeTurn(input: $input) {
    __typename ... on TurnPayload { turn { id status } } ... on Failure { message } } }`;
  const input = { sessionId: table.sessionId, actionId: randomUUID(), action, ...more };
  return (await accounts.ask(token, query, { input })).text;
}

async function command(text: string): Promise<void> {
  expect(await take(master, { text }, { mode: 'GOD' })).toContain('COMMITTED');
}

/** All of a session that somebody can ask for in words. */
const EVERYTHING = `query ($id: ID!, $audience: ViewAs) { session(id: $id) {
  recap
  currentScene { index narration choices { key text } state }
  scenes(first: 20) { nodes { index narration } }
  turns(first: 20) { nodes { mode status playerText answer commandReport } }
  chronicle(first: 20) { nodes { summary } }
  events(first: 100, as: $audience) { nodes { __typename
    ... on NarrationDelta { text } ... on CommandReported { text } ... on TurnFailed { message } } }
} }`;
const read = async (token: string, audience: 'PLAYER' | 'GM') =>
  (await accounts.ask(token, EVERYTHING, { id: table.sessionId, audience })).text;

it('tells a player nothing of what the game master commands, not even what was refused', async () => {
  const seen = await read(player, 'PLAYER');
  expect(seen).toContain('"mode":"GOD"');
  expect(seen).not.toContain(SECRET);
  expect(seen).not.toMatch(/Done:|Refused:|god:dig/);
  // The choices of players stay as the story offered them.
  expect(seen).toMatch(/"choices":\[\{/);
});

it('tells the game master all of it: the words, what was done and what was refused', async () => {
  const seen = await read(master, 'GM');
  expect(seen).toContain(`Done: custom_campaign_state.${SECRET} = 1`);
  expect(seen).toMatch(/Refused: npc_data/);
  expect(seen).toContain(`hide the ${SECRET}.`);
  expect(seen).toContain(`The ${SECRET} is hidden now.`);
  expect(seen).toContain('god:dig');
  expect(seen).toContain('"CommandReported"');
});

it('does not let a player hear of it as a game master, or by a choice that is none', async () => {
  expect(await read(player, 'GM')).toContain('FORBIDDEN');
  const refused = await take(player, { choice: 'god:nothing' });
  expect(refused).toContain('InvalidInput');
  expect(refused).not.toContain('god:dig');
});

it('keeps it out of what the next turns are told from', async () => {
  expect(await take(player, { text: 'I look at the lamp.' })).toContain('COMMITTED');
  const told = accounts.asked.findLast(({ step }) => step === 'narrate');
  expect(told).toBeDefined();
  expect(JSON.stringify([told?.system, told?.messages, told?.input])).not.toContain(SECRET);
});
