import { expect, it } from 'vitest';
import { compileRules } from '#engine/content/ruleset-rules.ts';
import { getCalendar } from '#engine/content/world-calendar.ts';
import { applyOperations } from '#engine/state/apply-operations.ts';
import { begun, ENTRY, libraryWith } from './begin-lantern-quay.ts';
import type { Edit } from './lantern-quay.ts';

it('brings somebody who is obscured without anybody noticing', () => {
  const { snapshot } = begun({ [ENTRY]: ['obscured: false ', 'present: true\n    obscured: true '] });

  expect(snapshot.scene.presentIds).toContain('npc_tomas_001');
  expect(snapshot.scene.obscuredIds).toEqual(['npc_tomas_001']);
  expect(snapshot.entities).toMatchObject({ npc_tomas_001: { placeId: 'loc_pier_house_001', hidden: true } });
});

it('makes facts of what the entry point states and of all that can be discovered', () => {
  const facts = Object.values(begun().snapshot.facts);

  expect(facts[0]).toMatchObject({
    id: 'fact_0001',
    subjectId: 'faction_ropewalk_guild_001',
    visibility: 'hidden',
    knownTo: ['pc_auditor_001'],
    discovery: null,
  });
  expect(facts).toContainEqual(
    expect.objectContaining({
      subjectId: 'loc_pier_house_001',
      predicate: 'hides',
      visibility: 'hidden',
      knownTo: [],
      triggers: ['search the barrels', 'move the herring', 'look for the ledger'],
    }),
  );
  expect(facts).toHaveLength(6);
});

it('turns operations of packs into operations of the campaign', () => {
  const edit: Edit = [
    '{ op: add_fact, subject_id: pier_house, predicate: is, object: on fire, visibility: public }',
    '{ op: discover_fact, fact_id: pier_house.barrel, method: the fire, persona_ids: [auditor] }',
  ];
  const { snapshot } = begun({ [ENTRY]: edit });
  const barrel = Object.values(snapshot.facts).find(({ object }) =>
    String(object).includes('third herring barrel'),
  );

  expect(snapshot.clocks.the_auditor?.triggers[1]).toMatchObject({
    at: 6,
    fired: false,
    operations: [{ op: 'discover_fact', factId: barrel?.id, personaIds: ['pc_auditor_001'] }],
  });
  expect(snapshot.agendas).toMatchObject({
    npc_marit_001: { milestones: [{ operations: [{ op: 'tick_clock', clockId: 'the_auditor', by: 1 }] }] },
  });
});

it('carries threads, relations, missions, deadlines, resources, accounts and laws', () => {
  const { snapshot } = begun();

  expect(snapshot.threads.the_ledger).toMatchObject({
    status: 'active',
    relatedIds: ['npc_marit_001', 'faction_ropewalk_guild_001'],
    visibility: 'hidden',
    packId: 'lantern_quay',
  });
  expect(snapshot.relations).toEqual({
    'npc_marit_001|pc_auditor_001': {
      low: 'npc_marit_001',
      high: 'pc_auditor_001',
      trust: 4,
      tension: 3,
      closeness: 1,
    },
  });
  expect(snapshot.relationships).toMatchObject({
    'npc_marit_001|npc_tomas_001|creditor': { intensity: 2 },
    'npc_tomas_001|npc_marit_001|debtor': { intensity: -1, visibility: 'hidden' },
  });
  expect(snapshot.missions.the_audit).toMatchObject({ status: 'accepted', giverId: 'npc_marit_001' });
  expect(snapshot.deadlines.packet_boat?.dueAt.day).toBe(snapshot.time.day + 3);
  expect(snapshot.resources.lamp_oil).toMatchObject({
    amount: 12,
    max: 20,
    depletionRate: 4,
    criticalSaid: false,
  });
  expect(snapshot.economy.accounts).toEqual({
    guild_chest: { name: "The Guild's chest", currency: 'shillings', balance: 4200 },
  });
  expect(snapshot.laws.weighing_right).toMatchObject({ status: 'active', title: 'The weighing right' });
  expect(snapshot.inventory).toEqual({
    npc_marit_001: { item_brass_key_001: { quantity: 1, flags: ['worn on a string'] } },
    pc_auditor_001: { item_brass_key_001: { quantity: 1, flags: [] } },
  });
  expect(snapshot.chapter.title).toBe('Weather');
  expect(snapshot.rulesetState).toEqual({ fog: 3 });
});

it('gives everybody the memories they begin with', () => {
  expect(begun().observations).toEqual([
    {
      characterId: 'npc_marit_001',
      content: 'Tomas came back that night with dry oars.',
      importance: 4,
      provenance: { kind: 'witnessed' },
      about: [],
      tags: [],
    },
    {
      characterId: 'npc_marit_001',
      content: 'The auditor counted the stairs aloud.',
      importance: 2,
      provenance: { kind: 'witnessed' },
      confidence: 1,
      about: [],
      tags: [],
    },
  ]);
});

it('opens the chronicle with what happened before', () => {
  const { events, snapshot } = begun();

  expect(events).toMatchObject([
    {
      type: 'loss',
      placeId: 'loc_mole_001',
      characterIds: ['npc_tomas_001'],
      summary: 'The Adeline sank off the mole in a flat calm.',
    },
  ]);
  expect(snapshot.counters.events).toBe(1);
});

it('lets the operations of a clock really happen', () => {
  const library = libraryWith();
  const ruleset = library.find('ruleset', 'lantern_quay:tide_dice');
  const world = library.find('world', 'lantern_quay:quay');
  const rules = ruleset === null ? null : compileRules(ruleset);
  if (rules === null || 'rejected' in rules || world === null)
    throw new Error('the ruleset does not compile');
  const context = {
    asker: 'engine',
    sceneIndex: 1,
    rules,
    calendar: getCalendar(world),
    dice: { seed: '00', nextOrdinal: 0 },
  } as const;

  const { snapshot, rejected } = applyOperations(
    begun().snapshot,
    [{ op: 'tick_clock', clockId: 'the_auditor', by: 6 }],
    context,
  );

  expect(rejected).toEqual([]);
  expect(Object.values(snapshot.facts).at(-1)).toMatchObject({
    subjectId: 'loc_pier_house_001',
    object: 'on fire',
    visibility: 'public',
  });
});
