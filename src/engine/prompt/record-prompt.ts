import type { RecordInput } from '#engine/contracts/outcome.ts';
import { toOneLine } from './assembly/write-lines.ts';
import { writeOperations } from './assembly/write-operations.ts';
import { toNumberedSentences } from './prose-check-prompts.ts';
import {
  dropLastHalf,
  type FittedPrompt,
  keepEnd,
  type PromptReduction,
  type PromptSource,
  reducePrompt,
  writeStepPrompt,
} from './step-prompt.ts';

const BUDGET = 8000;

/**
 * Order of cuts when the budget is exceeded: laws, deadlines, clocks, facts, things, people elsewhere, places, missions,
 * threads, the player's words, and last the actions of the rules. The passage, the people present and the operations are never
 * cut.
 */
const SACRIFICES: readonly PromptReduction<RecordInput>[] = [
  ...(
    ['laws', 'deadlines', 'clocks', 'facts', 'things', 'elsewhere', 'places', 'missions', 'threads'] as const
  ).map(
    (part): PromptReduction<RecordInput> => ({
      of: part,
      apply: (input) => {
        const left = dropLastHalf<unknown>(input[part]);
        // Half of a list of the same part is of the same type.
        return left === null ? null : ({ ...input, [part]: left } as RecordInput);
      },
    }),
  ),
  {
    of: "player's words",
    apply: (input) => {
      const playerText = keepEnd(input.playerText);
      return playerText === null ? null : { ...input, playerText };
    },
  },
  {
    of: 'done',
    apply: (input) => {
      const done = dropLastHalf(input.done);
      return done === null ? null : { ...input, done };
    },
  },
];

/** Writes the prompt that asks what a narration made true. */
export function writeRecordPrompt(input: RecordInput, promptSource: PromptSource): FittedPrompt {
  return reducePrompt(
    input,
    { budget: BUDGET, window: promptSource.window },
    (one) => writeStepPrompt('record', toVariables(one, promptSource), promptSource),
    SACRIFICES,
  );
}

type Named = { readonly id: string; readonly name: string } | { readonly id: string; readonly title: string };

function list<Item extends Named>(items: readonly Item[], more: (item: Item) => string = () => ''): string {
  return items
    .map((item) => toOneLine(`${'name' in item ? item.name : item.title} (${item.id})${more(item)}`))
    .join('; ');
}

/** Writes the duration the rules fixed, and the longest duration they allow. */
function writeMinutes({ fixed, most }: RecordInput['minutes']): string {
  if (most <= fixed) return `the rules have fixed ${fixed}.`;
  return `the rules count ${fixed}; give more only when the passage says so, at most ${most}.`;
}

const at = ({ at: place }: { readonly at: string }): string => (place === '' ? '' : `, ${place}`);

function toVariables(input: RecordInput, promptSource: PromptSource) {
  return {
    operations: writeOperations(input.operations, promptSource.variant ?? 'full'),
    event_types: input.eventTypes.join(', '),
    pack_language: input.packLanguage,
    date: input.date,
    personas: list(input.personas),
    present: list(input.present, ({ role }) => (role === '' ? '' : `, ${role}`)),
    elsewhere: list(input.elsewhere, at),
    place: input.place === null ? '' : toOneLine(`${input.place.name} (${input.place.id})`),
    places: list(input.places),
    things: list(input.things, at),
    carried: list(input.carried, ({ quantity }) => ` × ${quantity}`),
    threads: list(input.threads, ({ status }) => `, ${status}`),
    conditions: (input.conditions ?? []).map(({ id, when }) => toOneLine(`${id}: ${when}`)).join('\n'),
    missions: list(input.missions, ({ status, objective }) =>
      objective === '' ? `, ${status}` : `, ${status}: ${objective}`,
    ),
    clocks: input.clocks
      .map(({ id, name, value, max }) => toOneLine(`${name} (${id}) ${value}/${max}`))
      .join('; '),
    laws: input.laws.map(({ id, title }) => toOneLine(`${title} (${id})`)).join('; '),
    deadlines: input.deadlines.map(({ id, text }) => toOneLine(`${text} (${id})`)).join('; '),
    facts: input.facts.map(({ id, text }) => toOneLine(`${text} (${id})`)).join('\n'),
    state: input.state.map(toOneLine).join('; '),
    state_fields: (input.stateFields ?? []).map((field) => toOneLine(`- ${field}`)).join('\n'),
    done: input.done.map((line) => toOneLine(`- ${line}`)).join('\n'),
    minutes: writeMinutes(input.minutes),
    rows: input.rows.map(({ from, to, outcome }) => toOneLine(`${from}-${to}: ${outcome}`)).join('\n'),
    held: (input.held ?? []).map(({ id, when }) => toOneLine(`- ${id}: ${when}`)).join('\n'),
    choices: input.needsChoices ? 'yes' : '',
    language: input.language,
    prose: toNumberedSentences(input.sentences),
    input: input.playerText,
  };
}
