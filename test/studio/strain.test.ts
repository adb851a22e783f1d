import { afterAll, beforeAll, beforeEach, expect, it, type TestContext } from 'vitest';
import { rawId } from '../support/accounts.ts';
import { commitOf, win } from '../support/campaigns.ts';
import { startRoundRobinProxy } from '../support/round-robin-proxy.ts';
import { type ServerProcess, startServerProcess } from '../support/server-process.ts';
import { telling } from '../support/step-script.ts';
import { temporaryFolder } from '../support/stores.ts';
import { openStudio, PATIENCE, type Visit } from '../support/studio.ts';

let studio: Awaited<ReturnType<typeof openStudio>>;
let owner: string;
beforeAll(async () => {
  studio = await openStudio();
  owner = (await studio.makeToken('owner', ['gm', 'player'])).token;
}, 180_000);
afterAll(() => studio.close());
beforeEach((context: TestContext) => {
  studio.script.clear();
  if (studio.reason !== null) context.skip(studio.reason);
});

const listScenes = ({ page }: Visit) =>
  page.$$eval('[data-scene]', (scenes) => scenes.map((scene) => Number(scene.getAttribute('data-scene'))));
const MOST_NODES = 3_000;
const MOST_SCENES = 40;

/** Makes the session this long, with copies of its newest scene. */
async function lengthen(session: string, scene: string, until: number): Promise<void> {
  const snapshot = (await studio.store.scenes.snapshots([scene])).get(scene);
  for (;;) {
    const lease = await win(studio.store, session);
    await studio.store.endings.commit(lease, commitOf(lease, snapshot));
    if (lease.session.sceneIndex + 1 >= until) return;
  }
}

it('shows a story of 5,000 scenes in few nodes, from its end to its beginning', {
  timeout: 600_000,
}, async () => {
  const { sessionId, session, sceneId } = await studio.begin(owner);
  await lengthen(session, rawId(sceneId), 5_000);
  const visit = await studio.visit(`/play/${sessionId}`, { token: owner });
  await visit.page.waitForSelector('[data-scene="5000"]', PATIENCE);
  const countNodes = () => visit.page.$$eval('*', (nodes) => nodes.length);

  expect((await listScenes(visit)).length).toBeLessThanOrEqual(MOST_SCENES);
  expect(await countNodes()).toBeLessThanOrEqual(MOST_NODES);
  await visit.press('Earlier scenes');
  await visit.page.waitForSelector('[data-scene="4970"]', PATIENCE);
  expect(await countNodes()).toBeLessThanOrEqual(MOST_NODES);
  await visit.press('From the beginning');
  await visit.page.waitForSelector('[data-scene="0"]', PATIENCE);
  expect(await listScenes(visit)).not.toContain(5_000);
  await visit.press('Now');
  await visit.page.waitForSelector('[data-scene="5000"]', PATIENCE);
  expect(await countNodes()).toBeLessThanOrEqual(MOST_NODES);
  expect(visit.faults).toEqual([]);
  await visit.close();
});

it('draws only the paragraph that grows while 500 pieces arrive', { timeout: 240_000 }, async () => {
  const { sessionId } = await studio.begin(owner);
  const visit = await studio.visit(`/play/${sessionId}`, { token: owner });
  await visit.page.waitForSelector('.choices button:not(:disabled)', PATIENCE);
  const paragraphs = Array.from({ length: 10 }, (_, index) => `${index}: ${'The tide rises. '.repeat(25)}`);
  studio.script.set('narrate', () => telling(paragraphs.join('\n\n')));
  // Paragraphs that were drawn once must stay the same nodes; redrawing them all is what makes long streams slow.
  await visit.page.evaluate(() => {
    const seen = new Set<Node>();
    const counts = { added: 0, removed: 0 };
    Object.assign(globalThis, { counts });
    new MutationObserver((changes) => {
      for (const change of changes) {
        for (const node of change.addedNodes) {
          const isParagraph = node instanceof HTMLElement && node.matches('.scene-live .prose > p');
          if (isParagraph && !seen.has(node)) counts.added += 1;
          if (isParagraph) seen.add(node);
        }
        const isLive = change.target instanceof HTMLElement && change.target.matches('.scene-live .prose');
        if (isLive) counts.removed += change.removedNodes.length;
      }
    }).observe(document.body, { childList: true, subtree: true });
  });
  await visit.page.focus('textarea');
  await visit.page.keyboard.type('I watch the water.');
  await visit.page.keyboard.press('Enter');
  await visit.page.waitForSelector('[data-scene="2"]', PATIENCE);

  expect(await visit.page.evaluate(() => Reflect.get(globalThis, 'counts'))).toEqual({
    added: paragraphs.length,
    removed: 0,
  });
  expect(visit.faults).toEqual([]);
  await visit.close();
});

it('goes on by itself when the server is killed in the middle of a turn', { timeout: 400_000 }, async () => {
  const folder = temporaryFolder();
  const proxy = await startRoundRobinProxy();
  const start = async (wordsPerSecond: string): Promise<ServerProcess> => {
    const command = ['test/support/plain-server.ts', folder.path, wordsPerSecond, studio.folder];
    const server = await startServerProcess({}, '.', command);
    proxy.setTarget(0, server.url);
    return server;
  };
  let server = await start('12');
  const visit = await studio.visit('/', {}, proxy.url);
  await visit.press('The Second Ledger');
  await visit.press('Begin');
  await visit.page.waitForSelector('[data-scene="1"]', PATIENCE);
  await visit.page.waitForSelector('.choices button:not(:disabled)', PATIENCE);
  await visit.page.focus('textarea');
  await visit.page.keyboard.type('I count the lanterns.');
  await visit.page.keyboard.press('Enter');
  await visit.page.waitForSelector('.scene-live .prose p', PATIENCE);
  proxy.setTarget(0, null);
  await server.kill();
  await visit.sees('No connection. Trying again');

  server = await start('0');
  await visit.sees('Live');
  await visit.page.waitForSelector('[data-scene="2"]', PATIENCE);
  await expect.poll(() => visit.page.$('.scene-live'), PATIENCE).toBeNull();
  expect(await listScenes(visit)).toEqual([0, 1, 2]);
  await visit.sees('I count the lanterns.');
  expect(visit.faults).toEqual([]);
  await visit.close();
  await server.kill();
  await proxy.close();
  folder.remove();
});
