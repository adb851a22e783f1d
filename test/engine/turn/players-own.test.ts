import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createStoryInput, type TurnRecord } from '#engine/domain/turn.ts';
import { createPlayerView } from '#engine/state/player-view.ts';
import type { Snapshot } from '#engine/state/snapshot.ts';
import { openEngine } from '../../support/engine.ts';
import { copyShippedPacks } from '../../support/shipped-packs.ts';
import { inTurn, type StepScript, scriptedSteps, telling } from '../../support/step-script.ts';
import { played, sitDownAt } from '../../support/waiting-table.ts';

const PROSE =
  'Rain runs off the tiles. Somewhere below a door closes, and a lamp is carried across the yard, held low against the wind.';
const WAITING = 'I stay where I am and wait.';
const LEAVING = 'I leave and walk wherever the road leads.';

const script: StepScript = new Map();
let engine: Awaited<ReturnType<typeof openEngine>>;
let actions = 0;
beforeAll(async () => {
  const provider = scriptedSteps(script);
  engine = await openEngine({ writePacks: copyShippedPacks, provider });
});
afterAll(() => engine.close());

async function worldOf(sessionId: string): Promise<Snapshot> {
  const session = await engine.store.sessions.find(sessionId);
  return engine.snapshots.of(session?.currentSceneId ?? '');
}

async function tell(sessionId: string, words: string, outcome: object | null): Promise<TurnRecord> {
  actions += 1;
  if (outcome !== null) script.set('narrate', inTurn(telling(PROSE, outcome)));
  if (words === LEAVING) script.set('read', inTurn({ say: JSON.stringify({ actions: [{ kind: 'move' }] }) }));
  const turn = await played(engine, sessionId, `a${actions}`, createStoryInput(words));
  script.clear();
  expect(turn, JSON.stringify(turn.failure)).toMatchObject({ status: 'committed' });
  return turn;
}

/** The codes by which what a model proposed in a turn was refused. */
async function refusals({ id }: TurnRecord): Promise<readonly string[]> {
  const recording = await engine.store.turns.recording(id, 1);
  const written = JSON.stringify(recording);
  return [...written.matchAll(/"rejected":"([a-z-]+)"/g)].map(([, code]) => code ?? '');
}

const persona = ({ personas, entities }: Snapshot) => {
  const [id] = personas;
  const entity = id === undefined ? undefined : entities[id];
  if (entity?.kind !== 'character') throw new Error('nobody plays');
  return entity;
};
const factsSeen = (world: Snapshot) => {
  const view = createPlayerView(world, persona(world).id);
  return 'facts' in view ? view.facts.map(({ id }) => id as string) : [];
};

/** Every pipeline and every pack. */
const ENTRIES = [
  ['duet', 'castile_1430:fifty_days_of_may'],
  ['ensemble', 'motel_verse:night_shift'],
  ['full', 'neo_seattle:dead_drop'],
  ['full, by the SRD', 'mystika:the_quiet_road'],
] as const;

describe.each(ENTRIES)('in %s (%s)', (_pipeline, entry) => {
  let sessionId: string;
  beforeAll(async () => {
    sessionId = await sitDownAt(engine, entry);
  }, 60_000);

  it('a narrator uncovers nothing by its id', async () => {
    const before = await worldOf(sessionId);
    const seen = factsSeen(before);
    const hidden = Object.values(before.facts).filter(({ id }) => !seen.includes(id));
    const operations = hidden.flatMap(({ id }) => [
      { op: 'discover_fact', factId: id, personaIds: [persona(before).id], method: 'it said so' },
      { op: 'update_fact', factId: id, object: 'something else' },
    ]);
    expect(hidden.length).toBeGreaterThan(0);

    const turn = await tell(sessionId, WAITING, { operations: operations.slice(0, 20) });
    const after = await worldOf(sessionId);
    expect(factsSeen(after)).toEqual(seen);
    expect(hidden.map(({ id }) => after.facts[id]?.object)).toEqual(hidden.map(({ object }) => object));
    expect(await refusals(turn)).toContain('out-of-reach');
  }, 60_000);

  it('a narrator neither takes the player’s character away, nor moves, robs or kills it while it waits', async () => {
    const before = await worldOf(sessionId);
    const { id } = persona(before);
    const [carried] = Object.keys(before.inventory[id] ?? {});
    const operations = [
      { op: 'leave_scene', characterId: id },
      { op: 'set_life', characterId: id, status: 'dead' },
      ...(carried === undefined ? [] : [{ op: 'change_inventory', ownerId: id, itemId: carried, by: -1 }]),
    ];
    const ditch = { name: 'A ditch outside the walls', description: 'Mud.', present: [] };

    const turn = await tell(sessionId, WAITING, { operations, scene_transition: ditch });
    const after = await worldOf(sessionId);
    expect(persona(after)).toMatchObject({ placeId: persona(before).placeId, status: 'conscious' });
    expect(after.scene.presentIds).toContain(id);
    expect(after.scene.placeId).toBe(before.scene.placeId);
    expect(after.inventory[id]).toEqual(before.inventory[id]);
    const codes = await refusals(turn);
    expect(codes).toEqual(expect.arrayContaining(['is-persona', 'persona-stays']));
    expect(codes.filter((code) => code === 'persona-keeps')).toHaveLength(carried === undefined ? 0 : 1);
  }, 60_000);

  it('the scene moves where its player goes', async () => {
    const before = await worldOf(sessionId);
    const transition = { name: `A far place ${actions}`, description: 'Mud.', present: [] };
    await tell(sessionId, LEAVING, { scene_transition: transition });
    expect((await worldOf(sessionId)).scene.placeId).not.toBe(before.scene.placeId);
  }, 60_000);

  it('a captive is moved without its player saying so', async () => {
    const before = await worldOf(sessionId);
    const { id } = persona(before);
    const hand = (captive: boolean) =>
      ({
        kind: 'operations',
        asker: 'gm',
        proposals: [{ op: 'update_entity', entityId: id, path: 'captive', value: captive }],
      }) as const;
    await played(engine, sessionId, `bind ${actions}`, hand(true));
    const transition = { name: `A dark place ${actions}`, description: 'Mud.', present: [] };
    await tell(sessionId, WAITING, { scene_transition: transition });
    expect((await worldOf(sessionId)).scene.placeId).not.toBe(before.scene.placeId);
    await played(engine, sessionId, `free ${actions}`, hand(false));
  }, 60_000);

  it('a character who was taken out of the world is back when it is played', async () => {
    const before = await worldOf(sessionId);
    const { id } = persona(before);
    const input = {
      kind: 'operations',
      asker: 'gm',
      proposals: [{ op: 'leave_scene', characterId: id }],
    } as const;
    actions += 1;
    await played(engine, sessionId, `a${actions}`, input);
    expect(persona(await worldOf(sessionId)).placeId).toBeNull();
    await tell(sessionId, 'I look around the room.', {});
    expect((await worldOf(sessionId)).scene.presentIds).toContain(id);
  }, 60_000);
});
