import { afterEach, expect, it } from 'vitest';
import { watchBySse, watchByWebSocket } from '../support/graphql-clients.ts';
import { writeGuidePack } from '../support/guide-pack.ts';
import { begin, history, takeTurn } from '../support/play.ts';
import { type ServerProcess, startServerProcess } from '../support/server-process.ts';
import { temporaryFolder } from '../support/stores.ts';

const folder = temporaryFolder();
const packs = temporaryFolder();
writeGuidePack(packs.path);
const shared = { SCENEWRIGHT_DATA: folder.path, SCENEWRIGHT_PACKS: packs.path };
let server: ServerProcess | null = null;
afterEach(async () => {
  await server?.kill();
  folder.remove();
  packs.remove();
});

const isDelta = ({ __typename }: { __typename: string }) => __typename === 'NarrationDelta';

it('loses nothing that was told when it is killed in the middle of a turn, and finishes that turn when it is back', async () => {
  server = await startServerProcess({ ...shared, OFFLINE_WORDS_PER_SECOND: '0' });
  const sessionId = await begin(server.url);
  const bySse = watchBySse(server.url, sessionId);
  const byWebSocket = watchByWebSocket(server.url, sessionId);
  const played = [];
  for (const text of ['I look around.', 'I wait for ten minutes.', 'I look at Marit.']) {
    played.push(await takeTurn(server.url, sessionId, { text }));
  }
  const third = await bySse.until(({ sceneIndex }) => sceneIndex === 4);
  await byWebSocket.until(({ cursor }) => cursor === third.cursor);

  expect(played.map(({ turn }) => turn?.status)).toEqual(['COMMITTED', 'COMMITTED', 'COMMITTED']);
  expect(byWebSocket.events).toEqual(bySse.events);
  const sequences = bySse.events.map(({ sequence }) => sequence);
  expect(sequences).toEqual([...new Set(sequences)].toSorted((one, other) => one - other));
  for (const { turn } of played) {
    const told = bySse.events.filter((event) => isDelta(event) && event.turnId === turn?.id);
    expect(told.map(({ text }) => text).join('')).toBe(turn?.scene?.narration);
  }
  await server.kill();

  server = await startServerProcess({ ...shared, OFFLINE_WORDS_PER_SECOND: '20' });
  const slow = watchBySse(server.url, sessionId, third.cursor);
  await takeTurn(server.url, sessionId, { actionId: 'fourth', text: 'I wait for an hour.', wait: false });
  await slow.until(isDelta);
  await server.kill();

  server = await startServerProcess({ ...shared, OFFLINE_WORDS_PER_SECOND: '0' });
  const resumed = watchByWebSocket(server.url, sessionId, slow.events.at(-1)?.cursor ?? null);
  const done = await resumed.until(({ __typename }) => __typename === 'TurnCommitted');
  expect(done).toMatchObject({ sceneIndex: 5 });
  expect(resumed.events.map(({ __typename }) => __typename)).toContain('NarrationWithdrawn');
  const told = resumed.events.filter(isDelta).map(({ text }) => text);
  const again = await takeTurn(server.url, sessionId, { actionId: 'fourth', text: 'I wait for an hour.' });
  expect(again.turn).toMatchObject({ status: 'COMMITTED', attempt: 2, scene: { index: 5 } });
  expect(again.turn?.scene?.narration).toContain(told.at(-1));
  expect((await history(server.url, sessionId)).scenes.map(({ index }) => index)).toEqual([0, 1, 2, 3, 4, 5]);
}, 180_000);
