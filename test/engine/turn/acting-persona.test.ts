import { setImmediate as tick } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ReadInput } from '#engine/contracts/reading.ts';
import type { ModelRequest } from '#engine/llm/provider.ts';
import { isRejection } from '#engine/util/rejection.ts';
import { openEngine } from '../../support/engine.ts';
import { watchedStoryteller } from '../../support/prompted-provider.ts';
import { playAtQuay } from '../../support/quay.ts';
import { copyShippedPack } from '../../support/shipped-packs.ts';

const MOST_ACTING = 3;

let before: (request: ModelRequest) => Promise<void> = async () => {};
let engine: Awaited<ReturnType<typeof openEngine>>;
let sessionId: string;
let sceneId: string;
beforeAll(async () => {
  engine = await openEngine({
    writePacks: copyShippedPack('mystika'),
    provider: watchedStoryteller((request) => before(request), {
      read: ({ input }) => ({
        kind: 'speak',
        addressed: ReadInput.parse(input)
          .present.slice(0, 12)
          .map(({ id }) => id),
      }),
    }),
  });
  const entryPointId = 'mystika:whispercross_at_dusk';
  const started = await engine.campaigns.start({ entryPointId, name: null });
  if (isRejection(started)) throw new Error(started.reason);
  const opening = await engine.turns.finished(started.openingTurn.id);
  sessionId = started.sessionId;
  sceneId = opening.sceneId ?? '';
}, 60_000);
afterAll(() => engine.close());

/** Those in the ring who could act. */
async function awakeInTheRing() {
  const { entities, scene, personas } = await engine.snapshots.of(sceneId);
  return scene.presentIds.filter((id) => {
    const one = entities[id];
    return one?.kind === 'character' && one.status === 'conscious' && !personas.includes(one.id);
  });
}

it('lets three of those addressed decide for themselves, all at once', async () => {
  const crowd = await awakeInTheRing();
  expect(crowd.length).toBeGreaterThan(MOST_ACTING);

  const asked: string[] = [];
  let deciding = 0;
  let most = 0;
  const three = Promise.withResolvers<void>();
  before = async ({ step, input }) => {
    if (step !== 'react') return;
    asked.push(Object(input).characterId);
    deciding += 1;
    most = Math.max(most, deciding);
    if (deciding === MOST_ACTING) three.resolve();
    // No reply is sent before three have been asked; then there is time for a fourth to be asked.
    await three.promise;
    for (let turn = 0; turn < 5; turn += 1) await tick();
    deciding -= 1;
  };
  const turn = await playAtQuay(engine, sessionId, 'a', 'I greet everyone.');

  expect(turn.status).toBe('committed');
  expect(most).toBe(MOST_ACTING);
  expect(asked).toHaveLength(MOST_ACTING);
  expect(asked.filter((id) => !crowd.some((one) => one === id))).toEqual([]);
});
