import { findNearestNames } from '#engine/kit/nearest-names.ts';
import type { NarrateOutcome, OfferedTable } from './narrate-outcome.ts';
import type { OfferedChoice } from './offered-choice.ts';

/** How many wrong ids or operations one complaint names, and how many right ones it shows for them. */
const MOST_NAMED = 5;

/** The ids of one kind of record: those there are, and those the model may be told of. What is hidden has an id as well. */
export type Ids = { readonly all: ReadonlySet<string>; readonly shown: readonly string[] };

/** Complains of ids that do not exist and names the nearest of those that were given in the prompt. */
export function unknownIds(field: string, ids: readonly string[], { all, shown }: Ids): readonly string[] {
  const unknown = [...new Set(ids)].filter((id) => !all.has(id));
  if (unknown.length === 0) return [];
  const given =
    shown.length === 0
      ? 'You were given none.'
      : `The nearest you were given: ${nearestTo(unknown, shown).join(', ')}. Leave out what is none of yours.`;
  return [`${field}: there is no ${listFew(unknown)}. ${given}`];
}

/** Complains of operations that may not be proposed and names the nearest that may. */
export function forbiddenOperations(
  field: string,
  operations: readonly { readonly op: string }[],
  allowed: readonly string[],
): readonly string[] {
  const names = [...new Set(operations.map(({ op }) => op))].filter((op) => !allowed.includes(op));
  if (names.length === 0) return [];
  const nearest =
    allowed.length === 0 ? 'None is.' : `Nearest allowed: ${nearestTo(names, allowed).join(', ')}.`;
  return [`${field}: ${listFew(names)} cannot be proposed here. ${nearest}`];
}

function listFew(names: readonly string[]): string {
  const more = names.length - MOST_NAMED;
  return `${names.slice(0, MOST_NAMED).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/** The names nearest to any of several wrong ones: first the nearest of each, then the second nearest. */
function nearestTo(wrong: readonly string[], known: readonly string[]): readonly string[] {
  const ranked = wrong.slice(0, MOST_NAMED).map((name) => findNearestNames(name, known, MOST_NAMED));
  const byRank = Array.from({ length: MOST_NAMED }, (_, rank) =>
    ranked.flatMap((names) => names[rank] ?? []),
  );
  return [...new Set(byRank.flat())].slice(0, MOST_NAMED);
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
