import type { z } from 'zod';
import type { Operation } from './operation.ts';
import { addFact } from './operations/add-fact.ts';
import { advanceTime } from './operations/advance-time.ts';

/** Every way the world can change, in the order in which it is documented. The list is closed. */
export const OPERATIONS = [advanceTime, addFact] as const satisfies readonly Operation[];

type Listed = (typeof OPERATIONS)[number];

export type OperationName = Listed['name'];

/**
 * A proposed change, the one shape in which models, packs and the API write it: the operation's name in
 * `op`, its input beside it. `{ op: 'advance_time', minutes: 5 }`
 */
export type Proposal = {
  [Name in OperationName]: { readonly op: Name } & z.input<Extract<Listed, { readonly name: Name }>['input']>;
}[OperationName];

export const OPERATION_NAMES: readonly OperationName[] = OPERATIONS.map(({ name }) => name);

const byName: ReadonlyMap<string, Operation> = new Map(
  OPERATIONS.map((operation) => [operation.name, operation]),
);

export function findOperation(name: string): Operation | null {
  return byName.get(name) ?? null;
}
