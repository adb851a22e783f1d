import type { OfferedChoice } from '#engine/contracts/narration.ts';
import type { Say } from '#engine/language/languages.ts';
import { RollTableRows } from '#engine/rules/roll.ts';
import { selectNotes } from '#engine/state/choices.ts';
import { findWitnessingPersonas } from '#engine/state/knowledge.ts';
import type { Snapshot } from '#engine/state/snapshot.ts';
import { findTurnAudience } from '../acting-persona.ts';
import { chooseSentences } from '../narration/engine-sentences.ts';
import { offerLevelUp } from '../rule/level-up.ts';
import type { OutcomeSources } from './apply-outcome.ts';

/** Choices a narrator may offer beside `other_action`. */
const MOST_CHOICES = 4;
const FEWEST_CHOICES = 2;
const LONGEST_NOTES = 800;
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
export function listAfterwards(
  draft: OutcomeSources,
  refused: readonly string[],
  { hasEnded, now }: { readonly hasEnded: boolean; readonly now: Snapshot },
): readonly object[] {
  const { outcome, narration, resolvedSnapshot, persona } = draft;
  const audience = findTurnAudience(resolvedSnapshot, persona);
  const tableDue = hasEnded ? null : draft.tableDue;
  const rows = tableDue === null ? [] : toRows(draft);
  // A table that cannot be offered leaves the player with choices.
  const isOffered = rows.length > 0 && RollTableRows.safeParse(rows).success;
  const say = chooseSentences(draft);
  const levelUp = offerLevelUp(now, draft, say);
  const choices =
    isOffered || hasEnded ? [] : chooseChoices(narration.choices, outcome.choices, say, levelUp);
  return [
    {
      op: 'set_choices',
      choices,
      ...(audience === null ? {} : { audience }),
      ...describePlanning(draft, refused),
    },
    ...listSummary(outcome.summary, audience),
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

function listSummary(text: string, audience: readonly string[] | null): readonly object[] {
  if (text === '') return [];
  return [{ op: 'append_summary', text, ...(audience === null ? {} : { personaIds: audience }) }];
}

function describePlanning(
  { outcome, narration, snapshot, resolvedSnapshot, persona, plan, language }: OutcomeSources,
  refused: readonly string[],
): object {
  // The narrator writes anew what of its notes is still open.
  const notes =
    narration.notes === ''
      ? selectNotes(snapshot.planning, findWitnessingPersonas(resolvedSnapshot, persona.id))
      : [narration.notes];
  const tension = [...(snapshot.planning.tension ?? []), plan?.tension_move_type ?? ''].filter(
    (move) => move !== '',
  );
  return {
    ...(outcome.thinking === '' ? {} : { thinking: outcome.thinking }),
    ...(outcome.context === '' ? {} : { context: outcome.context }),
    ...(notes.length === 0 ? {} : { notes: notes.map((note) => note.slice(0, LONGEST_NOTES)) }),
    ...(refused.length === 0 ? {} : { refused: refused.slice(-MOST_REFUSED).map(toLine) }),
    ...(tension.length === 0 ? {} : { tension: tension.slice(-MOST_MOVES) }),
    ...(language === '' ? {} : { language }),
  };
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
  levelUp: object | null = null,
): readonly object[] {
  const offered = (narrated.length > 0 ? narrated : recorded).filter(({ key }) => key !== 'other_action');
  const extra = levelUp === null ? [] : [levelUp];
  const limited = offered.slice(0, MOST_CHOICES - extra.length).map((choice) => ({ ...choice }));
  if (limited.length >= FEWEST_CHOICES) return [...limited, ...extra, offerOtherAction(say)];
  return [...offerGoingOn(say), ...extra];
}

/** Returns the table rows as they bind, with the minutes, operations and held triggers `record` worked out for each. */
function toRows({ narration, outcome, tableDue }: OutcomeSources): readonly object[] {
  const held = new Set(tableDue?.held.map(({ id }) => id));
  return narration.rows.map(({ from, to, outcome: text }) => {
    const more = outcome.rows.find((row) => row.from === from);
    const triggers = more?.triggers.filter((id) => held.has(id)) ?? [];
    return {
      from,
      to,
      outcome: text,
      kind: from === 1 ? 'catastrophic' : to === 100 ? 'exceptional' : 'ordinary',
      ...(more === undefined || more.minutes === 0 ? {} : { minutes: more.minutes }),
      ...(more === undefined || more.operations.length === 0 ? {} : { operations: more.operations }),
      ...(triggers.length === 0 ? {} : { triggers }),
    };
  });
}

/** Choices of a thought as the protocol wants them: at most four beside `other_action`, a plain pair when there are too few. */
export function limitChoices(choices: readonly OfferedChoice[], say: Say): readonly object[] {
  return chooseChoices(choices, [], say);
}
