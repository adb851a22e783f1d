import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ReactInput } from '#engine/contracts/reaction.ts';
import type { ReadInput } from '#engine/contracts/reading.ts';
import { countMinutes } from '#engine/util/world-time.ts';
import { LANTERN_QUAY } from '../../../support/engine.ts';
import { findId } from '../../../support/plain/shared-readings.ts';
import { openScriptedTable, type ScriptedTable } from '../../../support/scripted-turns.ts';

const INES = 'pc_auditor_001';
const MARIT = 'npc_marit_001';
const TOMAS = 'npc_tomas_001';
const MOLE = 'loc_mole_001';
const ROPEWALK = 'loc_ropewalk_001';
const PIER_HOUSE = 'loc_pier_house_001';

let table: ScriptedTable;
beforeAll(async () => {
  table = await openScriptedTable(LANTERN_QUAY);
});
beforeEach(() => table.restart());
afterAll(() => table.engine.close());

describe('what is certain is done by the rules, and told once', () => {
  it('takes what lies here', async () => {
    await table.change({ op: 'introduce_item', name: 'A tin box' });
    const { after, narrate, record } = await table.say('I take the box.', {
      reading: (input) => ({ actions: [{ kind: 'take', target: findId(input, 'tin box') }] }),
    });
    expect(Object.keys(after.inventory[INES as never] ?? {})).toEqual(
      expect.arrayContaining([expect.stringContaining('tin_box')]),
    );
    expect(narrate?.done).toEqual(['Ines Varga takes A tin box.']);
    expect(record?.done).toContain('Ines Varga takes A tin box.');
  });

  it('drops and gives what is held', async () => {
    const key = (input: ReadInput) => findId(input, 'brass key');
    const given = await table.say('I give Marit the key.', {
      reading: (input) => ({ actions: [{ kind: 'give', target: MARIT, items: [key(input)] }] }),
    });
    expect(given.narrate?.done).toEqual([expect.stringMatching(/gives .*key to Marit Sund/)]);
    expect(JSON.stringify(given.after.inventory[MARIT as never])).toContain('brass_key');
    expect(JSON.stringify(given.after.inventory[INES as never] ?? {})).not.toContain('brass_key');

    await table.change({ op: 'introduce_item', name: 'A pencil', ownerId: INES });
    const dropped = await table.say('I drop the pencil.', {
      reading: (input) => ({ actions: [{ kind: 'drop', target: findId(input, 'pencil') }] }),
    });
    expect(dropped.narrate?.done).toEqual(['Ines Varga puts A pencil down.']);
    expect(JSON.stringify(dropped.after.inventory[INES as never] ?? {})).not.toContain('pencil');
  });

  it('does not take what somebody holds: that is for the story', async () => {
    await table.change({ op: 'introduce_item', name: 'A whistle', ownerId: MARIT });
    const { narrate, after } = await table.say('I take her whistle.', {
      reading: { actions: [{ kind: 'take', target: 'A whistle' }] },
    });
    expect(narrate?.done).toEqual([]);
    expect(JSON.stringify(after.inventory[MARIT as never])).toContain('whistle');
  });

  it('leaves an action with a check to the dice', async () => {
    await table.change({ op: 'introduce_item', name: 'A tin box' });
    const { narrate } = await table.say('I snatch the box.', {
      reading: (input) => ({
        actions: [{ kind: 'take', target: findId(input, 'tin box'), check: input.checks[0]?.id ?? '' }],
      }),
    });
    expect(narrate?.done).toEqual([]);
    expect(narrate?.outcome?.rolls).toHaveLength(1);
  });
});

describe('a way', () => {
  it('that is open is gone, takes the time of the map, and is told as done', async () => {
    const { before, after, narrate } = await table.say('I walk to the mole.', {
      reading: { moves_to: MOLE, actions: [{ kind: 'move', target: MOLE }] },
    });
    expect(after.scene.placeId).toBe(MOLE);
    expect(narrate?.packet.scene.place?.id).toBe(MOLE);
    expect(narrate?.done).toEqual(['Ines Varga goes to The Mole.']);
    expect(countMinutes(before.time, after.time)).toBe(4);
    // Whoever was not asked to come stays; whoever is there is met.
    expect(after.scene.presentIds).toContain(TOMAS);
    expect(after.scene.presentIds).not.toContain(MARIT);
  });

  it('is gone together with those who are asked to come', async () => {
    const { after } = await table.say('Come to the mole with me, Marit.', {
      reading: { moves_to: MOLE, company: [MARIT], addressed: [MARIT] },
    });
    expect(after.scene.presentIds).toEqual(expect.arrayContaining([INES, MARIT]));
  });

  it('that is closed is gone around where the map has another', async () => {
    const { before, after } = await table.say('I walk to the ropewalk.', {
      reading: { moves_to: ROPEWALK, actions: [{ kind: 'move', target: ROPEWALK }] },
    });
    expect(after.scene.placeId).toBe(ROPEWALK);
    expect(countMinutes(before.time, after.time)).toBe(14);
  });

  it('that there is none to is not gone, and the narrator is told why', async () => {
    await table.change({ op: 'introduce_entity', kind: 'location', name: 'The wreck' });
    const { after, narrate } = await table.say('I walk to the wreck.', {
      reading: { moves_to: 'The wreck' },
    });
    expect(after.scene.placeId).toBe(PIER_HOUSE);
    expect(narrate?.done).toEqual([]);
    expect(narrate?.blocked).toEqual([{ action: 'go to The wreck', reason: expect.stringMatching(/\w/) }]);
  });

  it('is not gone by a captive', async () => {
    await table.change({ op: 'update_entity', entityId: INES, path: 'captive', value: true });
    const { after, narrate } = await table.say('I walk to the mole.', {
      reading: { actions: [{ kind: 'move', target: MOLE }] },
    });
    expect(after.scene.placeId).toBe(PIER_HOUSE);
    expect(narrate?.blocked).toMatchObject([{ reason: 'Ines Varga is a captive and cannot leave.' }]);
  });

  it('to a place that is not on record takes what the Reading says', async () => {
    const { before, after } = await table.say('I walk around the harbour.', {
      reading: { actions: [{ kind: 'move', minutes: 90 }] },
    });
    expect(countMinutes(before.time, after.time)).toBe(90);
  });
});

describe('a trigger', () => {
  const met = (part: string, quote: string) => (input: ReadInput) => ({
    actions: [{ kind: 'search' as const, does: 'search the barrels' }],
    triggers: input.triggers.filter(({ when }) => when.includes(part)).map(({ id }) => ({ id, quote })),
  });
  const LEDGER = 'Under the salt in the third herring barrel';
  const knows = (world: { readonly facts: object }) =>
    JSON.stringify(Object.values(world.facts).filter((fact) => Object(fact).knownTo.includes(INES)));

  it('is listed by its condition, and what it reveals is not', async () => {
    const { read } = await table.say('I wait.');
    expect(read?.triggers.map(({ when }) => when)).toEqual(
      expect.arrayContaining(['search the barrels', "look at Marit's hands"]),
    );
    expect(JSON.stringify(read)).not.toContain(LEDGER);
    // Tomas is at the mole.
    expect(read?.triggers.map(({ when }) => when)).not.toContain('examine the ferry');
  });

  it('that is met and quoted reveals its fact to the persona, and tells the narrator how', async () => {
    const { after, narrate } = await table.say('I search the barrels in the store.', {
      reading: met('search the barrels', 'search the barrels'),
    });
    expect(narrate?.revealed).toEqual([
      {
        text: expect.stringContaining(LEDGER),
        how: 'search the barrels',
        saidBy: null,
        aboutId: PIER_HOUSE,
      },
    ]);
    expect(knows(after)).toContain(LEDGER);
  });

  it.each([
    ['quotes words the player did not write', 'I look at the sky.', 'search the barrels'],
    ['quotes nothing', 'I search the barrels.', ''],
  ])('that %s reveals nothing, and is noted', async (_why, words, quote) => {
    const { after, narrate, recording } = await table.say(words, {
      reading: met('search the barrels', quote),
    });
    expect(narrate?.revealed).toEqual([]);
    expect(knows(after)).not.toContain(LEDGER);
    expect(recording).toContain('triggersNotMet');
  });

  it('that is out of reach reveals nothing', async () => {
    const world = await table.world();
    const oars = Object.values(world.facts).find(({ object }) => String(object).includes('oars were dry'));
    const { narrate } = await table.say('I examine the ferry.', {
      reading: { triggers: [{ id: `${oars?.id}.1`, quote: 'examine the ferry' }] },
    });
    expect(narrate?.revealed).toEqual([]);
  });

  it('reveals at most two things a turn', async () => {
    const fact = (object: string, when: string) => ({
      op: 'add_fact',
      subjectId: PIER_HOUSE,
      predicate: 'hides',
      object,
      visibility: 'hidden',
      triggers: [when],
    });
    await table.change(
      fact('A coin lies under the first stair.', 'look under one'),
      fact('A nail lies under the second stair.', 'look under two'),
      fact('A pin lies under the third stair.', 'look under three'),
    );
    const { narrate } = await table.say('I look under one, look under two, look under three.', {
      reading: (input) => ({
        triggers: input.triggers
          .filter(({ when }) => when.startsWith('look under'))
          .map(({ id, when }) => ({ id, quote: when })),
      }),
    });
    expect(narrate?.revealed).toHaveLength(2);
  });

  it.each([
    ['about the character addressed', MARIT, 'This comes out now: Marit Sund hides three letters.'],
    ['about something else, which is the persona’s own find', PIER_HOUSE, null],
  ])('tells a character who reacts what it reveals %s', async (_what, subjectId, told) => {
    await table.change({
      op: 'add_fact',
      subjectId,
      predicate: 'hides',
      object: 'three letters',
      visibility: 'hidden',
      triggers: ['ask Marit about the letters'],
    });
    const from = table.engine.asked.length;
    await table.say('I ask Marit about the letters.', {
      reading: (input) => ({ ...met('the letters', 'about the letters')(input), addressed: [MARIT] }),
    });
    const asked = table.engine.asked.slice(from).find(({ step }) => step === 'react');
    const { outcome } = ReactInput.parse(asked?.input);
    if (told === null) expect(outcome.join()).not.toContain('letters');
    else expect(outcome).toContain(told);
  });

  it('is apart from an attempt of the same turn that fails', async () => {
    const words = "I juggle the keys and look at Marit's hands.";
    const triggers = (input: ReadInput) => met("look at Marit's hands", "look at Marit's hands")(input);
    const juggle = (input: ReadInput) => ({
      kind: 'other' as const,
      does: 'juggle the keys',
      check: input.checks[0]?.id ?? '',
      difficulty: 'desperate' as const,
    });
    const one = await table.say(words, {
      reading: (input) => ({ ...triggers(input), actions: [juggle(input)] }),
    });
    expect(one.narrate?.outcome?.degree).toBe('failure');
    expect(one.narrate?.revealed).toEqual([]);

    await table.restart();
    const two = await table.say(words, {
      reading: (input) => ({
        ...triggers(input),
        actions: [juggle(input), { kind: 'look', does: "look at Marit's hands", target: MARIT }],
      }),
    });
    expect(two.narrate?.outcome?.degree).toBe('failure');
    expect(two.narrate?.revealed).toHaveLength(1);
  });

  it('tells those who react what could not be done', async () => {
    const from = table.engine.asked.length;
    await table.say('I ask Marit and hit the post with my halberd.', {
      reading: {
        actions: [
          { kind: 'talk', does: 'ask', target: MARIT },
          { kind: 'attack', does: 'hit the post', target: MARIT, items: ['halberd'] },
        ],
        addressed: [MARIT],
      },
    });
    const asked = table.engine.asked.slice(from).find(({ step }) => step === 'react');
    expect(ReactInput.parse(asked?.input).outcome).toContain(
      'Not done (hit the post): Ines Varga does not have halberd.',
    );
  });

  it('reveals nothing to somebody who is kept from acting', async () => {
    const { narrate } = await table.say('I have Tomas search the barrels.', {
      reading: (input) => ({
        ...met('search the barrels', 'search the barrels')(input),
        actions: [{ kind: 'threaten', target: TOMAS }],
      }),
    });
    expect(narrate?.blocked).toHaveLength(1);
    expect(narrate?.revealed).toEqual([]);
  });
});

describe('time', () => {
  it('is fixed by the Reading within the ruleset’s ranges', async () => {
    const { before, after, record } = await table.say('I talk for hours.', {
      reading: { actions: [{ kind: 'talk', target: MARIT, minutes: 600 }], addressed: [MARIT] },
    });
    expect(countMinutes(before.time, after.time)).toBe(5);
    expect(record?.minutes.fixed).toBe(5);
  });

  it('brings what falls due in it, told in the same turn', async () => {
    await table.change({
      op: 'set_deadline',
      deadlineId: 'the_bell',
      description: 'The chapel bell rings for the drowned.',
      dueIn: { minutes: 30 },
      consequences: 'Nobody sleeps.',
      visibility: 'public',
    });
    const { after, narrate } = await table.say('I wait an hour.', {
      reading: { actions: [{ kind: 'wait', minutes: 60 }] },
    });
    expect(narrate?.fallsDue.join(' ')).toContain('chapel bell');
    expect(after.deadlines.the_bell?.status).not.toBe('active');
  });
});

describe('a slip', () => {
  const slip = (input: ReadInput) => ({
    actions: [
      {
        kind: 'sneak' as const,
        does: 'sneak',
        check: input.checks[0]?.id ?? '',
        risk: ['dangerous' as const],
      },
    ],
  });

  it('ticks the clock the ruleset names and no other, however full that is', async () => {
    await table.change(
      { op: 'start_clock', clockId: 'storm', name: 'Storm', max: 4 },
      { op: 'tick_clock', clockId: 'storm', by: 3 },
    );
    for (let turn = 0; turn < 6; turn += 1) await table.say('I sneak about.', { reading: slip });
    const { clocks } = await table.world();
    expect(clocks.storm?.value).toBe(3);
    expect(clocks.the_auditor?.value).toBeGreaterThan(0);
  });
});
