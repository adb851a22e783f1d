import type { OperationName } from '#engine/state/operations.ts';
import type { Character } from '#engine/state/record.ts';
import type { Snapshot } from '#engine/state/snapshot.ts';
import type { StateRules } from '#engine/state/state-rules.ts';

/** Operations that belong together, and when a model is offered them. */
export type Offer = {
  readonly group: string;
  readonly operations: readonly OperationName[];
  /** What the ruleset must be like; any when absent. */
  readonly under?: (rules: StateRules) => boolean;
  /** What the world must be like; any when absent. */
  readonly when?: (snapshot: Snapshot) => boolean;
  /** It comes and goes with the moment, so it is said beside the moment and not in front of everything. */
  readonly passing?: true;
};

const some = (record: object): boolean => Object.keys(record).length > 0;

const here = ({ scene, entities }: Snapshot) => {
  const place = scene.placeId === null ? undefined : entities[scene.placeId];
  return place?.kind === 'location' ? place : null;
};

const anybodyHere =
  (is: (character: Character) => boolean) =>
  ({ scene, entities }: Snapshot) =>
    scene.presentIds.some((id) => {
      const entity = entities[id];
      return entity?.kind === 'character' && is(entity);
    });

const srd = ({ mechanics }: StateRules) => mechanics.resolution.kind === 'srd5e';
const ownState = ({ stateSchema }: StateRules) =>
  typeof stateSchema === 'object' &&
  stateSchema !== null &&
  'properties' in stateSchema &&
  some(stateSchema.properties as object); // what a JSON Schema has under `properties` is an object
/** Only a narrator who is the whole game master is told what people work at, and so can move it. */
const knowsSecrets = ({ mechanics }: StateRules) => mechanics.pipeline === 'duet';

/**
 * What a model may be offered, in the order in which it reads. What is not in here may still be proposed where the ruleset
 * allows it; nobody asks for it. What is hidden comes to light by what players do, never by being proposed. What the fields of a narrator's outcome say (time, facts, people, threads) is not in here.
 */
export const OFFERS: readonly Offer[] = [
  { group: 'state', operations: ['set', 'increment', 'decrement', 'append', 'remove'], under: ownState },
  { group: 'scene', operations: ['move_party', 'enter_scene', 'leave_scene', 'set_scene'] },
  {
    group: 'ways',
    operations: ['connect_places'],
    when: (now) => here(now)?.exits?.length === 0,
    passing: true,
  },
  {
    group: 'ways',
    operations: ['reveal_exit'],
    when: (now) =>
      here(now)?.exits?.some(({ secret, blocked }) => secret !== true && blocked !== undefined) === true,
    passing: true,
  },
  {
    group: 'people and things',
    operations: ['update_entity', 'change_inventory', 'transfer_item', 'set_life'],
  },
  { group: 'ties', operations: ['adjust_relation', 'set_relationship'] },
  { group: 'conditions', operations: ['add_condition'] },
  {
    group: 'conditions',
    operations: ['remove_condition'],
    when: anybodyHere(({ conditions, stats }) => conditions.length > 0 || listIn(stats, 'conditions')),
    passing: true,
  },
  { group: 'facts', operations: ['update_fact'], when: ({ facts }) => some(facts) },
  { group: 'story', operations: ['open_thread', 'start_chapter'] },
  { group: 'clocks', operations: ['start_clock'] },
  { group: 'clocks', operations: ['tick_clock'], when: ({ clocks }) => some(clocks) },
  { group: 'missions', operations: ['upsert_mission'] },
  { group: 'deadlines', operations: ['set_deadline'] },
  { group: 'deadlines', operations: ['resolve_deadline'], when: ({ deadlines }) => some(deadlines) },
  {
    group: 'agendas',
    operations: ['progress_agenda'],
    under: knowsSecrets,
    when: ({ agendas }) => some(agendas),
  },
  { group: 'resources', operations: ['adjust_resource'], when: ({ resources }) => some(resources) },
  { group: 'laws', operations: ['enact_law', 'repeal_law'], when: ({ laws }) => some(laws) },
  { group: 'accounts', operations: ['record_economy'], when: ({ economy }) => some(economy.accounts) },
  { group: 'campaign', operations: ['set_custom', 'remove_custom'], when: ({ custom }) => some(custom) },
  {
    group: 'body',
    operations: ['deal_damage', 'heal', 'grant_temporary_hit_points', 'change_exhaustion'],
    under: srd,
  },
  { group: 'means', operations: ['spend_resource', 'restore_resource', 'take_rest'], under: srd },
  { group: 'growth', operations: ['award_experience', 'gain_level'], under: srd },
  {
    group: 'dying',
    operations: ['make_death_save', 'stabilize'],
    under: srd,
    when: anybodyHere(({ status }) => status === 'unconscious'),
    passing: true,
  },
  {
    group: 'dying',
    operations: ['revive'],
    under: srd,
    when: anybodyHere(({ status }) => status === 'dead'),
    passing: true,
  },
  {
    group: 'fight',
    operations: ['start_combat'],
    under: srd,
    when: ({ combat }) => combat === null,
    passing: true,
  },
  {
    group: 'fight',
    operations: ['join_combat', 'advance_combat', 'end_combat'],
    when: ({ combat }) => combat !== null,
    passing: true,
  },
];

function listIn(stats: object, field: string): boolean {
  const list: unknown = Reflect.get(stats, field);
  return Array.isArray(list) && list.length > 0;
}
