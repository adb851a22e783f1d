import { afterAll, beforeAll, expect, it } from 'vitest';
import { isRejection } from '#engine/util/rejection.ts';
import { openEngine } from '../support/engine.ts';
import { copyShippedPacks } from '../support/shipped-packs.ts';

let engine: Awaited<ReturnType<typeof openEngine>>;
beforeAll(async () => {
  engine = await openEngine({ writePacks: copyShippedPacks });
}, 60_000);
afterAll(() => engine.close());

async function beginAt(entryPointId: string) {
  const started = await engine.campaigns.start({ entryPointId, name: null });
  if (isRejection(started)) throw new Error(started.reason);
  const opening = await engine.turns.finished(started.openingTurn.id);
  const { entities, scene } = await engine.snapshots.of(opening.sceneId ?? '');
  const present = scene.presentIds.map((id) => entities[id]?.name ?? id);
  return { present };
}

it.each([
  ['neo_seattle:dead_drop', ['Viktor Hrynko', 'Kenji Ota'], ['Wren Castellano-Ito', 'Teodora Magbanua']],
  ['motel_verse:seven_minutes_01', ['Lena Haskell'], []],
  ['mystika:the_quiet_road', ['Imre Candlewright', 'Tuva Marl'], ['Pim Thackery']],
])('seats at %s whom the author wants there, played or not', async (entryPointId, there, notThere) => {
  const { present } = await beginAt(entryPointId);
  expect(present).toEqual(expect.arrayContaining([...there]));
  for (const name of notThere) expect(present).not.toContain(name);
});
