import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { watchBySse, watchByWebSocket } from '../support/graphql-clients.ts';
import { writeGuidePack } from '../support/guide-pack.ts';
import { begin, history, takeTurn } from '../support/play.ts';
import { group, type ServerProcess, startServerProcess } from '../support/server-process.ts';
import { temporaryFolder } from '../support/stores.ts';

let folder: ReturnType<typeof temporaryFolder>;
let server: ServerProcess | null = null;
let place: Record<string, string>;
beforeEach(() => {
  folder = temporaryFolder();
  writeGuidePack(join(folder.path, 'packs'));
  place = { SCENEWRIGHT_DATA: join(folder.path, 'data'), SCENEWRIGHT_PACKS: join(folder.path, 'packs') };
});
afterEach(async () => {
  await server?.kill();
  server = null;
  folder.remove();
});

it('finishes the turn that runs when it is asked to stop, says so on /ready and tells those who watch to come again', async () => {
  server = await startServerProcess({ ...place, OFFLINE_WORDS_PER_SECOND: '30' });
  const { url } = server;
  const sessionId = await begin(url);
  const [bySse, byWebSocket] = [watchBySse(url, sessionId), watchByWebSocket(url, sessionId)];
  await takeTurn(url, sessionId, { actionId: 'last', wait: false });
  const scenes = ({ sceneIndex }: { sceneIndex?: number }) => sceneIndex === 2;
  const bothToldOf = [bySse.until(scenes), byWebSocket.until(scenes)];
  const isGoing = ({ __typename }: { __typename: string }) => __typename === 'ServerGoingAway';
  const bothTold = [bySse.until(isGoing), byWebSocket.until(isGoing)];
  const stopped = server.stop();
  await expect
    .poll(async () => (await fetch(`${url}/ready`)).json(), { interval: 10 })
    .toMatchObject({ ready: false, stopping: true });
  await Promise.all([...bothToldOf, ...bothTold]);

  expect(await stopped).toBe(0);
  bySse.stop();
  byWebSocket.stop();
  server = await startServerProcess({ ...place, OFFLINE_WORDS_PER_SECOND: '0' });
  const { scenes: kept, turns } = await history(server.url, sessionId);
  expect(kept).toHaveLength(3);
  expect(turns.at(-1)).toMatchObject({ actionId: 'last', status: 'COMMITTED', failure: null });
}, 240_000);

it('tells its figures on its own machine, with what was played', async () => {
  server = await startServerProcess({ ...place, OFFLINE_WORDS_PER_SECOND: '0' });
  const sessionId = await begin(server.url);
  const watch = watchBySse(server.url, sessionId);
  await watch.until(() => true);
  const figures = await (await fetch(`${server.url}/metrics`)).text();
  watch.stop();

  expect(figures).toContain('scenewright_turns_total{outcome="committed"} 1');
  expect(figures).toMatch(/scenewright_step_duration_seconds_count\{step="narrate"\} 1/);
  expect(figures).toMatch(/scenewright_data_bytes\{part="store"\} [1-9]/);
  expect(figures).toContain('scenewright_subscriptions_open 1');
  expect(figures).not.toContain(sessionId);
});

it('keeps its figures on a port of their own once there are accounts', async () => {
  server = await startServerProcess({ ...place, AUTH: 'required', METRICS_PORT: '0', LOG_LEVEL: 'info' });
  const address = group(await server.printed(/"address":"(http:[^"]+)","msg":"metrics are served"/));

  expect((await fetch(`${server.url}/metrics`)).status).not.toBe(200);
  expect(await (await fetch(`${address}/metrics`)).text()).toContain('nodejs_eventloop_lag_seconds');
});

it('holds clients to the limits that are set', async () => {
  server = await startServerProcess({
    ...place,
    LIMIT_DEPTH: '2',
    LIMIT_TURNS_PER_MINUTE: '1',
    LIMIT_BODY_BYTES: '5000',
  });
  const sessionId = await begin(server.url).catch(String);

  expect(sessionId).toContain('DEPTH_LIMIT');
});
