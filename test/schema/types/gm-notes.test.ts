import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Accounts, openAccounts } from '../../support/accounts.ts';
import { storytellerWith } from '../../support/chatty-storyteller.ts';

const NOTE = 'The stranger has seen the lamp twice.';
const WHY = 'The lamp burns down because the door stood open.';
const NOTES =
  'query ($id: ID!) { session(id: $id) { scenes(first: 10) { nodes { index gm { notes rationale } } } } }';

let server: Accounts;
let [master, player] = ['', ''];
let sessionId: string;
beforeAll(async () => {
  const provider = storytellerWith({ record: (answer) => ({ ...answer, rationale: WHY }) }, NOTE);
  server = await openAccounts({ provider });
  master = (await server.makeToken('owner', ['gm'])).token;
  player = (await server.makeToken('ada', ['player'])).token;
  const begun = await server.begin(master);
  sessionId = begun.sessionId;
  await server.store.members.add({
    campaignId: begun.campaign,
    viewerId: 'ada',
    name: 'Ada',
    role: 'player',
    personaId: 'pc_auditor_001',
    createdAt: new Date(),
  });
}, 60_000);
afterAll(() => server.close());

it('shows the game master what the storyteller noted for them and why it changes what, scene by scene', async () => {
  const { data, text } = await server.ask(master, NOTES, { id: sessionId });
  expect(data, text).toMatchObject({
    session: {
      scenes: {
        nodes: [
          { index: 0, gm: { notes: [], rationale: null } },
          { index: 1, gm: { notes: [NOTE], rationale: WHY } },
        ],
      },
    },
  });
});

it('shows nobody else', async () => {
  const { text } = await server.ask(player, NOTES, { id: sessionId });
  expect(text).not.toContain(NOTE);
  expect(text).not.toContain(WHY);
  expect(text).toContain('null');
});
