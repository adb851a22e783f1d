import type { OperationName } from '#engine/state/operations.ts';
import { ADA, BRUNO, CELLAR, HALL, KEY, MIRA, TOWER, VIKTOR } from '../../support/worlds.ts';
import { CABAL, CROWN, DEBT, JIN, LETTER, LURKER, VAULT } from './world-of-secrets.ts';

/** A proposal nobody but the rules and game masters may make in a world of secrets, and how a model is refused it. */
export type Attack = {
  readonly input: object;
  readonly code: string;
  /** What must have been done by the engine first. */
  readonly after?: readonly object[];
  /** Refused to the others as well, for a reason of its own. */
  readonly toAll?: true;
};

/**
 * What each operation is held against. `never`: a model may not ask for it at all. A sentence says why it can do no harm by
 * itself. A new operation without an entry does not compile.
 */
export type Held = readonly Attack[] | 'never' | { readonly harmless: string };

const reach = (input: object): Attack => ({ input, code: 'out-of-reach' });
const uncover = (input: object): Attack => ({ input, code: 'not-yours-to-uncover' });
const whole = (why: string): Held => ({ harmless: why });
const STATE = "the ruleset's state; what players may not see of it is marked, whatever it holds";
const TEXT = 'it is text, and text is held against secrets where it is written';
const PRESSURE = 'it moves the clock of the world, not people or what they know';

export const ATTACKS: Readonly<Record<OperationName, Held>> = {
  set: whole(STATE),
  increment: whole(STATE),
  decrement: whole(STATE),
  append: whole(STATE),
  remove: whole(STATE),
  advance_time: whole(PRESSURE),
  set_time: whole(PRESSURE),
  move_party: [
    reach({ placeId: VAULT }),
    { ...reach({ placeId: CELLAR, companionIds: [JIN] }), after: [comes(JIN)] },
    { input: { placeId: CELLAR }, code: 'persona-stays' },
    { input: { placeId: TOWER }, code: 'no-path' },
  ],
  enter_scene: [
    reach({ characterId: JIN }),
    { input: { characterId: BRUNO }, code: 'persona-stays', after: [leaves(BRUNO, CELLAR)] },
    { ...uncover({ characterId: LURKER }), after: [leaves(LURKER)] },
  ],
  leave_scene: [
    { input: { characterId: ADA }, code: 'is-persona' },
    { input: { characterId: ADA, toPlaceId: CELLAR }, code: 'is-persona' },
    reach({ characterId: VIKTOR, toPlaceId: VAULT }),
  ],
  set_scene: [uncover({ unobscure: [LURKER] })],
  connect_places: [reach({ fromId: CELLAR, toId: VAULT, label: 'a door' })],
  reveal_exit: [uncover({ placeId: HALL, to: TOWER })],
  introduce_entity: [
    reach({ kind: 'character', name: 'Ox', factionId: CABAL }),
    reach({ kind: 'character', name: 'Ox', placeId: VAULT }),
    reach({ kind: 'location', name: 'Nook', connectedTo: VAULT }),
  ],
  introduce_item: [reach({ name: 'Cup', ownerId: JIN }), reach({ name: 'Cup', placeId: VAULT })],
  update_entity: [
    reach({ entityId: JIN, path: 'description', value: 'She is alive.' }),
    uncover({ entityId: LURKER, path: 'hidden', value: false }),
    { input: { entityId: VIKTOR, path: 'visibility', value: 'public' }, code: 'fixed-field', toAll: true },
    { input: { entityId: VIKTOR, path: 'internal.withholds.0', action: 'remove' }, code: 'fixed-field' },
    reach({ entityId: VIKTOR, path: 'factionId', value: CABAL }),
    { input: { entityId: ADA, path: 'name', value: 'Nobody' }, code: 'is-persona' },
    { input: { entityId: ADA, path: 'speech', value: 'I confess.' }, code: 'is-persona' },
    { input: { entityId: ADA, path: 'hidden', value: true }, code: 'is-persona' },
    {
      input: { entityId: ADA, path: 'placeId', value: TOWER },
      code: 'is-persona',
      after: [leaves(ADA, CELLAR)],
    },
  ],
  retire_entity: [
    reach({ entityId: JIN }),
    { input: { entityId: ADA }, code: 'is-persona', toAll: true },
    { input: { entityId: KEY }, code: 'persona-keeps' },
  ],
  discover_entity: [
    reach({ entityId: JIN, method: 'a cough' }),
    uncover({ entityId: LURKER, method: 'a cough' }),
    reach({ entityId: CABAL, method: 'a letter' }),
  ],
  add_fact: [reach({ subjectId: JIN, predicate: 'is', object: 'alive' })],
  update_fact: [reach({ factId: DEBT, object: 'nobody' })],
  discover_fact: [
    reach({ factId: DEBT, method: 'a letter' }),
    { ...reach({ factId: CROWN, method: 'told', personaIds: [ADA] }), after: [leaves(BRUNO)] },
  ],
  change_inventory: [
    { input: { ownerId: ADA, itemId: KEY, by: -1 }, code: 'persona-keeps' },
    reach({ ownerId: ADA, itemId: LETTER, by: 1 }),
    reach({ ownerId: JIN, itemId: KEY, by: 1 }),
  ],
  transfer_item: [
    { input: { fromId: ADA, toId: VIKTOR, itemId: KEY }, code: 'persona-keeps' },
    { ...reach({ fromId: ADA, toId: JIN, itemId: KEY }), after: [comes(JIN)] },
  ],
  adjust_relation: [reach({ oneId: ADA, otherId: JIN, trust: 1 })],
  set_relationship: [
    uncover({ fromId: VIKTOR, toId: ADA, type: 'debtor', intensity: 3, visibility: 'public' }),
    reach({ fromId: JIN, toId: ADA, type: 'sister', intensity: 3, visibility: 'public' }),
  ],
  open_thread: [reach({ threadId: 'jin', title: 'Jin', relatedIds: [JIN] })],
  update_thread: [reach({ threadId: 'who_pays', status: 'resolved' })],
  start_clock: [
    {
      input: {
        clockId: 'mine',
        name: 'Mine',
        max: 1,
        triggers: [
          { at: 1, description: '', operations: [{ op: 'discover_fact', factId: CROWN, method: '' }] },
        ],
      },
      code: 'not-yours-to-ask',
    },
  ],
  tick_clock: [reach({ clockId: 'doom', by: 4 })],
  upsert_mission: [
    reach({ missionId: 'betrayal', visibility: 'public' }),
    reach({ missionId: 'mine', title: 'Mine', objective: 'Find her.', giverId: JIN }),
  ],
  set_deadline: [reach({ deadlineId: 'ritual', visibility: 'public' })],
  warn_deadline: [reach({ deadlineId: 'ritual', level: 'clear' })],
  resolve_deadline: [reach({ deadlineId: 'ritual', outcome: 'met' })],
  set_agenda: [reach({ characterId: VIKTOR, goal: 'Stay' }), reach({ characterId: JIN, goal: 'Hide' })],
  progress_agenda: [reach({ characterId: VIKTOR, by: 60 })],
  set_resource: [reach({ resourceId: 'poison', visibility: 'public' })],
  adjust_resource: [reach({ resourceId: 'poison', by: -9 })],
  deplete_resource: 'never',
  add_condition: [reach({ characterId: JIN, name: 'asleep' })],
  remove_condition: [{ ...reach({ characterId: JIN, name: 'ill' }), after: [ill(JIN)] }],
  expire_conditions: 'never',
  set_life: [
    reach({ characterId: JIN, status: 'dead' }),
    { input: { characterId: ADA, status: 'dead' }, code: 'persona-safe' },
  ],
  set_hit_points: whole('of bodies with stat blocks: see those who fight on the road'),
  deal_damage: whole('of bodies with stat blocks: see those who fight on the road'),
  heal: whole('it takes nothing from anybody'),
  grant_temporary_hit_points: whole('it takes nothing from anybody'),
  make_death_save: whole('the engine throws it, for somebody who is dying by the rules'),
  stabilize: whole('it takes nothing from anybody'),
  revive: whole('it takes nothing from anybody'),
  change_exhaustion: whole('of bodies with stat blocks: see those who fight on the road'),
  spend_resource: whole('of bodies with stat blocks: see those who fight on the road'),
  restore_resource: whole('it takes nothing from anybody'),
  take_rest: [reach({ kind: 'short', resters: [{ characterId: JIN }] })],
  award_experience: whole('it takes nothing from anybody'),
  gain_level: whole('the rules say when it is due'),
  start_combat: [
    {
      ...reach({ combatants: [fighter(ADA, 'players'), fighter(JIN, 'others')] }),
      after: [comes(JIN)],
    },
  ],
  join_combat: [
    {
      ...reach(fighter(JIN, 'others')),
      after: [
        { op: 'start_combat', combatants: [fighter(ADA, 'players'), fighter(VIKTOR, 'others')] },
        comes(JIN),
      ],
    },
  ],
  advance_combat: whole('it names nobody; the order was thrown'),
  end_combat: whole('it names nobody'),
  enact_law: whole(TEXT),
  repeal_law: whole('laws are known to everybody'),
  change_money: whole('of stat blocks that keep money: see belongings and bonds'),
  change_meter: whole('of stat blocks with meters: see belongings and bonds'),
  record_economy: whole('accounts are not what players carry'),
  log_event: [
    reach({ type: 'meeting', summary: 'She was seen.', characterIds: [JIN] }),
    reach({ type: 'meeting', summary: 'They were seen.', factionIds: [CABAL] }),
  ],
  append_core_memory: whole(TEXT),
  append_summary: whole(TEXT),
  share_summaries: 'never',
  start_chapter: whole(TEXT),
  set_choices: whole(TEXT),
  give_response: 'never',
  reach_ending: 'never',
  await_roll: whole('it offers dice, and the player throws them'),
  settle_roll: 'never',
  ask_clarification: 'never',
  settle_clarification: 'never',
  record_attempt: 'never',
  pay_costs: 'never',
  provoke: 'never',
  set_custom: whole('no player reads the custom state'),
  remove_custom: whole('no player reads the custom state'),
  set_calibration: 'never',
  add_effect: 'never',
  end_effect: 'never',
  take_shape: 'never',
  concentrate: 'never',
  set_stat_block: 'never',
  leave_combat: [
    {
      input: { characterId: ADA, how: 'flight' },
      code: 'is-persona',
      after: [{ op: 'start_combat', combatants: [fighter(ADA, 'players'), fighter(VIKTOR, 'others')] }],
    },
  ],
  add_persona: 'never',
  create_persona: 'never',
};

function leaves(characterId: string, toPlaceId?: string): object {
  return { op: 'leave_scene', characterId, ...(toPlaceId === undefined ? {} : { toPlaceId }) };
}

function comes(characterId: string): object {
  return { op: 'enter_scene', characterId };
}

function ill(characterId: string): object {
  return { op: 'add_condition', characterId, name: 'ill' };
}

function fighter(characterId: string, side: string): object {
  return { characterId, side };
}

/** Who knows each other may speak of each other: what a model proposes every evening, and must go on proposing. */
export const ORDINARY: readonly (readonly [string, object])[] = [
  ['somebody known comes in', { op: 'enter_scene', characterId: MIRA }],
  ['somebody leaves', { op: 'leave_scene', characterId: VIKTOR, toPlaceId: CELLAR }],
  [
    'a hidden bond grows and stays hidden',
    { op: 'set_relationship', fromId: VIKTOR, toId: ADA, type: 'debtor', intensity: 5 },
  ],
  ['what one persona knows is told to the other', { op: 'discover_fact', factId: CROWN, method: 'told' }],
  ['what a persona knows turns out otherwise', { op: 'update_fact', factId: CROWN, object: 'a copy' }],
  ['a persona is given something', { op: 'change_inventory', ownerId: BRUNO, itemId: KEY, by: 1 }],
  ['a persona is taken captive', { op: 'update_entity', entityId: ADA, path: 'captive', value: true }],
  ['a persona passes out', { op: 'set_life', characterId: ADA, status: 'unconscious' }],
  [
    'somebody keeps one more thing to himself',
    {
      op: 'update_entity',
      entityId: VIKTOR,
      path: 'internal.withholds',
      action: 'append',
      value: 'his name',
    },
  ],
  ['somebody nobody sees slips away', { op: 'leave_scene', characterId: LURKER }],
];
