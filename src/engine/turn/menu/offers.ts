import { readMoney } from '#engine/state/money.ts';
import type { OperationName } from '#engine/state/operations.ts';
import type { Character } from '#engine/state/record.ts';
import type { Snapshot } from '#engine/state/snapshot.ts';
import type { StateRules } from '#engine/state/state-rules.ts';

/** Operations of one group, and when a model is offered them. */
export type Offer = {
  readonly group: string;
  readonly operations: readonly OperationName[];
  /** Condition on the ruleset. */
  readonly under?: (rules: StateRules) => boolean;
  /** Condition on the world. */
  readonly when?: (snapshot: Snapshot) => boolean;
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
/**
 * Operations `record` is offered, most needed first; only the first fifteen that fit the moment are listed. What fields of an
 * Outcome say (time, place, people, facts, threads, relations, laws, events) is not in here.
 */
export const OFFERS: readonly Offer[] = [
  { group: 'things', operations: ['change_inventory', 'transfer_item'] },
  { group: 'money', operations: ['change_money'], when: anybodyHere((one) => readMoney(one) !== null) },
  { group: 'state', operations: ['set', 'increment', 'decrement', 'append'], under: ownState },
  { group: 'facts', operations: ['update_fact'], when: ({ facts }) => some(facts) },
  { group: 'people', operations: ['set_life', 'add_condition'] },
  { group: 'sheet', operations: ['change_meter'], when: anybodyHere(({ stats }) => keepsMeter(stats)) },
  {
    group: 'people',
    operations: ['remove_condition'],
    when: anybodyHere(({ conditions, stats }) => conditions.length > 0 || listIn(stats, 'conditions')),
  },
  { group: 'body', operations: ['heal', 'deal_damage'], under: srd, when: ({ combat }) => combat === null },
  { group: 'fight', operations: ['end_combat'], when: ({ combat }) => combat !== null },
  { group: 'clocks', operations: ['tick_clock'], when: ({ clocks }) => some(clocks) },
  { group: 'story', operations: ['upsert_mission', 'open_thread', 'set_deadline'] },
  { group: 'deadlines', operations: ['resolve_deadline'], when: ({ deadlines }) => some(deadlines) },
  { group: 'resources', operations: ['adjust_resource'], when: ({ resources }) => some(resources) },
  { group: 'accounts', operations: ['record_economy'], when: ({ economy }) => some(economy.accounts) },
  { group: 'means', operations: ['spend_resource', 'take_rest'], under: srd },
  {
    group: 'ways',
    operations: ['reveal_exit'],
    when: (now) =>
      here(now)?.exits?.some(({ secret, blocked }) => secret !== true && blocked !== undefined) === true,
  },
  { group: 'people', operations: ['update_entity', 'set_relationship'] },
  { group: 'campaign', operations: ['set_custom'], when: ({ custom }) => some(custom) },
  { group: 'clocks', operations: ['start_clock'] },
  { group: 'story', operations: ['start_chapter'] },
];

function keepsMeter(stats: Character['stats']): boolean {
  return ['heat', 'harm', 'rep'].some((meter) => typeof stats[meter] === 'number');
}

function listIn(stats: object, field: string): boolean {
  const list: unknown = Reflect.get(stats, field);
  return Array.isArray(list) && list.length > 0;
}
