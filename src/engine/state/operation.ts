import type { z } from 'zod';
import { isRejection, type Rejection } from '#engine/kit/rejection.ts';
import type { WorldTime } from '#engine/kit/world-time.ts';
import type { Calendar } from '#engine/rules/calendar.ts';
import type { RollRequest } from '#engine/rules/dice.ts';
import type { Roll } from '#engine/rules/roll.ts';
import type { Effect } from './effect.ts';
import { inputRejection } from './input-rejection.ts';
import type { PersonaHold } from './persona-hold.ts';
import type { Knowledge } from './records/knowledge.ts';
import type { Snapshot } from './snapshot.ts';
import type { StateRules } from './state-rules.ts';

/**
 * Who asks for a change. `engine`: the rules themselves; `model`: a language model's proposal; `gm`: the owner of
 * the campaign; `god`: the owner, overruling the ruleset.
 */
export const ASKERS = ['engine', 'model', 'gm', 'god'] as const;
export type Asker = (typeof ASKERS)[number];

/** What an operation may know beside the snapshot and its input. */
export type OperationContext = {
  readonly asker: Asker;
  /** The index of the scene this change will be part of. */
  readonly sceneIndex: number;
  readonly rules: StateRules;
  readonly calendar: Calendar;
  /** What a model may not take from players' characters now; nothing of it is held when absent. */
  readonly hold?: PersonaHold;
  /** The latest moment somebody may let time pass to; absent where nothing bounds it. */
  readonly latest?: WorldTime;
  /** Who knows of the clock, deadline or the like that sets this off; absent when somebody asks for it. */
  readonly setOffBy?: Knowledge;
  /** Throws dice at the next ordinal of the turn; an accepted operation's rolls are among its effects. */
  readonly roll: (expression: string, purpose: string, details?: RollDetails) => Roll | Rejection;
};

export type RollDetails = Omit<RollRequest, 'sceneIndex' | 'ordinal' | 'purpose'>;

/** A change that was made. */
export type Changed = { readonly snapshot: Snapshot; readonly effects: readonly Effect[] };

export type Outcome = Changed | Rejection;

/**
 * One typed way to change the snapshot. `attempt` parses its input every time, is pure and total: a new
 * snapshot that shares what did not change, or a rejection.
 */
export type Operation<Name extends string = string, Input extends z.ZodType = z.ZodType> = {
  /** snake_case, as it stands in `op`. */
  readonly name: Name;
  /** One sentence for whoever may propose it. */
  readonly summary: string;
  readonly input: Input;
  /** Who may ask for it; everybody when absent. */
  readonly askers?: readonly Asker[];
  readonly attempt: (snapshot: Snapshot, input: unknown, context: OperationContext) => Outcome;
};

type Definition<Name extends string, Input extends z.ZodType> = {
  readonly name: Name;
  readonly summary: string;
  readonly input: Input;
  readonly askers?: readonly Asker[];
  readonly apply: (
    snapshot: Snapshot,
    input: z.output<Input>,
    context: OperationContext,
  ) => Snapshot | Outcome;
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
      if (!parsed.success) return inputRejection(definition.name, definition.input, parsed.error);
      const outcome = apply(snapshot, parsed.data, context);
      if (isRejection(outcome)) return outcome;
      return 'snapshot' in outcome ? outcome : { snapshot: outcome, effects: [] };
    },
  };
}
