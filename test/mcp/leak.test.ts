import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Accounts, openAccounts } from '../support/accounts.ts';
import { globalId } from '../support/authoring.ts';
import { CANARIES, writeCanaryPack } from '../support/canary-pack.ts';
import { chattyStoryteller } from '../support/chatty-storyteller.ts';
import { LANTERN_QUAY } from '../support/engine.ts';
import { connectMcpOverHttp, type McpConnection } from '../support/mcp.ts';

const SECTIONS = ['scene', 'sheet', 'inventory', 'map', 'missions', 'people', 'facts', 'chronicle'];
const SEARCHES = ['ledger', 'Marit', 'Tomas Rell', 'Guild', 'bell', ...CANARIES.slice(0, 6)];

const listCanaries = (text: string): readonly string[] => CANARIES.filter((word) => text.includes(word));

/** Everything a caller gets from every tool that reads, in a view. */
async function readEverything({ call }: McpConnection, sessionId: string, view: string): Promise<string> {
  const replies = [
    await call('list_entry_points', {}),
    await call('list_campaigns', {}),
    await call('look', { sessionId, sections: SECTIONS, view }),
    await call('check_pack', { packId: 'lantern_quay' }),
  ];
  for (const text of SEARCHES) {
    replies.push(await call('search_lore', { text, sessionId, view, limit: 50 }));
    replies.push(await call('search_lore', { text, packIds: ['lantern_quay'], view, limit: 50 }));
  }
  return JSON.stringify(replies);
}

let server: Accounts;
beforeAll(async () => {
  server = await openAccounts({ writePacks: writeCanaryPack('full'), provider: chattyStoryteller });
});
afterAll(() => server.close());

it('shows a player nothing that is hidden, in either view, and the game master what is theirs', async () => {
  const master = (await server.makeToken('owner', ['gm', 'author'])).token;
  const begun = await server.begin(master);
  await server.store.members.add({
    campaignId: begun.campaign,
    viewerId: 'ada',
    name: 'Ada',
    role: 'player',
    personaId: 'pc_auditor_001',
    createdAt: new Date(),
  });
  const { token } = await server.makeToken('ada', ['player']);
  await using ada = await connectMcpOverHttp(server.url, token);
  await using owner = await connectMcpOverHttp(server.url, master);
  const { sessionId } = begun;
  const told: string[] = [];
  for (const text of ['I listen to the room.', 'I ask Marit about the weather.', 'I walk to the mole.']) {
    const progress = ({ message = '' }) => void told.push(message);
    const played = await ada.call('take_turn', { sessionId, actionId: text, text }, progress);
    expect(played.isError, played.text).toBe(false);
    told.push(JSON.stringify(played));
    const followed = await ada.call('follow_turn', { turnId: Object(played.data).id });
    told.push(JSON.stringify(followed));
  }
  expect(await ada.call('take_turn', { sessionId, actionId: 'god', text: 'x', mode: 'GOD' })).toMatchObject({
    isError: true,
  });
  expect(listCanaries(told.join())).toEqual([]);
  for (const view of ['player', 'gm'])
    expect(listCanaries(await readEverything(ada, sessionId, view))).toEqual([]);
  // The same questions do find what is hidden, for those who may see it.
  expect(listCanaries(await readEverything(owner, sessionId, 'gm'))).not.toEqual([]);
  expect(
    await ada.call('begin_story', { entryPointId: globalId('EntryPoint', LANTERN_QUAY), startId: 'x' }),
  ).toMatchObject({ isError: true });
}, 120_000);
