import type { OfferedOperation } from '#engine/contracts/proposed-operation.ts';
import { oncePer } from '#engine/kit/once-per.ts';
import type { Actor, Operation } from '#engine/state/operation.ts';
import { findOperation, OPERATIONS, type OperationName } from '#engine/state/operations.ts';
import type { Snapshot } from '#engine/state/snapshot.ts';
import type { StateRules } from '#engine/state/state-rules.ts';
import { compactFields } from './menu/compact-fields.ts';
import { OFFERS, type Offer } from './menu/offers.ts';

/** What a name and its fields leave open. */
const HINTS: Partial<Record<OperationName, string>> = {
  set: 'path in the state of play',
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
export function recordMenu(rules: StateRules, snapshot: Snapshot): OfferedOperation[] {
  const proposable = new Set(proposableOperations(rules));
  return offersUnder(rules)
    .filter(({ when }) => when === undefined || when(snapshot))
    .flatMap(({ operations, group }) =>
      operations.filter((name) => proposable.has(name)).map((name) => ({ ...described(name), group })),
    )
    .slice(0, MOST_OFFERED);
}

/** Everything there is, for an owner who overrules the ruleset. */
export function wholeOperationMenu(): OfferedOperation[] {
  return OPERATIONS.filter((operation) => isFor('god', operation)).map(({ name, summary, input }) => ({
    op: name,
    summary,
    fields: compactFields(input, 'nothing'),
  }));
}

/** The names of all that a model may propose under a ruleset, offered or not. */
export function proposableOperations({ allowedOperations: allowed }: StateRules): readonly string[] {
  return OPERATIONS.filter((operation) => isFor('model', operation))
    .map(({ name }) => name)
    .filter((name) => allowed === 'all' || allowed.includes(name));
}

const offersUnder = oncePer((rules: StateRules): readonly Offer[] =>
  OFFERS.filter(({ under }) => under === undefined || under(rules)),
);

const descriptions = new Map<OperationName, OfferedOperation>();

/** Reading a schema takes longer than everything else here, and schemas never change. */
function described(name: OperationName): OfferedOperation {
  const known = descriptions.get(name);
  if (known !== undefined) return known;
  const operation = findOperation(name);
  if (operation === null) throw new Error(`there is no operation ${name}`);
  const fields = compactFields(operation.input, 'for-authors');
  const description = { op: name, summary: HINTS[name] ?? '', fields };
  descriptions.set(name, description);
  return description;
}

function isFor(asker: Actor, { askers }: Pick<Operation, 'askers'>): boolean {
  return askers === undefined || askers.includes(asker);
}
