import { z } from 'zod';
import type { Operation } from './operation.ts';
import { OPERATIONS } from './operations.ts';

export type OperationSchema = {
  readonly name: string;
  readonly summary: string;
  /** Actors who may request the operation; null when all may. */
  readonly askers: Operation['askers'] | null;
  /** The JSON Schema of a whole proposal, `op` included. */
  readonly schema: { readonly [key: string]: unknown };
};

/**
 * Lists operations for the models and game masters who propose them: summary and JSON Schema of the proposal. The
 * schema is generated from the one that parses proposals. `allowed` keeps the operations a ruleset allows.
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
