import { type Rejection, reject } from '#engine/kit/rejection.ts';
import { suggestion } from '../nearest-name.ts';
import type { Operation, OperationContext } from '../operation.ts';
import { findOperation, OPERATION_NAMES } from '../operations.ts';

type Read = { readonly operation: Operation; readonly input: Readonly<Record<string, unknown>> };

/** The operation a proposal names and the input beside it, or why there is none for this asker. */
export function readProposal(
  proposal: unknown,
  context: Pick<OperationContext, 'asker' | 'rules'>,
): Read | Rejection {
  if (typeof proposal !== 'object' || proposal === null || Array.isArray(proposal) || !('op' in proposal)) {
    return reject(
      'not-an-operation',
      'An operation is an object like { "op": "advance_time", "minutes": 5 }.',
    );
  }
  const { op, ...input } = proposal;
  const operation = typeof op === 'string' ? findOperation(op) : null;
  if (operation !== null) return refusalOf(operation, context) ?? { operation, input };
  const said = typeof op === 'string' ? op.slice(0, 80) : `that is a ${typeof op}`;
  const hint = typeof op === 'string' ? suggestion(op, OPERATION_NAMES) : ' Its name is a text.';
  return reject('unknown-operation', `There is no operation ${said}.${hint}`, ['op']);
}

function refusalOf(
  { name, askers }: Operation,
  { asker, rules }: Pick<OperationContext, 'asker' | 'rules'>,
): Rejection | null {
  if (askers !== undefined && !askers.includes(asker)) {
    return reject('not-yours-to-ask', `${name} can be asked for by ${askers.join(', ')}, not by ${asker}.`, [
      'op',
    ]);
  }
  const { allowedOperations } = rules;
  const bound = asker === 'model' || asker === 'gm';
  if (!bound || allowedOperations === 'all' || allowedOperations.includes(name)) return null;
  const sentence = `The ruleset does not allow ${name}; it allows ${allowedOperations.join(', ')}.`;
  return reject('operation-not-allowed', sentence, ['op']);
}
