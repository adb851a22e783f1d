import type { NarrateOutcome, OfferedTable } from './narrate-outcome.ts';
import type { OfferedChoice } from './offered-choice.ts';

const SHOWN_IDS = 30;

/** The ids of one kind of record: those there are, and those the model may be told of. What is hidden has an id as well. */
export type Ids = { readonly all: ReadonlySet<string>; readonly shown: readonly string[] };

/** Ids nobody has. The model is told which it was given, so that it can set them right. */
export function unknownIds(field: string, ids: readonly string[], { all, shown }: Ids): readonly string[] {
  const strangers = [...new Set(ids)].filter((id) => !all.has(id));
  if (strangers.length === 0) return [];
  const given =
    shown.length === 0 ? 'You were given none.' : `You were given ${shown.slice(0, SHOWN_IDS).join(', ')}.`;
  return [`${field}: there is no ${strangers.join(', ')}. ${given}`];
}

/** Changes that are not on the list of what may be proposed. */
export function forbiddenOperations(
  field: string,
  operations: readonly { readonly op: string }[],
  allowed: readonly string[],
): readonly string[] {
  const names = [...new Set(operations.map(({ op }) => op))].filter((op) => !allowed.includes(op));
  if (names.length === 0) return [];
  return [`${field}: ${names.join(', ')} cannot be proposed here. Allowed are ${allowed.join(', ')}.`];
}

/** A d100 table must hold every number from 1 to 100 exactly once. */
export function tableProblems({ rows }: OfferedTable): readonly string[] {
  const sorted = [...rows].sort((a, b) => a.from - b.from);
  let next = 1;
  for (const { from, to } of sorted) {
    if (from !== next || to < from) {
      return [
        `roll_table.rows: the rows must cover 1 to 100 without gap or overlap, but ${next} is not where a row begins.`,
      ];
    }
    next = to + 1;
  }
  return next === 101 ? [] : ['roll_table.rows: the last row must end at 100.'];
}

export const OTHER_ACTION: OfferedChoice = {
  key: 'other_action',
  text: 'Something else',
  description: 'Describe what you do instead.',
  risk: 'low',
};

/** The choices with the one that is always there. */
export function withOtherAction(choices: readonly OfferedChoice[]): readonly OfferedChoice[] {
  const open = choices.some(({ key }) => key === OTHER_ACTION.key);
  return open || choices.length === 0 ? choices : [...choices, OTHER_ACTION];
}

/** What is wrong with choices that are offered; offering none is no fault of the form. */
export function offeredChoiceProblems(
  outcome: Pick<NarrateOutcome, 'choices' | 'awaiting_roll'>,
): readonly string[] {
  return outcome.choices.length === 0 ? [] : choiceProblems(outcome);
}

/** Three to five choices, or the two of a quiet moment, or none while a roll is awaited. */
export function choiceProblems(
  outcome: Pick<NarrateOutcome, 'choices' | 'awaiting_roll'>,
): readonly string[] {
  const choices = withOtherAction(outcome.choices);
  const keys = choices.map(({ key }) => key);
  if (new Set(keys).size < keys.length) return ['choices: two choices have the same key.'];
  if (outcome.awaiting_roll) return [];
  const quiet = keys.length === 2 && keys.includes('continue');
  if (quiet || (keys.length >= 3 && keys.length <= 5)) return [];
  return [`choices: give 3 to 5 of them, other_action among them; there are ${keys.length}.`];
}

/** A table comes with an awaited roll, and an awaited roll with a table. */
export function rollProblems(outcome: NarrateOutcome, mayOfferRoll: boolean): readonly string[] {
  const { awaiting_roll, roll_table, roll_type } = outcome;
  if (!awaiting_roll && roll_table === null) return [];
  if (!mayOfferRoll)
    return ['awaiting_roll: no roll can be offered here; the engine has settled what was uncertain.'];
  if (roll_table === null) return ['roll_table: an awaited roll needs its table.'];
  if (!awaiting_roll) return ['awaiting_roll: must be true when a table is offered.'];
  if (roll_type === null) return ['roll_type: say which kind of roll is awaited.'];
  return tableProblems(roll_table);
}
