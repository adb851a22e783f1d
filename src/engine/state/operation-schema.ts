import { z } from 'zod';
import type { Operation } from './operation.ts';
import { OPERATIONS } from './operations.ts';

export type OperationSchema = {
  readonly name: string;
  readonly summary: string;
  /** Null when everybody may ask for it. */
  readonly askers: Operation['askers'] | null;
  /** The JSON Schema of a whole proposal, `op` included. */
  readonly schema: { readonly [key: string]: unknown };
};

/**
 * Every operation as it is shown to whoever may propose it: its sentence and the JSON Schema of the proposal,
 * made from the very schema that parses it. `allowed` keeps those a ruleset allows.
 */
export function listOperationSchemas(allowed: readonly string[] | 'all' = 'all'): readonly OperationSchema[] {
  const listed = OPERATIONS.filter(({ name }) => allowed === 'all' || allowed.includes(name));
  return listed.map(({ name, summary, input, ...rest }) => ({
    name,
    summary,
    askers: 'askers' in rest ? (rest.askers ?? null) : null,
    schema: z.toJSONSchema(z.strictObject({ op: z.literal(name), ...input.shape }), { io: 'input' }),
  }));
}
