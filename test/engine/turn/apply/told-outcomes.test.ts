import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Snapshot } from '#engine/state/snapshot.ts';
import { countMinutes } from '#engine/util/world-time.ts';
import { LANTERN_QUAY } from '../../../support/engine.ts';
import { openScriptedTable, type ScriptedTable } from '../../../support/scripted-turns.ts';

const INES = 'pc_auditor_001';
const MARIT = 'npc_marit_001';
const MOLE = 'loc_mole_001';

let table: ScriptedTable;
beforeAll(async () => {
  table = await openScriptedTable(LANTERN_QUAY);
});
beforeEach(() => table.restart());
afterAll(() => table.engine.close());

const holds = ({ inventory }: Snapshot, owner: string) => JSON.stringify(inventory[owner as never] ?? {});
const named = ({ entities }: Snapshot, name: string) =>
  Object.values(entities).find((entity) => entity.name === name);

describe('a gain for the persona', () => {
  const WORDS = 'I find a purse of gold under the table.';
  const PROSE = 'Marit shrugs. She slides a silver ring over the counter to you.';
  const gain = (quote: string) => ({
    operations: [{ op: 'transfer_item', fromId: MARIT, toId: INES, itemId: 'A ring', quantity: 1, quote }],
  });
  beforeEach(() => table.change({ op: 'introduce_item', name: 'A ring', ownerId: MARIT }));

  it('is given where the prose says it in words of its own', async () => {
    const { after } = await table.say(WORDS, {
      prose: PROSE,
      record: gain('slides a silver ring over the counter'),
    });
    expect(holds(after, INES)).toContain('ring');
  });

  it.each([
    ['quotes nothing', ''],
    ['quotes what the prose does not say', 'puts the ring on your finger'],
  ])('that %s is not given, and is noted', async (_why, quote) => {
    const { after, recording } = await table.say(WORDS, { prose: PROSE, record: gain(quote) });
    expect(holds(after, INES)).not.toContain('ring');
    expect(recording).toContain('notBacked');
  });

  it('that only repeats the player’s own words is not given', async () => {
    const { after } = await table.say('She slides a silver ring over the counter to me.', {
      prose: PROSE,
      record: gain('slides a silver ring over the counter'),
    });
    expect(holds(after, INES)).not.toContain('ring');
  });

  it('of a thing that was hidden until the prose told of it brings it to light', async () => {
    await table.change({ op: 'introduce_item', name: 'A locket', ownerId: MARIT, visibility: 'hidden' });
    const { after } = await table.say('I ask what she hides.', {
      prose: 'Marit opens her collar. She lays a locket into your palm.',
      record: {
        things: [{ name: 'a locket', where: MARIT }],
        operations: [
          {
            op: 'transfer_item',
            fromId: MARIT,
            toId: INES,
            itemId: 'a locket',
            quote: 'lays a locket into your palm',
          },
        ],
      },
    });
    const locket = named(after, 'A locket');
    expect(locket).toMatchObject({ knownTo: [INES] });
    expect(holds(after, INES)).toContain(locket?.id);
    expect(holds(after, MARIT)).not.toContain(locket?.id);
  });

  it('of a hidden thing that is elsewhere brings nothing to light', async () => {
    await table.change({ op: 'introduce_item', name: 'A locket', placeId: MOLE, visibility: 'hidden' });
    const { after } = await table.say('I ask what she hides.', {
      prose: 'Marit speaks of a locket.',
      record: { things: [{ name: 'A locket', where: MARIT }] },
    });
    expect(named(after, 'A locket')).toMatchObject({ knownTo: [] });
  });

  it('of a new thing needs a sentence of the prose', async () => {
    const things = [{ name: 'A letter', where: INES }];
    const unbacked = await table.say('I wait.', { prose: PROSE, record: { things } });
    expect(holds(unbacked.after, INES)).not.toContain('letter');
    const backed = await table.say('I wait on.', {
      prose: 'The door opens. A boy puts a letter into your hand.',
      record: { things: things.map((thing) => ({ ...thing, sentence: 2 })) },
    });
    expect(holds(backed.after, INES)).toContain('letter');
  });

  it('is not asked for where somebody else gains', async () => {
    const { after } = await table.say('I wait.', {
      prose: PROSE,
      record: { things: [{ name: 'A lantern', where: MARIT }] },
    });
    expect(holds(after, MARIT)).toContain('lantern');
  });
});

describe('newcomers', () => {
  it('get ids, are present at the place after the move, and can be meant by name in the same outcome', async () => {
    const { after } = await table.say('I walk out to the mole.', {
      reading: { moves_to: MOLE },
      prose: 'On the mole a lamplighter nods to you. Odd Harrow is his name.',
      record: {
        people: [{ name: 'Odd Harrow', role: 'lamplighter', sentence: 2 }],
        facts: [{ subject_id: 'Odd Harrow', predicate: 'carries', detail: 'a ladder', sentence: 1 }],
        things: [{ name: 'A wet crate', sentence: 1 }],
      },
    });
    const odd = named(after, 'Odd Harrow');
    expect(odd).toMatchObject({ kind: 'character', id: 'npc_odd_harrow_001', placeId: MOLE });
    expect(after.scene.presentIds).toContain(odd?.id);
    expect(named(after, 'A wet crate')).toMatchObject({ placeId: MOLE });
    expect(Object.values(after.facts).find(({ object }) => object === 'a ladder')?.subjectId).toBe(odd?.id);
  });

  it('of a place it tells of are there when the scene has moved to it', async () => {
    const { after } = await table.say('I follow the stair wherever it leads.', {
      reading: { actions: [{ kind: 'move' }] },
      record: {
        place: 'The loft',
        places: [{ name: 'The loft', description: 'Dust.' }],
        people: [{ name: 'A boy' }],
      },
    });
    const loft = named(after, 'The loft');
    expect(after.scene.placeId).toBe(loft?.id);
    expect(named(after, 'A boy')).toMatchObject({ placeId: loft?.id });
  });
});

it('keeps what was refused for the next narrator, once', async () => {
  const { after } = await table.say('I wait.', {
    record: { operations: [{ op: 'tick_clock', clockId: 'no_such_clock', by: 1 }] },
  });
  expect(after.planning.refused).toEqual([expect.stringContaining('no_such_clock')]);
  const next = await table.say('I look around.');
  expect(next.narrate?.refusedBefore).toEqual(after.planning.refused);
  expect((await table.say('I listen.')).narrate?.refusedBefore).toEqual([]);
});

it('gives the narrator its own notes back', async () => {
  await table.say('I wait.', { parts: { notes: 'Marit heard the bell.' } });
  expect((await table.say('I look around.')).narrate?.notes).toContain('Marit heard the bell.');
});

describe('time', () => {
  const later = (minutes: number) => ({
    op: 'set_deadline',
    deadlineId: 'the_bell',
    description: 'The chapel bell rings.',
    dueIn: { minutes },
    consequences: 'Nobody sleeps.',
    visibility: 'public',
  });

  it('is lengthened by the outcome, but not past the next deadline', async () => {
    await table.change(later(30));
    const { before, after } = await table.say('I wait.', { record: { minutes: 120 } });
    expect(countMinutes(before.time, after.time)).toBe(29);
    expect(after.deadlines.the_bell?.status).toBe('active');
  });

  it('is not lengthened by an operation either', async () => {
    await table.change(later(30));
    const { before, after } = await table.say('I wait.', {
      record: { operations: [{ op: 'advance_time', days: 20 }] },
    });
    expect(countMinutes(before.time, after.time)).toBeLessThanOrEqual(29);
  });

  it('is never shortened by it', async () => {
    const { before, after } = await table.say('I wait an hour.', {
      reading: { actions: [{ kind: 'wait', minutes: 60 }] },
      record: { minutes: 2 },
    });
    expect(countMinutes(before.time, after.time)).toBe(60);
  });
});

it('takes nothing from a persona that no rule, roll or wish has put at stake', async () => {
  const { after, recording } = await table.say('I wait.', {
    record: {
      place: MOLE,
      operations: [
        { op: 'change_inventory', ownerId: INES, itemId: 'brass key', by: -1 },
        { op: 'set_life', characterId: INES, status: 'dead' },
      ],
    },
  });
  expect(after.scene.placeId).not.toBe(MOLE);
  expect(holds(after, INES)).toContain('brass_key');
  expect(after.entities[INES as never]).toMatchObject({ status: 'conscious' });
  expect(recording).toContain('persona-keeps');
});
