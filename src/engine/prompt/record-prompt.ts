import type { RecordInput } from '#engine/contracts/outcome.ts';
import { oneLine } from './assembly/write-lines.ts';
import { writeOperations } from './assembly/write-operations.ts';
import { dropLastHalf, type FittedPrompt, fitPrompt, type Sacrifice } from './fit-prompt.ts';
import { numberSentences } from './judge-prompt.ts';
import { type PromptShelf, writeStepPrompt } from './step-prompt.ts';

const BUDGET = 8000;

/** Things elsewhere go first, then people and places elsewhere, then laws; the passage is never cut. */
const SACRIFICES: readonly Sacrifice<RecordInput>[] = (
  ['facts', 'things', 'elsewhere', 'places', 'laws', 'clocks'] as const
).map((part) => ({
  of: part,
  apply: (input) => {
    const left = dropLastHalf<unknown>(input[part]);
    // Half of a list of the same part is of the same type.
    return left === null ? null : ({ ...input, [part]: left } as RecordInput);
  },
}));

/** Writes the prompt that asks what a narration made true. */
export function writeRecordPrompt(input: RecordInput, shelf: PromptShelf): FittedPrompt {
  return fitPrompt(
    input,
    BUDGET,
    (one) => writeStepPrompt('record', toVariables(one, shelf), shelf),
    SACRIFICES,
  );
}

type Named = { readonly id: string; readonly name: string };

function list<Item extends Named>(items: readonly Item[], more: (item: Item) => string = () => ''): string {
  return items.map((item) => oneLine(`${item.name} (${item.id})${more(item)}`)).join('; ');
}

const at = ({ at: place }: { readonly at: string }): string => (place === '' ? '' : `, ${place}`);

function toVariables(input: RecordInput, shelf: PromptShelf) {
  const { fixed, most } = input.minutes;
  return {
    operations: writeOperations(input.operations, shelf.variant ?? 'full'),
    event_types: input.eventTypes.join(', '),
    pack_language: input.packLanguage,
    date: input.date,
    personas: list(input.personas),
    present: list(input.present, ({ role }) => (role === '' ? '' : `, ${role}`)),
    elsewhere: list(input.elsewhere, at),
    place: input.place === null ? '' : oneLine(`${input.place.name} (${input.place.id})`),
    places: list(input.places),
    things: list(input.things, at),
    carried: list(input.carried, ({ quantity }) => ` × ${quantity}`),
    threads: input.threads.map(({ id, title, status }) => oneLine(`${title} (${id}), ${status}`)).join('; '),
    missions: input.missions
      .map(({ id, title, status }) => oneLine(`${title} (${id}), ${status}`))
      .join('; '),
    clocks: input.clocks
      .map(({ id, name, value, max }) => oneLine(`${name} (${id}) ${value}/${max}`))
      .join('; '),
    laws: input.laws.map(({ id, title }) => oneLine(`${title} (${id})`)).join('; '),
    deadlines: input.deadlines.map(({ id, text }) => oneLine(`${text} (${id})`)).join('; '),
    facts: input.facts.map(({ id, text }) => oneLine(`${text} (${id})`)).join('\n'),
    state: input.state.map(oneLine).join('; '),
    done: input.done.map((line) => oneLine(`- ${line}`)).join('\n'),
    minutes: most > fixed ? `${fixed} (at most ${most})` : `${fixed}`,
    rows: input.rows.map(({ from, to, outcome }) => oneLine(`${from}-${to}: ${outcome}`)).join('\n'),
    choices: input.needsChoices ? 'yes' : '',
    language: input.language,
    prose: numberSentences(input.sentences),
    input: input.playerText,
  };
}
