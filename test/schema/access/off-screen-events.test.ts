import { afterAll, beforeAll, expect, it } from 'vitest';
import { createStoryInput, type TurnInput } from '#engine/domain/turn.ts';
import { type Accounts, openAccounts, rawId } from '../../support/accounts.ts';
import { inTurn, type StepScript, scriptedSteps, telling } from '../../support/step-script.ts';
import { played } from '../../support/waiting-table.ts';

const UNSEEN = 'Tomas Reik drowns the harbour master by night and nobody sees it.';
const HEARD = 'The harbour guild closes every gate of the town at noon.';
const TOLD = 'A messenger tells that the salt ships are lost off the cape.';
const RUMOUR = 'It is said that the beacon burns by itself.';
const AUDITOR = 'pc_auditor_001';

const script: StepScript = new Map();
let accounts: Accounts;
let owner: string;
let ann: string;
let begun: Awaited<ReturnType<Accounts['begin']>>;
let narrators = '';

beforeAll(async () => {
  accounts = await openAccounts({
    provider: scriptedSteps(script),
  });
  owner = (await accounts.makeToken('owner', ['gm'])).token;
  ann = (await accounts.makeToken('ann', ['player'])).token;
  begun = await accounts.begin(owner);
  await accounts.turns.finished(rawId(begun.turnId));
  const member = { campaignId: begun.campaignId, viewerId: 'ann', name: 'Ann', personaId: AUDITOR };
  await accounts.ask(
    owner,
    'mutation ($input: AddMemberInput!) { addMember(input: $input) { __typename } }',
    { input: member },
  );
  await byHand([{ op: 'introduce_entity', kind: 'character', name: 'Tomas Reik', present: false }]);
  const world = await now();
  const reik = Object.values(world.entities).find(({ name }) => name === 'Tomas Reik')?.id;
  await byHand([
    { op: 'log_event', type: 'murder', summary: UNSEEN, characterIds: [`${reik}`] },
    { op: 'log_event', type: 'decision', summary: HEARD, scope: 'world_affecting' },
    { op: 'log_event', type: 'rumour', summary: RUMOUR },
  ]);
  const tell = telling('A messenger comes in from the rain and speaks of the salt ships.', {
    events: [{ type: 'loss', summary: TOLD, characters: [reik] }],
  });
  script.set('narrate', inTurn(tell));
  await act('I listen to the messenger.');
  script.set('narrate', ({ messages, system }) => {
    narrators = JSON.stringify([messages, system]);
    return undefined;
  });
  await act('I wait and listen to the rain.');
  await accounts.tidy();
}, 60_000);
afterAll(() => accounts.close());

let actions = 0;
async function byHand(proposals: Extract<TurnInput, { kind: 'operations' }>['proposals']): Promise<void> {
  actions += 1;
  const turn = await played(accounts, begun.session, `a${actions}`, {
    kind: 'operations',
    asker: 'gm',
    proposals,
  });
  expect(turn, JSON.stringify(turn.failure)).toMatchObject({ status: 'committed' });
}

async function act(words: string): Promise<void> {
  actions += 1;
  const turn = await played(
    accounts,
    begun.session,
    `a${actions}`,
    createStoryInput(words, { personaId: AUDITOR }),
  );
  expect(turn, JSON.stringify(turn.failure)).toMatchObject({ status: 'committed' });
}

async function now() {
  const session = await accounts.store.sessions.find(begun.session);
  return accounts.snapshots.of(session?.currentSceneId ?? '');
}

const chronicle = async (token: string) =>
  (
    await accounts.ask(
      token,
      'query ($id: ID!) { session(id: $id) { chronicle(first: 50) { nodes { summary } } } }',
      { id: begun.sessionId },
    )
  ).text;

const lore = async (text: string) =>
  (
    await accounts.ask(
      ann,
      'query ($query: LoreQuery!) { lore(query: $query) { ... on LoreResult { hits { chunk { text } } } } }',
      { query: { text, in: { sessionId: begun.sessionId }, corpus: 'HISTORY' } },
    )
  ).text;

it('tells nobody of what was done unseen: not the chronicle, not a search, not a narrator', async () => {
  expect(await chronicle(ann)).not.toContain(UNSEEN);
  expect(await lore('who drowned the harbour master?')).not.toContain(UNSEEN);
  expect(narrators).not.toContain(UNSEEN);
});

it.each([
  ['what matters to the whole world', HEARD, HEARD],
  ['a rumour', RUMOUR, RUMOUR],
  // The narrator reads it in the exchange that told it, and not a second time.
  ['what was told in a scene the persona was in', TOLD, 'speaks of the salt ships'],
])('lets %s reach players wherever they look', async (_case, news, narrated) => {
  expect(await chronicle(ann)).toContain(news);
  expect(await lore(news)).toContain(news);
  expect(narrators).toContain(narrated);
});
