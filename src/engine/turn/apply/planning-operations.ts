import type { OfferedChoice } from '#engine/contracts/narration.ts';
import type { Say } from '#engine/language/languages.ts';
import { RollTableRows } from '#engine/rules/roll-table.ts';
import type { Snapshot } from '#engine/state/snapshot.ts';
import { chooseSentences } from '../narration/engine-sentences.ts';
import type { OutcomeSources } from './apply-outcome.ts';

/** Choices a narrator may offer beside `other_action`. */
const MOST_CHOICES = 4;
const FEWEST_CHOICES = 2;
const MOST_NOTES = 6;
const MOST_REFUSED = 6;
const MOST_MOVES = 4;
const LONGEST_PURPOSE = 120;
const LONGEST_LINE = 400;

/** Returns the choices for a turn in which neither the narrator nor `record` offered any. */
function offerGoingOn(say: Say): readonly object[] {
  return [
    {
      key: 'continue',
      text: say('choice.continue'),
      description: say('choice.continue.description'),
      risk: 'safe',
    },
    {
      key: 'custom_action',
      text: say('choice.custom_action'),
      description: say('choice.custom_action.description'),
      risk: 'low',
    },
  ];
}

/** Returns the choice that is always offered beside others. */
function offerOtherAction(say: Say): object {
  return {
    key: 'other_action',
    text: say('choice.other_action'),
    description: say('choice.other_action.description'),
    risk: 'low',
  };
}

/** Lists what a turn leaves for the next: choices, notes to the narrator, what was refused, the summary, an awaited roll. */
export function listAfterwards(draft: OutcomeSources, refused: readonly string[]): readonly object[] {
  const { outcome, narration, snapshot, plan, language, tableDue, persona } = draft;
  const rows = tableDue === null ? [] : toRows(draft);
  // A table that cannot be offered leaves the player with choices.
  const isOffered = rows.length > 0 && RollTableRows.safeParse(rows).success;
  const notes = [...(snapshot.planning.notes ?? []), narration.notes].filter((note) => note !== '');
  const tension = [...(snapshot.planning.tension ?? []), plan?.tension_move_type ?? ''].filter(
    (move) => move !== '',
  );
  const say = chooseSentences(draft);
  const choices = chooseChoices(narration.choices, outcome.choices, say);
  return [
    {
      op: 'set_choices',
      choices: isOffered ? [] : choices,
      ...(outcome.thinking === '' ? {} : { thinking: outcome.thinking }),
      ...(outcome.context === '' ? {} : { context: outcome.context }),
      ...(notes.length === 0 ? {} : { notes: notes.slice(-MOST_NOTES).map(toLine) }),
      ...(refused.length === 0 ? {} : { refused: refused.slice(-MOST_REFUSED).map(toLine) }),
      ...(tension.length === 0 ? {} : { tension: tension.slice(-MOST_MOVES) }),
      ...(language === '' ? {} : { language }),
    },
    ...(outcome.summary === '' ? [] : [{ op: 'append_summary', text: outcome.summary }]),
    ...(rows.length === 0 || tableDue === null
      ? []
      : [
          {
            op: 'await_roll',
            personaId: persona.id,
            type: tableDue.type,
            purpose: toPurpose(tableDue.purpose, say),
            rows,
          },
        ]),
  ];
}

function toLine(text: string): string {
  return text.slice(0, LONGEST_LINE);
}

function toPurpose(purpose: string, say: Say): string {
  return purpose.trim().slice(0, LONGEST_PURPOSE) || say('roll.purpose');
}

/** Chooses the narrator's choices, else those of `record`; a plain pair when there are too few. */
function chooseChoices(
  narrated: readonly OfferedChoice[],
  recorded: readonly OfferedChoice[],
  say: Say,
): readonly object[] {
  const offered = (narrated.length > 0 ? narrated : recorded).filter(({ key }) => key !== 'other_action');
  const limited = offered.slice(0, MOST_CHOICES).map((choice) => ({ ...choice }));
  return limited.length < FEWEST_CHOICES ? offerGoingOn(say) : [...limited, offerOtherAction(say)];
}

/** Returns the table rows as they bind, with the minutes and operations `record` worked out for each. */
function toRows({ narration, outcome }: OutcomeSources): readonly object[] {
  return narration.rows.map(({ from, to, outcome: text }) => {
    const more = outcome.rows.find((row) => row.from === from);
    return {
      from,
      to,
      outcome: text,
      kind: from === 1 ? 'catastrophic' : to === 100 ? 'exceptional' : 'ordinary',
      ...(more === undefined || more.minutes === 0 ? {} : { minutes: more.minutes }),
      ...(more === undefined || more.operations.length === 0 ? {} : { operations: more.operations }),
    };
  });
}

/** Returns the notes and the language of a planning block, for turns that replace its choices and nothing else. */
export function keepNotes({ notes, refused, tension, language }: Snapshot['planning']): object {
  return {
    ...(notes === undefined ? {} : { notes }),
    ...(refused === undefined ? {} : { refused }),
    ...(tension === undefined ? {} : { tension }),
    ...(language === undefined ? {} : { language }),
  };
}

/** Choices of a thought as the protocol wants them: at most four beside `other_action`, a plain pair when there are too few. */
export function limitChoices(choices: readonly OfferedChoice[], say: Say): readonly object[] {
  return chooseChoices(choices, [], say);
}
