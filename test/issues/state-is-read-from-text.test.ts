import { expect, it } from 'vitest';
import type { Json } from '#engine/util/canonical-json.ts';
import { isRejection } from '#engine/util/rejection.ts';
import { openEngine } from '../support/engine.ts';
import { beginAtQuay, globalIdOf, playAtQuay } from '../support/quay.ts';
import { rowIdOf } from '../support/row-id.ts';
import { copyShippedPack } from '../support/shipped-packs.ts';
import { type StepScript, scriptedSteps, telling } from '../support/step-script.ts';
import { beginAt, cameTo } from '../support/story.ts';

type Engine = Awaited<ReturnType<typeof openEngine>>;

const script: StepScript = new Map();
const provider = scriptedSteps(script);
const byHand = async (engine: Engine, sessionId: string, proposals: readonly Json[]) => {
  const input = { kind: 'operations', asker: 'god', proposals } as const;
  const taken = await engine.turns.submit({ sessionId, actionId: JSON.stringify(proposals), input });
  if (!('submission' in taken)) throw new Error(taken.claim);
  return engine.turns.finished(taken.turn.id);
};

it('does not begin a fight again that is over, because the last words were of one, in the next sitting', async () => {
  const engine = await openEngine({ writePacks: copyShippedPack('mystika'), provider });
  const sessionId = rowIdOf(await beginAt(engine.url, 'The Quiet Road'));
  const { snapshot } = await cameTo(engine.store, globalIdOf('Session', sessionId));
  const [hero] = snapshot.personas;
  const foe = snapshot.scene.presentIds.find((id) => id !== hero) ?? 'nobody';
  const combatants = [hero, foe].map((characterId, at) => ({
    characterId: characterId ?? '',
    side: at === 0 ? 'party' : 'foes',
  }));
  const start = { op: 'start_combat', combatants };
  expect(await byHand(engine, sessionId, [start])).toMatchObject({ status: 'committed' });
  expect(await byHand(engine, sessionId, [{ op: 'end_combat', outcome: 'truce' }])).toMatchObject({
    status: 'committed',
  });
  script.set('narrate', () =>
    telling('Steel rings on steel; the fight is at its worst, and nobody has won it.'),
  );
  await playAtQuay(engine, sessionId, 'a', 'I wait.');
  await engine.sittings.endSession(sessionId);
  const campaignId = (await engine.store.sessions.find(sessionId))?.campaignId ?? '';
  script.clear();
  const next = await engine.sittings.startSession(campaignId);
  if (isRejection(next)) throw new Error(next.reason);
  const turn = await playAtQuay(engine, next.session.id, 'b', 'I wait.');
  const { snapshot: after } = await cameTo(engine.store, globalIdOf('Session', next.session.id));
  expect(turn).toMatchObject({ status: 'committed' });
  expect(after.combat).toBeNull();
  await engine.close();
});

it('knows a place by every name it is called, and makes no new one of any', async () => {
  const engine = await openEngine({ provider });
  const sessionId = await beginAtQuay(engine);
  const world = async () => (await cameTo(engine.store, globalIdOf('Session', sessionId))).snapshot;
  const before = await world();
  const places = ({ entities }: typeof before) =>
    Object.values(entities).filter(({ kind }) => kind === 'location');
  const names = [
    'Pier House',
    'the pier house',
    'THE PIER HOUSE ',
    'The Pier House, by the stove',
    'a warm room',
  ];
  for (const location of names) {
    script.set('narrate', () => telling('The stove ticks.', { location }));
    await playAtQuay(engine, sessionId, location, 'I wait.');
    expect((await world()).scene.placeId).toBe(before.scene.placeId);
  }
  script.set('narrate', () => telling('The plank walk is wet all the way out.', { location: 'mole' }));
  await playAtQuay(engine, sessionId, 'out', 'I walk to the mole.');

  expect((await world()).scene.placeId).toBe('loc_mole_001');
  expect(places(await world())).toHaveLength(places(before).length);
  await engine.close();
});

it('gives a branch what was carried at its scene, not what is carried now', async () => {
  const engine = await openEngine({ provider });
  script.clear();
  const sessionId = await beginAtQuay(engine);
  const base = (await engine.store.sessions.find(sessionId))?.currentSceneId ?? '';
  const holding = async (id: string) =>
    (await cameTo(engine.store, globalIdOf('Session', id))).snapshot.inventory;
  const before = await holding(sessionId);
  const change = { op: 'change_inventory', ownerId: 'pc_auditor_001', itemId: 'item_brass_key_001', by: 4 };
  await byHand(engine, sessionId, [change]);
  const branch = await engine.branches.forkSession({ sceneId: base, keepParentActive: true });
  if (isRejection(branch)) throw new Error(branch.reason);

  expect(await holding(branch.id)).toEqual(before);
  expect(await holding(sessionId)).not.toEqual(before);
  await engine.close();
});
