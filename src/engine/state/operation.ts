import { z } from 'zod';
import type { Calendar } from '#engine/rules/calendar.ts';
import type { RollRequest } from '#engine/rules/dice.ts';
import type { Roll } from '#engine/rules/roll.ts';
import { isRejection, type Rejection, reject } from '#engine/util/rejection.ts';
import type { WorldTime } from '#engine/util/world-time.ts';
import type { Effect } from './effect.ts';
import type { CharacterId } from './ids.ts';
import type { Snapshot } from './snapshot.ts';
import type { StateRules } from './state-rules.ts';
import { suggestName } from './suggest-name.ts';
import type { Knowledge } from './visibility.ts';

/** Stands in a stored operation for the persona whose action sets it off. */
export const ACTING_PERSONA = 'persona';

/** Rejects an operation's input with one sentence about its first fault. */
function rejectInput(operation: string, input: z.ZodType, error: z.ZodError): Rejection {
  const issue = error.issues[0];
  if (issue === undefined) return reject('bad-input', `${operation} cannot read its input.`);
  const path = issue.path.map((part) => (typeof part === 'number' ? part : String(part)));
  return reject('bad-input', `${operation}: ${sentence(issue, path, input)}`, path);
}

function sentence(issue: z.core.$ZodIssue, path: readonly (string | number)[], input: z.ZodType): string {
  if (issue.code === 'unrecognized_keys') return unknownFields(issue.keys, path, input);
  const where = path.length === 0 ? 'the input' : path.join('.');
  return `${where} is wrong: ${lowerFirst(issue.message)}.`;
}

function unknownFields(
  keys: readonly string[],
  path: readonly (string | number)[],
  input: z.ZodType,
): string {
  const known = path.length === 0 && input instanceof z.ZodObject ? Object.keys(input.shape) : [];
  const within = path.length === 0 ? '' : ` in ${path.join('.')}`;
  const [first = ''] = keys;
  const fields = known.length === 0 ? '' : ` Its fields are ${known.join(', ')}.`;
  return `there is no field ${keys.join(', ')}${within}.${suggestName(first, known)}${fields}`;
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

/**
 * Protection of players' characters against a model's proposals. Covers what neither their players' words nor the
 * rules have put at stake. Does not bind the engine and game masters.
 */
export type PersonaProtection = {
  /** Personas a model may not move. */
  readonly staying: readonly CharacterId[];
  /** Personas from whom a model may take nothing. */
  readonly keeping: readonly CharacterId[];
  /** Personas whose lives are not at stake. */
  readonly safe: readonly CharacterId[];
};

/**
 * Actors that request changes. `engine`: the rules themselves; `model`: a language model's proposal; `gm`: the owner
 * of the campaign; `god`: the owner, overruling the ruleset.
 */
export const ACTORS = ['engine', 'model', 'gm', 'god'] as const;
export type Actor = (typeof ACTORS)[number];

/** Information available to an operation beside the snapshot and its input. */
export type OperationContext = {
  readonly asker: Actor;
  /** The index of the scene this change will be part of. */
  readonly sceneIndex: number;
  readonly rules: StateRules;
  readonly calendar: Calendar;
  /** Protection of players' characters against the model now; none when absent. */
  readonly hold?: PersonaProtection;
  /** Latest moment to which an actor may let time pass; unlimited when absent. */
  readonly latest?: WorldTime;
  /**
   * Knowledge of the clock, deadline or other source that sets this off; absent when an actor requests the operation.
   */
  readonly setOffBy?: Knowledge;
  /** Throws dice at the next ordinal of the turn; an accepted operation's rolls are among its effects. */
  readonly roll: (expression: string, purpose: string, details?: RollDetails) => Roll | Rejection;
};

export type RollDetails = Omit<RollRequest, 'sceneIndex' | 'ordinal' | 'purpose'>;

/** A change that was made. */
export type ChangedState = { readonly snapshot: Snapshot; readonly effects: readonly Effect[] };

export type OperationOutcome = ChangedState | Rejection;

/**
 * One typed way to change the snapshot. `attempt` parses its input every time, is pure and total: a new
 * snapshot that shares what did not change, or a rejection.
 */
export type Operation<Name extends string = string, Input extends z.ZodType = z.ZodType> = {
  /** snake_case, as it stands in `op`. */
  readonly name: Name;
  /** One sentence for the models and game masters who may propose it. */
  readonly summary: string;
  readonly input: Input;
  /** Actors who may request it; all actors when absent. */
  readonly askers?: readonly Actor[];
  readonly attempt: (snapshot: Snapshot, input: unknown, context: OperationContext) => OperationOutcome;
};

type Definition<Name extends string, Input extends z.ZodType> = {
  readonly name: Name;
  readonly summary: string;
  readonly input: Input;
  readonly askers?: readonly Actor[];
  readonly apply: (
    snapshot: Snapshot,
    input: z.output<Input>,
    context: OperationContext,
  ) => Snapshot | OperationOutcome;
};

/** Makes an operation of an input schema and a pure function. A bare snapshot means a change without effects. */
export function defineOperation<const Name extends string, Input extends z.ZodType>(
  definition: Definition<Name, Input>,
): Operation<Name, Input> {
  const { apply, ...described } = definition;
  return {
    ...described,
    attempt(snapshot, input, context) {
      const parsed = definition.input.safeParse(input);
      if (!parsed.success) return rejectInput(definition.name, definition.input, parsed.error);
      const outcome = apply(snapshot, parsed.data, context);
      if (isRejection(outcome)) return outcome;
      return 'snapshot' in outcome ? outcome : { snapshot: outcome, effects: [] };
    },
  };
}
