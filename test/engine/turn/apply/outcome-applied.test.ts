import { afterAll, beforeAll, expect, it } from 'vitest';
import { createStoryInput } from '#engine/domain/turn.ts';
import { openEngine } from '../../../support/engine.ts';
import { beginAtQuay } from '../../../support/quay.ts';
import { inTurn, type StepScript, scriptedSteps, telling } from '../../../support/step-script.ts';
import { played } from '../../../support/waiting-table.ts';

const MARIT = 'npc_marit_001';
const CHOICES = ['ask_marit', 'look_out'].map((key) => ({ key, text: key.replace('_', ' ') }));

const script: StepScript = new Map();
let engine: Awaited<ReturnType<typeof openEngine>>;
let sessionId: string;
let actions = 0;
beforeAll(async () => {
  engine = await openEngine({ provider: scriptedSteps(script) });
  sessionId = await beginAtQuay(engine);
});
afterAll(() => engine.close());

/** Tells a turn with this outcome; gives the world after it. */
async function told(outcome: object, words = 'I wait.', reading: object | null = null) {
  actions += 1;
  script.set('read', inTurn(...(reading === null ? [] : [{ say: JSON.stringify(reading) }])));
  script.set('narrate', inTurn(telling('The rain falls on the quay, and a bell rings.', outcome)));
  const turn = await played(engine, sessionId, `a${actions}`, createStoryInput(words));
  expect(turn, JSON.stringify(turn.failure)).toMatchObject({ status: 'committed' });
  return { turn, world: await engine.snapshots.of(turn.sceneId ?? '') };
}
const keysOf = ({ planning }: Awaited<ReturnType<typeof told>>['world']) =>
  planning.choices.map(({ key }) => key);

it('makes true what the prose has made true by its own account', async () => {
  const { turn, world } = await told({
    established_facts: [{ subject_id: MARIT, predicate: 'wears', detail: 'a borrowed coat' }],
    introduced_npcs: [{ name: 'Odd Harrow', description: 'A lamplighter.', role: 'lamplighter' }],
    introduced_items: [
      { name: 'A brass whistle', location: MARIT },
      { name: 'A wet crate', location: 'the mole' },
      { name: 'A dropped glove' },
    ],
    events: [{ type: 'NPC action', summary: 'A bell rang twice.', characters: [MARIT] }],
    observations: [{ character_id: MARIT, content: 'The stranger waits for somebody.', importance: 3 }],
    summary_update: 'A bell rang.',
    choices: CHOICES,
  });
  const named = (name: string) => Object.values(world.entities).find((entity) => entity.name === name);
  const facts = Object.values(world.facts).map(({ subjectId, object }) => ({ subjectId, object }));
  expect(facts).toContainEqual({ subjectId: MARIT, object: 'a borrowed coat' });
  expect(world.scene.presentIds).toContain(named('Odd Harrow')?.id);
  expect(Object.keys(Object(world.inventory)[MARIT])).toContain(named('A brass whistle')?.id);
  expect(named('A wet crate')).toMatchObject({ placeId: 'loc_mole_001' });
  expect(named('A dropped glove')).toMatchObject({ placeId: world.scene.placeId });
  expect(world.runningSummary).toContain('A bell rang.');
  expect(keysOf(world)).toEqual(['ask_marit', 'look_out', 'other_action']);
  const lineage = await engine.store.sessions.lineageOf(sessionId);
  expect(await engine.store.chronicle.last(lineage, 1)).toMatchObject([
    { type: 'npc_action', summary: 'A bell rang twice.' },
  ]);
  expect(turn.sceneId).not.toBeNull();
}, 60_000);

it('remembers what is observed again as a reinforcement, not a second time', async () => {
  await told({
    observations: [{ character_id: MARIT, content: 'The stranger waits for somebody.', importance: 3 }],
  });
  const lineage = await engine.store.sessions.lineageOf(sessionId);
  const rows = await engine.store.memories.recallable(lineage, [MARIT], { newest: 9, heaviest: 9 });
  const about = rows.filter((row) => JSON.stringify(row).includes('waits for somebody'));
  expect(about.filter(({ row }) => row === 'observation')).toHaveLength(1);
  expect(rows.filter(({ row }) => row === 'reinforcement')).toHaveLength(1);
}, 60_000);

it('lets nobody remember what they were not there to see, unless they were told, and records it', async () => {
  const introduced = { op: 'introduce_entity', kind: 'character', name: 'Tomas Reik', present: false };
  const { world } = await told({ operations: [introduced] });
  const reik = Object.values(world.entities).find(({ name }) => name === 'Tomas Reik')?.id ?? '';
  const seen = (content: string) => ({ character_id: reik, content, importance: 5 });
  const { turn } = await told({
    observations: [
      seen('The auditor hides the ledger under the coat.'),
      { ...seen('The auditor asks after a boat.'), told_by: MARIT },
    ],
  });
  const lineage = await engine.store.sessions.lineageOf(sessionId);
  const rows = await engine.store.memories.recallable(lineage, [reik], { newest: 9, heaviest: 9 });
  expect(rows).toMatchObject([
    { content: 'The auditor asks after a boat.', provenance: { kind: 'told', by: MARIT } },
  ]);
  const recording = await engine.store.turns.recording(turn.id, turn.attempt);
  expect(JSON.stringify(recording)).toMatch(/observedByNobodyThere[^\]]*The auditor hides the ledger/);
}, 60_000);

it('offers to go on where a narrator offers nothing, and not what was offered in the scene before', async () => {
  expect(keysOf((await told({ choices: CHOICES })).world)).toContain('ask_marit');
  expect(keysOf((await told({ choices: [] })).world)).toEqual(['continue', 'custom_action']);
}, 60_000);

it('goes where a transition leads that says its place by name alone', async () => {
  const { world } = await told({ scene_transition: { name: 'The Mole' } }, 'I walk out to the mole.');
  expect(world.scene.placeId).toBe('loc_mole_001');
}, 60_000);

it('makes a place nobody knew of when a transition leads there, with a way back', async () => {
  const transition = { name: 'The Net Loft', description: 'Nets hang from the beams.', present: [] };
  const climbing = { moves_to: 'The Net Loft', actions: [{ kind: 'move', target: 'The Net Loft' }] };
  const { world } = await told({ scene_transition: transition }, 'I climb up to the net loft.', climbing);
  const loft = world.entities[world.scene.placeId as keyof typeof world.entities];
  expect(loft).toMatchObject({
    kind: 'location',
    name: 'The Net Loft',
    description: 'Nets hang from the beams.',
    exits: [{ to: 'loc_mole_001' }],
  });
  const again = await told({ scene_transition: { name: 'the net loft' } });
  expect(Object.keys(again.world.entities)).toEqual(Object.keys(world.entities));
}, 60_000);
