import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { CharacterId } from '#engine/state/ids.ts';
import type { Snapshot } from '#engine/state/snapshot.ts';
import { LAST_TIDE, writeEndingStory } from '../../../support/ending-story.ts';
import { meets, openScriptedTable, type ScriptedTable } from '../../../support/scripted-turns.ts';

let table: ScriptedTable;
beforeAll(async () => {
  table = await openScriptedTable(LAST_TIDE, writeEndingStory('duet'));
}, 60_000);
afterAll(() => table.engine.close());
beforeEach(() => table.restart());

function find(world: Snapshot, packId: string) {
  const found = Object.values(world.entities).find((one) => one.packEntityId === `lantern_quay:${packId}`);
  if (found === undefined) throw new Error(`no ${packId}`);
  return found;
}
const isPresent = (world: Snapshot, packId: string) =>
  world.scene.presentIds.includes(find(world, packId).id as CharacterId);
const trustBetween = (world: Snapshot, one: string, other: string) =>
  Object.values(world.relations).find(({ low, high }) =>
    [one, other].every((id) => [low, high].some((each) => each === find(world, id).id)),
  )?.trust;
const holds = (world: Snapshot, owner: string, item: string) =>
  Object.hasOwn(world.inventory[find(world, owner).id] ?? {}, find(world, item).id);
const KEY = 'I ask Marit for the brass key.';
const key = { reading: meets('ask Marit for the brass key', 'ask Marit for the brass key') };

it('runs the operations of a fact that comes to light, for the persona who found it, and tells them', async () => {
  const { before, after, narrate, record } = await table.say('I pull the rope behind the stove.', {
    reading: meets('pull the rope behind the stove', 'pull the rope'),
  });
  expect([isPresent(before, 'tomas'), isPresent(after, 'tomas')]).toEqual([false, true]);
  expect(trustBetween(after, 'tomas', 'auditor')).toBe(7);
  expect(narrate?.revealed.map(({ text }) => text)).toEqual(['The bell rope runs down through the floor.']);
  expect(narrate?.done).toEqual(
    expect.arrayContaining([
      'Tomas Rell is here now.',
      'Mission completed: Close the file.',
      'Settled: The bell under the floor.',
    ]),
  );
  expect(record?.done).toContain('Tomas Rell is here now.');
});

it('runs all operations of a trigger or none', async () => {
  const { after, narrate, recording } = await table.say('I lift the hatch.', {
    reading: meets('lift the hatch', 'lift the hatch'),
  });
  expect(narrate?.revealed.map(({ text }) => text)).toEqual(['The hatch is nailed from below.']);
  expect(after.clocks.tide?.value).toBe(0);
  expect(recording).toContain('set off an operation that was refused');
});

it('gives the answer of a person word for word, with its operations, and only once', async () => {
  const { read, after, narrate, record } = await table.say(KEY, key);
  const listed = read?.triggers.find(({ when }) => when === 'ask Marit for the brass key');
  expect(listed).toMatchObject({ about: 'Marit Sund' });
  expect(JSON.stringify(read)).not.toContain('never a key to a door');
  expect(narrate?.responses).toEqual([
    {
      text: '"Weather," says Marit, and lifts the string over her head. "It was never a key to a door."',
      how: 'ask Marit for the brass key',
      saidBy: find(after, 'marit').id,
    },
  ]);
  expect(narrate?.done).toContain('Ines Varga now has A brass key.');
  expect([holds(after, 'marit', 'brass_key'), holds(after, 'auditor', 'brass_key')]).toEqual([false, true]);
  expect(record?.done.join('\n')).toContain('never a key to a door');

  const again = await table.say(KEY, {
    reading: { triggers: [{ id: listed?.id ?? '', quote: 'brass key' }] },
  });
  expect(again.read?.triggers.map(({ when }) => when)).not.toContain('ask Marit for the brass key');
  expect(again.narrate?.responses).toBeUndefined();
});

it('lists an answer only while its condition holds, and gives it again and again when it may', async () => {
  const before = await table.say('I thank Marit.', { reading: meets('thank Marit', 'thank Marit') });
  expect(before.read?.triggers.map(({ when }) => when)).not.toContain('thank Marit');
  await table.say(KEY, key);
  for (const _time of [1, 2]) {
    const { narrate } = await table.say('I thank Marit.', { reading: meets('thank Marit', 'thank Marit') });
    expect(narrate?.responses?.map(({ text }) => text)).toEqual([
      'Marit counts the thanks and finds it correct.',
    ]);
  }
});

it('lists no answer of people and places that are elsewhere, nor gives one', async () => {
  const ids = Object.entries((await table.world()).responses ?? {}).flatMap(([id, { trigger }]) =>
    ['greet Tomas', 'look at the lamp'].includes(trigger) ? [id] : [],
  );
  const { read, narrate, recording, before } = await table.say('I greet him and look at the light.', {
    reading: {
      triggers: ids.map((id) => ({ id, quote: 'greet him' })),
    },
  });
  const listed = read?.triggers.map(({ when }) => when);
  expect(listed).not.toContain('greet Tomas');
  expect(listed).not.toContain('look at the lamp');
  expect(Object.values(before.responses ?? {}).map(({ trigger }) => trigger)).toContain('greet Tomas');
  expect(narrate?.responses).toBeUndefined();
  expect(recording).toContain('"reason":"not-listed"');
});

it('lists answers of a place the player names, and gives one to a player who goes there', async () => {
  const words = 'I walk to the mole and look at the lamp.';
  const looks = meets('look at the lamp', 'look at the lamp');
  const stayed = await table.say(words, { reading: looks });
  expect(stayed.read?.triggers.map(({ when }) => when)).toContain('look at the lamp');
  expect(stayed.narrate?.responses).toBeUndefined();
  expect(stayed.recording).toContain('triggersNotMet');

  const { narrate } = await table.say(words, {
    reading: (input) => ({ ...looks(input), moves_to: find(stayed.after, 'mole').id }),
  });
  expect(narrate?.responses?.map(({ text }) => text)).toEqual(['The lamp blinks.']);
});

it('neither lists nor gives an answer that no longer fits the world: the thing is gone', async () => {
  const world = await table.world();
  const isListed = (read: { triggers: readonly { when: string }[] } | null) =>
    read?.triggers.some(({ when }) => when.includes('brass key'));
  expect(isListed((await table.say('I look around.')).read)).toBe(true);
  await table.change({
    op: 'transfer_item',
    fromId: find(world, 'marit').id,
    toId: find(world, 'tomas').id,
    itemId: find(world, 'brass_key').id,
  });
  const { read, narrate, after } = await table.say(KEY, key);
  expect(isListed(read)).toBe(false);
  expect(narrate?.responses).toBeUndefined();
  expect(Object.values(after.responses ?? {}).every(({ given }) => given === 0)).toBe(true);
});

it('runs the operations of a clock at its mark and when it is full', async () => {
  const [fact] = Object.keys((await table.world()).facts).slice(-1);
  const half = await table.change({ op: 'tick_clock', clockId: 'tide', by: 2 });
  expect(Object.values(half.facts).map(({ object }) => object)).toContain('in water');
  expect(Object.keys(half.facts).at(-1)).not.toBe(fact);
  expect(half.threads.oars?.status).toBe('active');
  const full = await table.change({ op: 'tick_clock', clockId: 'tide', by: 2 });
  expect(full.threads.oars?.status).toBe('failed');
});

it('runs the operations of an agenda and of a deadline in the turn in which they fall due, and tells them', async () => {
  const rested = await table.say('I wait three hours.', {
    reading: { actions: [{ kind: 'wait', minutes: 180 }] },
  });
  expect(rested.after.clocks.tide?.value).toBe(1);
  expect(isPresent(rested.after, 'marit')).toBe(true);
  const late = await table.say('I wait four hours more.', {
    reading: { actions: [{ kind: 'wait', minutes: 240 }] },
  });
  expect(isPresent(late.after, 'marit')).toBe(false);
  expect(late.narrate?.fallsDue).toContain('Marit Sund is no longer here.');
  expect(late.narrate?.fallsDue.join('\n')).toContain('The packet boat calls');
});

it('runs the operations of a binding consequence, for the persona it binds', async () => {
  const { personas } = await table.world();
  const failed = { op: 'record_attempt', personaId: personas[0] ?? '', degree: 'failure' };
  const bound = await table.change(failed, failed, failed);
  expect(find(bound, 'auditor').attributes.lost).toBe(true);
  expect(bound.clocks.tide?.value).toBe(3);
});
