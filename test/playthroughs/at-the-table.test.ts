import { afterAll, beforeAll, expect, it } from 'vitest';
import { isRejection } from '#engine/kit/rejection.ts';
import { openEngine } from '../support/engine.ts';
import { playAtQuay } from '../support/quay.ts';
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
  const say = async (words: string): Promise<string> => {
    const turn = await playAtQuay(engine, started.sessionId, words, words);
    const told = await engine.store.scenes.find(turn.sceneId ?? '');
    return told?.narration ?? '';
  };
  return { say, present };
}

it('has the Constable speak of the king when he is asked by his title about the king', async () => {
  const { say } = await beginAt('castile_1430:the_royal_banner');
  const told = await say('I ask the Count of Luna about the king');
  expect(told).toContain('Álvaro de Luna');
  expect(told).not.toMatch(/Luna plays|Luna is|Of Álvaro de Luna/);
});

it('shows who looks around a tent nothing that somebody carries', async () => {
  const { say } = await beginAt('castile_1430:the_royal_banner');
  expect(await say('I look around the tent')).not.toMatch(/carries a paper/);
  expect(await say("I search Benavente's tent")).toMatch(/carries a paper/);
});

it('tells who follows somebody that is not there that there is no trace of them', async () => {
  const { say } = await beginAt('neo_seattle:dead_drop');
  const told = await say('I follow the woman in grey outside');
  expect(told).toMatch(/the woman in grey/i);
  expect(told.split(/\s+/).length).toBeGreaterThan(15);
  expect(await say('I follow Ota')).toContain('Kenji');
});

it.each([
  ['neo_seattle:dead_drop', ['Viktor Hrynko', 'Kenji Ota'], ['Wren Castellano-Ito', 'Teodora Magbanua']],
  ['motel_verse:seven_minutes_01', ['Lena Haskell'], []],
  ['mystika:the_quiet_road', ['Imre Candlewright', 'Tuva Marl'], ['Pim Thackery']],
])('seats at %s whom the author wants there, played or not', async (entryPointId, there, notThere) => {
  const { present } = await beginAt(entryPointId);
  expect(present).toEqual(expect.arrayContaining([...there]));
  for (const name of notThere) expect(present).not.toContain(name);
});
