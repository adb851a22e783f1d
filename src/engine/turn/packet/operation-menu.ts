import { z } from 'zod';
import type { OfferedOperation } from '#engine/contracts/proposed-changes.ts';
import { listMeters, readMoney } from '#engine/state/meters.ts';
import type { Actor, Operation } from '#engine/state/operation.ts';
import { findOperation, OPERATIONS, type OperationName } from '#engine/state/operations.ts';
import type { Character } from '#engine/state/record.ts';
import type { Snapshot } from '#engine/state/snapshot.ts';
import type { StateRules } from '#engine/state/state-rules.ts';
import { memoizeByObject } from '#engine/util/memoize.ts';

type Schema = z.core.JSONSchema._JSONSchema;

/** Fields that only authors fill in; a model's proposal may omit them, and is accepted with them. */
const LEFT_OUT = new Set([
  'companionIds',
  'confidence',
  'consumed',
  'also',
  'flags',
  'heldBy',
  'knownTo',
  'microseconds',
  'knockOut',
  'notes',
  'obscure',
  'operations',
  'personaIds',
  'relatedIds',
  'rounds',
  'save',
  'seconds',
  'source',
  'tags',
  'triggers',
  'unobscure',
  'unseen',
]);

/** Writes an operation's fields without the weight of a schema: `combatants: [{characterId, side}], minutes?`. */
function writeCompactFields(input: z.ZodType, leaveOut: 'nothing' | 'for-authors'): string {
  const schema = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' });
  return fieldsOf(schema, leaveOut === 'for-authors' ? isForAuthors : () => false);
}

type LeaveOut = (name: string, field: Schema) => boolean;

const isForAuthors: LeaveOut = (name, field) =>
  // Who may know of a record is for authors as well: what a narrator tells is known.
  LEFT_OUT.has(name) || (typeof field === 'object' && field.enum?.includes('gm') === true);

function fieldsOf(schema: Exclude<Schema, boolean>, leaveOut: LeaveOut): string {
  const required = new Set(schema.required ?? []);
  return Object.entries(schema.properties ?? {})
    .filter(([name, field]) => required.has(name) || !leaveOut(name, field))
    .map(([name, field]) => `${name}${required.has(name) ? '' : '?'}${shapeOf(field)}`)
    .join(', ');
}

/** Returns the shape of a field; empty for plain values, whose name says enough. */
function shapeOf(field: Schema): string {
  if (typeof field === 'boolean') return '';
  if (field.enum !== undefined) return `: ${field.enum.join('|')}`;
  if (field.properties !== undefined) return `: {${fieldsOf(field, isForAuthors)}}`;
  if (field.type !== 'array') return '';
  const { items } = field;
  const isRecord = typeof items === 'object' && !Array.isArray(items) && items.properties !== undefined;
  return isRecord ? `: [{${fieldsOf(items, isForAuthors)}}]` : ': []';
}

/** Operations of one group, and when a model is offered them. */
type Offer = {
  readonly group: string;
  readonly operations: readonly OperationName[];
  /** Condition on the ruleset. */
  readonly under?: (rules: StateRules) => boolean;
  /** Condition on the world. */
  readonly when?: (snapshot: Snapshot, rules: StateRules) => boolean;
};

const some = (record: object): boolean => Object.keys(record).length > 0;

const here = ({ scene, entities }: Snapshot) => {
  const place = scene.placeId === null ? undefined : entities[scene.placeId];
  return place?.kind === 'location' ? place : null;
};

const anybodyHere =
  (is: (character: Character, rules: StateRules) => boolean) =>
  ({ scene, entities }: Snapshot, rules: StateRules) =>
    scene.presentIds.some((id) => {
      const entity = entities[id];
      return entity?.kind === 'character' && is(entity, rules);
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
const OFFERS: readonly Offer[] = [
  { group: 'things', operations: ['change_inventory', 'transfer_item'] },
  {
    group: 'money',
    operations: ['change_money'],
    when: anybodyHere((one, rules) => readMoney(one, rules) !== null),
  },
  { group: 'state', operations: ['set', 'increment', 'decrement', 'append'], under: ownState },
  { group: 'facts', operations: ['update_fact'], when: ({ facts }) => some(facts) },
  { group: 'people', operations: ['set_life', 'add_condition'] },
  {
    group: 'sheet',
    operations: ['change_meter'],
    when: anybodyHere((one, rules) => listMeters(one, rules).length > 0),
  },
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

function listIn(stats: object, field: string): boolean {
  const list: unknown = Reflect.get(stats, field);
  return Array.isArray(list) && list.length > 0;
}

/** Hints for operations whose name and fields are not clear enough. */
const HINTS: Partial<Record<OperationName, string>> = {
  set: 'path as the state of play writes it',
  append: 'path of a list',
  change_inventory: 'by is negative for what is taken',
  change_money: 'by is negative for what is taken, fromId whoever pays it',
  change_meter: 'by is negative for what is lost or healed',
  set_relationship: 'what one is to the other, intensity -10 to 10',
  update_entity: 'the narrowest path',
  deal_damage: 'a number, or dice the engine throws',
  adjust_resource: 'by is negative for what is used up',
  record_economy: 'amount is negative for what is paid',
};

/** Most kinds of operation a model is offered at once. */
const MOST_OFFERED = 15;

/** Lists the operations `record` and `resolve` are offered: those the ruleset allows and that fit this moment. */
export function listRecordOperations(rules: StateRules, snapshot: Snapshot): OfferedOperation[] {
  const proposable = new Set(listProposableOperations(rules));
  return offersUnder(rules)
    .filter(({ when }) => when === undefined || when(snapshot, rules))
    .flatMap(({ operations, group }) =>
      operations
        .filter((name) => proposable.has(name))
        .map((name) => ({ ...described(name), ...nameMeters(name, rules), group })),
    )
    .slice(0, MOST_OFFERED);
}

/** Adds the meters of the ruleset to the description of the operation that moves them. Money has an operation of its own. */
function nameMeters(name: OperationName, { mechanics }: StateRules): Partial<OfferedOperation> {
  if (name !== 'change_meter') return {};
  const meters = Object.entries(mechanics.meters).flatMap(([id, { money }]) => (money ? [] : [id]));
  return { summary: `meter ${meters.join('|')}; ${HINTS.change_meter}` };
}

/** Lists all operations, for an owner who overrules the ruleset. */
export function listAllOperations(): OfferedOperation[] {
  return OPERATIONS.filter((operation) => isFor('god', operation)).map(({ name, summary, input }) => ({
    op: name,
    summary,
    fields: writeCompactFields(input, 'nothing'),
  }));
}

/** Lists the names of all operations a model may propose under a ruleset, offered or not. */
export function listProposableOperations({ allowedOperations: allowed }: StateRules): readonly string[] {
  return OPERATIONS.filter((operation) => isFor('model', operation))
    .map(({ name }) => name)
    .filter((name) => allowed === 'all' || allowed.includes(name));
}

const offersUnder = memoizeByObject((rules: StateRules): readonly Offer[] =>
  OFFERS.filter(({ under }) => under === undefined || under(rules)),
);

const descriptions = new Map<OperationName, OfferedOperation>();

/** Returns the cached description of an operation: reading a schema is slow, and schemas never change. */
function described(name: OperationName): OfferedOperation {
  const known = descriptions.get(name);
  if (known !== undefined) return known;
  const operation = findOperation(name);
  if (operation === null) throw new Error(`there is no operation ${name}`);
  const fields = writeCompactFields(operation.input, 'for-authors');
  const description = { op: name, summary: HINTS[name] ?? '', fields };
  descriptions.set(name, description);
  return description;
}

function isFor(asker: Actor, { askers }: Pick<Operation, 'askers'>): boolean {
  return askers === undefined || askers.includes(asker);
}
