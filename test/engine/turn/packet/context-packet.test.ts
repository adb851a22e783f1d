import { afterAll, beforeAll, expect, it } from 'vitest';
import { ContextPacket } from '#engine/contracts/context-packet.ts';
import { createStoryInput, type TurnInput } from '#engine/domain/turn.ts';
import { openEngine } from '../../../support/engine.ts';
import { beginAtQuay } from '../../../support/quay.ts';
import { played } from '../../../support/waiting-table.ts';

const MARIT = 'npc_marit_001';
const PLAYER = 'pc_auditor_001';

let engine: Awaited<ReturnType<typeof openEngine>>;
let packet: ContextPacket;
let sent: string;
beforeAll(async () => {
  engine = await openEngine();
  const sessionId = await beginAtQuay(engine);
  const fact = { op: 'add_fact', subjectId: MARIT, visibility: 'public' };
  const proposals = [
    { ...fact, predicate: 'is said to owe', object: 'eleven weeks of rent', confidence: 0.5 },
    { ...fact, predicate: 'keeps', object: 'a parrot' },
    {
      op: 'set_relationship',
      fromId: MARIT,
      toId: PLAYER,
      type: 'landlady',
      intensity: 2,
      visibility: 'public',
    },
    {
      op: 'adjust_relation',
      oneId: MARIT,
      otherId: PLAYER,
      trust: -2,
      tension: 3,
      closeness: 1,
      reason: 'Rent.',
    },
    { op: 'open_thread', threadId: 'the_rent', title: 'The rent', visibility: 'public', relatedIds: [MARIT] },
    { op: 'start_clock', clockId: 'the_tide', name: 'The tide', max: 4, visibility: 'public' },
    { op: 'introduce_item', name: 'A tin box', description: 'Dented.' },
    { op: 'introduce_item', name: 'A pencil', ownerId: PLAYER },
    { op: 'set_scene', constraints: ['Nobody may raise their voice.'] },
  ];
  const byHand: TurnInput = { kind: 'operations', asker: 'god', proposals };
  await played(engine, sessionId, 'a', byHand);
  const turn = await played(engine, sessionId, 'b', createStoryInput('I sneak past the clerk.'));
  expect(turn, JSON.stringify(turn.failure)).toMatchObject({ status: 'committed' });
  const asked = engine.asked.findLast(({ step }) => step === 'narrate');
  packet = ContextPacket.parse(Object(asked?.input).packet);
  sent = JSON.stringify(asked?.messages);
});
afterAll(() => engine.close());

it.each<[string, (told: ContextPacket) => unknown]>([
  ['where and when it is', ({ scene }) => scene.place?.id && scene.date && scene.constraints[0]],
  ['who is present', ({ cast, personas }) => cast.length > 0 && personas[0]?.id === PLAYER],
  ['what people can do', ({ cast }) => cast.some(({ capabilities }) => capabilities !== '')],
  ['things at hand', ({ entities }) => entities.some(({ name }) => name === 'A tin box')],
  ['facts', ({ facts }) => facts.length > 0],
  ['threads', ({ threads }) => threads.length > 0],
  ['clocks', ({ clocks }) => clocks.length > 0],
  ['what is carried', ({ inventory }) => inventory.some(({ name }) => name === 'A pencil')],
  ['the story so far', ({ summary }) => summary !== ''],
  ['recent events', ({ recentEvents }) => recentEvents.length > 0],
  ['how far an investigation has come', ({ investigation }) => investigation.length > 0],
  ['threats and situations', ({ pendingThreats, activeSituations }) => pendingThreats && activeSituations[0]],
  ['failures in a row', ({ failureStreaks }) => failureStreaks],
  ['what was agreed at the table', ({ calibration }) => calibration.tone !== ''],
  ['lore', ({ lore }) => lore.length > 0],
])('tells %s', (_what, of) => {
  expect(of(packet)).toBeTruthy();
});

it('tells what is only said to be so as that', () => {
  const about = packet.facts.filter(({ subjectId }) => subjectId === MARIT);
  expect(about.map(({ confidence }) => confidence)).toEqual(expect.arrayContaining([0.5, undefined]));
  expect(sent).toMatch(/eleven weeks of rent\.? \(not certain\)/);
  expect(sent).not.toMatch(/a parrot\.? \(not certain\)/);
});

it('tells how strongly people stand to each other', () => {
  expect(packet.relationships).toContainEqual(
    expect.objectContaining({ fromId: MARIT, toId: PLAYER, intensity: 2 }),
  );
  expect(sent).toMatch(/Towards [^"]*Landlady \(\+2\)/);
});

it('tells in what mood people are, and how they regard the player’s character in numbers', () => {
  const { relation } = packet.cast.find(({ id }) => id === MARIT) ?? {};
  expect(relation).toContain('Wary tonight');
  expect(relation).toContain('Trust 2, tension 6, closeness 2 of 10.');
  expect(sent).toContain('Trust 2, tension 6, closeness 2 of 10.');
});
