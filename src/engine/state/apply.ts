import { isRejection, type Rejection, reject } from '#engine/kit/rejection.ts';
import { brokenParts } from './changed-parts.ts';
import type { Effect } from './effect.ts';
import { suggestion } from './nearest-name.ts';
import type { Changed, Operation, OperationContext, Outcome } from './operation.ts';
import { findOperation, OPERATION_NAMES } from './operations.ts';
import type { Snapshot } from './snapshot.ts';

/** A proposal that was refused, and its place among the proposals. */
export type Refused = { readonly index: number; readonly proposal: unknown; readonly rejection: Rejection };

export type Applied = {
  /** The very same object when nothing was applied. */
  readonly snapshot: Snapshot;
  readonly effects: readonly Effect[];
  readonly rejected: readonly Refused[];
};

/** How many operations triggers may set off within one call, all told, so that they cannot loop. */
export const MAX_TRIGGERED = 64;

/**
 * Applies proposals one after the other. Each stands alone: a refused one changes nothing and the next is
 * tried on what the accepted ones made. Pure: the same arguments give the same result.
 */
export function applyOperations(
  snapshot: Snapshot,
  proposals: readonly unknown[],
  context: OperationContext,
): Applied {
  let current = snapshot;
  const effects: Effect[] = [];
  const rejected: Refused[] = [];
  const budget = { left: MAX_TRIGGERED };

  proposals.forEach((proposal, index) => {
    const outcome = applyOne(current, proposal, context);
    if (isRejection(outcome)) {
      rejected.push({ index, proposal, rejection: outcome });
      return;
    }
    const settled = fireTriggers(outcome, context, budget);
    current = settled.snapshot;
    effects.push(...settled.effects);
  });
  return { snapshot: current, effects, rejected };
}

function applyOne(snapshot: Snapshot, proposal: unknown, context: OperationContext): Outcome {
  const named = readProposal(proposal);
  if (isRejection(named)) return named;
  const refusal = refusalOf(named.operation, context);
  if (refusal !== null) return refusal;
  const outcome = named.operation.attempt(snapshot, named.input, context);
  if (isRejection(outcome)) return outcome;
  return brokenParts(named.operation.name, snapshot, outcome.snapshot) ?? outcome;
}

function readProposal(proposal: unknown): { operation: Operation; input: object } | Rejection {
  if (typeof proposal !== 'object' || proposal === null || Array.isArray(proposal) || !('op' in proposal)) {
    return reject(
      'not-an-operation',
      'An operation is an object like { "op": "advance_time", "minutes": 5 }.',
    );
  }
  const { op, ...input } = proposal;
  const operation = typeof op === 'string' ? findOperation(op) : null;
  if (operation !== null) return { operation, input };
  const hint = typeof op === 'string' ? suggestion(op, OPERATION_NAMES) : '';
  return reject('unknown-operation', `There is no operation ${JSON.stringify(op)?.slice(0, 80)}.${hint}`, [
    'op',
  ]);
}

function refusalOf({ name, askers }: Operation, context: OperationContext): Rejection | null {
  const { asker, allowedOperations } = context;
  if (askers !== undefined && !askers.includes(asker)) {
    return reject('not-yours-to-ask', `${name} can be asked for by ${askers.join(', ')}, not by ${asker}.`, [
      'op',
    ]);
  }
  const bound = asker === 'model' || asker === 'gm';
  if (!bound || allowedOperations === 'all' || allowedOperations.includes(name)) return null;
  const sentence = `The ruleset does not allow ${name}; it allows ${allowedOperations.join(', ')}.`;
  return reject('operation-not-allowed', sentence, ['op']);
}

function fireTriggers(changed: Changed, context: OperationContext, budget: { left: number }): Changed {
  const engine: OperationContext = { ...context, asker: 'engine' };
  let { snapshot } = changed;
  const effects = [...changed.effects];
  for (let at = 0; at < effects.length; at += 1) {
    const effect = effects[at];
    if (effect?.type !== 'trigger-fired') continue;
    for (const proposal of effect.operations) {
      const outcome = budget.left > 0 ? applyOne(snapshot, proposal, engine) : TOO_MANY;
      budget.left -= 1;
      if (isRejection(outcome)) {
        effects.push(failedTrigger(effect.source, outcome));
        continue;
      }
      snapshot = outcome.snapshot;
      effects.push(...outcome.effects);
    }
  }
  return { snapshot, effects };
}

const TOO_MANY = reject('too-many-triggers', `At most ${MAX_TRIGGERED} operations can be set off at once.`);

function failedTrigger(source: { kind: string; id: string }, { reason }: Rejection): Effect {
  return {
    type: 'notice',
    audience: 'gm',
    text: `The ${source.kind} ${source.id} set off an operation that failed: ${reason}`,
  };
}
