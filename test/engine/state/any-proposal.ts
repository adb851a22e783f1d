import fc from 'fast-check';
import { Srd5eClassName, Srd5eConditionName, Srd5eDamageType } from '#engine/srd5e/terms.ts';
import type { OperationName } from '#engine/state/operations.ts';
import type { Snapshot } from '#engine/state/snapshot.ts';

type Fields = Record<string, fc.Arbitrary<unknown>>;

const optional = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined });
const small = fc.integer({ min: -12, max: 12 });
const count = fc.integer({ min: 0, max: 40 });
const TEXTS = 'a|Guard|  Guard |a line \n|the old bridge||__proto__|constructor'.split('|');
const text = fc.constantFrom(...TEXTS, 'x'.repeat(500));
const slug = fc.constantFrom(
  'alarm',
  'ritual',
  'oil',
  'main_case',
  'treasury',
  'players',
  'goblins',
  'constructor',
  'Bad Id',
);
const flag = fc.boolean();
const visibility = fc.constantFrom('public', 'hidden', 'gm');
const path = fc.constantFrom(
  'pressure_clock',
  'guard.alertness',
  'guard',
  'clues',
  'clues.0',
  'clues.7',
  'mood.deep',
  'tags',
  'tags.9',
  'mood',
  '__proto__.x',
  'name',
  'stats.chemistry',
  'stats.hit_points.current',
  'description',
  'captive',
  'factionId',
  'internal.mbti',
);
const json = fc.oneof(
  small,
  text,
  flag,
  fc.constant(null),
  fc.constant([1]),
  fc.constant({ a: 1 }),
  fc.constant(Number.NaN),
);
const duration = fc.record({
  days: fc.integer({ min: 0, max: 3 }),
  hours: fc.integer({ min: 0, max: 30 }),
  minutes: count,
});
const moment = fc.oneof(
  fc.constantFrom('18:00', 'never'),
  fc.record({
    day: fc.integer({ min: 0, max: 900 }),
    microsecond: fc.integer({ min: 0, max: 86_399_999_999 }),
  }),
);
const dice = fc.constantFrom('2d6+3', '1d8', '4d6kh3', '99d999', 'd', '10d10!');
const degree = fc.constantFrom('critical', 'success', 'mixed', 'failure');
const planned = fc.constantFrom(
  [],
  [{ op: 'append_summary', text: 'something came about' }],
  [{ op: 'tick_clock', clockId: 'alarm' }],
);

/** For every operation the fields it may be given, right and wrong: a new operation without an entry does not compile. */
function fieldsFor(ids: fc.Arbitrary<string>): Record<OperationName, Fields> {
  const list = fc.array(ids, { maxLength: 3 });
  const resource = fc.constantFrom(
    { kind: 'gold' },
    { kind: 'hit_die', die: 'd10' },
    { kind: 'spell_slot', level: '1' },
    { kind: 'inspiration' },
    { kind: 'luck' },
  );
  const target = { targetId: ids, amount: optional(count), dice: optional(dice) };
  const one = { characterId: ids };
  return {
    set: { path, value: json },
    increment: { path, value: optional(small) },
    decrement: { path, value: optional(small) },
    append: { path, value: json },
    remove: { path, value: optional(json) },
    advance_time: {
      minutes: optional(count),
      hours: optional(count),
      activity: optional(fc.constantFrom('think', 'long_rest', 'nap')),
    },
    set_time: { to: moment },
    move_party: { placeId: ids, companionIds: optional(list) },
    enter_scene: { ...one, unseen: optional(flag) },
    leave_scene: { ...one, toPlaceId: optional(ids) },
    set_scene: {
      visibility: optional(fc.constantFrom('dark', 'clear')),
      obscure: optional(list),
      unobscure: optional(list),
    },
    connect_places: { fromId: ids, toId: ids, secret: optional(flag), oneWay: optional(flag) },
    reveal_exit: { placeId: ids, to: ids },
    introduce_entity: {
      kind: fc.constantFrom('character', 'location', 'faction', 'dragon'),
      name: text,
      another: optional(flag),
      placeId: optional(ids),
      connectedTo: optional(ids),
    },
    introduce_item: {
      name: text,
      ownerId: optional(ids),
      quantity: optional(small),
      another: optional(flag),
    },
    update_entity: {
      entityId: ids,
      path,
      action: optional(fc.constantFrom('set', 'append', 'remove')),
      value: optional(json),
    },
    retire_entity: { entityId: ids },
    discover_entity: { entityId: ids, method: text, personaIds: optional(list) },
    add_fact: {
      subjectId: ids,
      predicate: text,
      object: json,
      visibility: optional(visibility),
      knownTo: optional(list),
    },
    update_fact: { factId: fc.constantFrom('fact_0001', 'fact_0002', 'fact_x'), object: optional(json) },
    discover_fact: { factId: fc.constantFrom('fact_0001', 'fact_0002'), method: text },
    change_inventory: { ownerId: ids, itemId: ids, by: small, consumed: optional(flag) },
    transfer_item: { fromId: ids, toId: ids, itemId: ids, quantity: optional(count) },
    adjust_relation: {
      oneId: ids,
      otherId: ids,
      trust: optional(small),
      tension: optional(small),
      closeness: optional(small),
    },
    set_relationship: { fromId: ids, toId: ids, type: slug, intensity: small },
    open_thread: { threadId: slug, title: text, relatedIds: optional(list) },
    update_thread: {
      threadId: slug,
      status: optional(fc.constantFrom('resolved', 'weird')),
      relatedIds: optional(list),
    },
    start_clock: {
      clockId: slug,
      name: text,
      max: count,
      triggers: optional(
        fc.array(fc.record({ at: count, description: text, operations: planned }), { maxLength: 3 }),
      ),
    },
    tick_clock: { clockId: slug, by: optional(small) },
    upsert_mission: {
      missionId: slug,
      title: optional(text),
      objective: optional(text),
      status: optional(fc.constantFrom('completed', 'accepted', 'no')),
      giverId: optional(ids),
    },
    set_deadline: {
      deadlineId: slug,
      description: optional(text),
      dueIn: optional(duration),
      due: optional(moment),
      operations: optional(planned),
    },
    warn_deadline: { deadlineId: slug, level: fc.constantFrom('subtle', 'clear', 'urgent') },
    resolve_deadline: { deadlineId: slug, outcome: fc.constantFrom('met', 'missed', 'cancelled') },
    set_agenda: {
      ...one,
      goal: optional(text),
      pacePerDay: optional(count),
      milestones: optional(fc.array(fc.record({ at: count, description: text }), { maxLength: 3 })),
    },
    progress_agenda: { ...one, by: fc.double({ min: -100, max: 100 }) },
    set_resource: {
      resourceId: slug,
      max: optional(count),
      amount: optional(count),
      depletionRate: optional(count),
      operations: optional(planned),
    },
    adjust_resource: { resourceId: slug, by: small },
    deplete_resource: { resourceId: slug },
    add_condition: {
      ...one,
      name: fc.oneof(text, fc.constantFrom(...Srd5eConditionName.options)),
      rounds: optional(count),
      lasts: optional(duration),
    },
    remove_condition: { ...one, name: fc.oneof(text, fc.constantFrom(...Srd5eConditionName.options)) },
    expire_conditions: one,
    set_life: { ...one, status: fc.constantFrom('conscious', 'unconscious', 'dead') },
    set_hit_points: { ...one, current: count },
    deal_damage: {
      ...target,
      type: fc.constantFrom(...Srd5eDamageType.options),
      critical: optional(flag),
      knockOut: optional(flag),
    },
    heal: target,
    grant_temporary_hit_points: { ...target, replace: optional(flag) },
    make_death_save: one,
    stabilize: one,
    revive: { ...one, hitPoints: optional(count) },
    change_exhaustion: { ...one, by: small },
    add_effect: {
      ...one,
      name: text,
      rounds: optional(count),
      changes: optional(fc.record({ armor_class: small })),
      heldBy: optional(ids),
    },
    end_effect: { ...one, name: text },
    take_shape: { ...one, name: text, stats: fc.constantFrom({}, { abilities: 3 }) },
    set_stat_block: { ...one, stats: fc.constantFrom({}, { abilities: 3 }) },
    concentrate: { ...one, spell: text },
    leave_combat: { ...one, how: fc.constantFrom('flight', 'surrender', 'retreat') },
    spend_resource: { ...one, resource, amount: optional(count) },
    restore_resource: { ...one, resource, amount: optional(count) },
    take_rest: {
      kind: fc.constantFrom('short', 'long'),
      resters: fc.array(fc.record({ characterId: ids, spend: optional(fc.constant({ d10: 1 })) }), {
        maxLength: 2,
      }),
    },
    award_experience: { characterIds: list, amount: fc.integer({ min: 0, max: 3000 }) },
    gain_level: {
      ...one,
      class: fc.constantFrom(...Srd5eClassName.options),
      hitPoints: optional(fc.constantFrom('average', 'roll')),
    },
    start_combat: {
      combatants: fc.array(fc.record({ characterId: ids, side: slug, surprised: flag }), { maxLength: 4 }),
    },
    join_combat: { ...one, side: slug },
    advance_combat: {},
    end_combat: { outcome: fc.constantFrom('victory', 'draw') },
    enact_law: { lawId: slug, title: text, summary: text },
    repeal_law: { lawId: slug },
    change_money: { ...one, by: small, fromId: optional(ids) },
    change_meter: { ...one, meter: fc.constantFrom('heat', 'harm', 'rep'), by: small },
    record_economy: { accountId: slug, amount: small, reason: text, currency: optional(slug) },
    log_event: { type: slug, summary: text, characterIds: optional(list), factionIds: optional(list) },
    append_core_memory: { text },
    append_summary: { text, personaIds: optional(list) },
    share_summaries: { personaIds: list },
    start_chapter: { title: text },
    give_response: { responseId: text },
    reach_ending: { endingId: text },
    set_choices: {
      choices: fc.array(
        fc.record({
          key: fc.constantFrom('flee', 'hide', 'other_action', 'Bad Key'),
          text,
          description: fc.constant('x'),
          risk: fc.constantFrom('low', 'high'),
        }),
        { maxLength: 6 },
      ),
    },
    await_roll: { personaId: ids, type: slug, purpose: text, rows: fc.constant([]) },
    settle_roll: { value: optional(count) },
    ask_clarification: { personaId: ids, question: text, actionText: text },
    settle_clarification: {},
    record_attempt: { personaId: ids, degree },
    pay_costs: {
      personaId: ids,
      time: optional(count),
      meters: optional(
        fc.array(fc.record({ meter: fc.constantFrom('heat', 'harm'), by: small }), { maxLength: 3 }),
      ),
    },
    provoke: { ...one, tier: fc.constantFrom(0, 1, 2), degree, flags: optional(fc.constant(['violence'])) },
    set_custom: { path, value: json },
    remove_custom: { path },
    set_calibration: { tone: optional(text), pacing: optional(fc.constantFrom('fast', 'warp')) },
    add_persona: one,
    create_persona: {
      draft: fc.constantFrom(
        {},
        { name: 'Mira', role: 'a stranger' },
        { name: 'Mira', role: 'a stranger', edge: 99 },
      ),
      level: optional(count),
    },
  };
}

const noise = fc.oneof(
  fc.constant(null),
  fc.constant({}),
  fc.constant({ op: 'fly' }),
  fc.constant({ op: 'advance_time', minuets: 3 }),
  fc.string(),
);

/** Proposals for a world, sensible and not: ids of the world, ids nobody has, and sheer noise now and then. */
export function anyProposal(snapshot: Snapshot): fc.Arbitrary<unknown> {
  const ids = fc.constantFrom(
    ...Object.keys(snapshot.entities),
    'npc_guard_001',
    'item_guard_001',
    'npc_nobody_001',
    'nonsense',
  );
  const operations = Object.entries(fieldsFor(ids)).map(([op, fields]) =>
    fc.record({ op: fc.constant(op), ...fields }).map(withoutUndefined),
  );
  return fc.oneof({ weight: 30, arbitrary: fc.oneof(...operations) }, { weight: 1, arbitrary: noise });
}

function withoutUndefined(proposal: object): object {
  return Object.fromEntries(Object.entries(proposal).filter(([, value]) => value !== undefined));
}
