import type { ReadInput } from '#engine/contracts/reading.ts';
import { oneLine } from './assembly/write-lines.ts';
import {
  dropFirstHalf,
  dropLastHalf,
  type FittedPrompt,
  fitPrompt,
  keepEnd,
  type Sacrifice,
} from './fit-prompt.ts';
import { type PromptShelf, type StepPrompt, writeStepPrompt } from './step-prompt.ts';

const BUDGET = 6000;
/** Summaries of events in the index are cut at this length. */
const LONGEST_SUMMARY = 80;

/** Old events go first, then people who are neither here nor named, then the beginning of the last narration, then triggers. */
const SACRIFICES: readonly Sacrifice<ReadInput>[] = [
  { of: 'events', apply: (input) => replaced(input, 'events', dropFirstHalf(input.events)) },
  { of: 'characters', apply: (input) => replaced(input, 'characters', dropLastHalf(input.characters)) },
  {
    of: 'last narration',
    apply: (input) => {
      const narration = keepEnd(input.lastExchange?.narration ?? '');
      if (input.lastExchange === null || narration === null) return null;
      return { ...input, lastExchange: { ...input.lastExchange, narration } };
    },
  },
  { of: 'triggers', apply: (input) => replaced(input, 'triggers', dropLastHalf(input.triggers)) },
];

function replaced<Key extends keyof ReadInput>(
  input: ReadInput,
  key: Key,
  value: ReadInput[Key] | null,
): ReadInput | null {
  return value === null ? null : { ...input, [key]: value };
}

/** Writes the prompt that asks what the player means. */
export function writeReadPrompt(input: ReadInput, shelf: PromptShelf): FittedPrompt {
  return fitPrompt(orderCharacters(input), BUDGET, (one) => render(one, shelf), SACRIFICES);
}

/** People whose names the player's words hold come first, so that they are the last to go. */
function orderCharacters(input: ReadInput): ReadInput {
  const text = input.playerText.toLowerCase();
  const isNamed = (name: string) =>
    name.split(/\s+/).some((part) => part.length > 2 && text.includes(part.toLowerCase()));
  const characters = input.characters.toSorted(
    (one, other) => Number(isNamed(other.name)) - Number(isNamed(one.name)),
  );
  return { ...input, characters };
}

function render(input: ReadInput, shelf: PromptShelf): StepPrompt {
  const variables = {
    checks: input.checks.map(({ id, label, covers }) => oneLine(`${id}: ${label}. ${covers}`)).join('\n'),
    tables: input.tableTypes.join(', '),
    event_types: input.eventTypes.join(', '),
    categories: input.characterCategories.join(', '),
    pack_language: input.packLanguage,
    persona: oneLine(`${input.persona.name} (${input.persona.id})`),
    date: input.date,
    place: input.place === null ? '' : oneLine(`${input.place.name} (${input.place.id})`),
    fight: input.isFight ? 'yes' : '',
    present: input.present.map(writePerson).join('\n'),
    exits: input.exits.map(writeExit).join('\n'),
    things: input.things
      .map(({ id, name, portable }) => oneLine(`${name} (${id})${portable ? '' : ', fixed'}`))
      .join('\n'),
    carried: input.carried
      .map(({ id, name, quantity }) => oneLine(`${quantity} × ${name} (${id})`))
      .join('\n'),
    means: input.means.join(', '),
    triggers: input.triggers
      .map(({ id, when, about }) => oneLine(`${id}: ${when}${about === '' ? '' : ` [${about}]`}`))
      .join('\n'),
    loaded: input.loaded.join(', '),
    characters: input.characters
      .map((one) => oneLine([one.id, one.name, one.title, one.location, one.status].join(' | ')))
      .join('\n'),
    events: input.events
      .map(({ id, date, type, summary }) =>
        oneLine([id, date, type, summary.slice(0, LONGEST_SUMMARY)].join(' | ')),
      )
      .join('\n'),
    recent: writeLast(input.lastExchange),
    question: input.clarified?.question ?? '',
    answer: input.clarified?.answer ?? '',
    input: input.playerText,
  };
  return writeStepPrompt('read', variables, shelf);
}

function writePerson({ id, name, role, aliases, side }: ReadInput['present'][number]): string {
  const also = aliases.length === 0 ? '' : `, also ${aliases.join(', ')}`;
  return oneLine(`${name} (${id}), ${role}${also}${side === undefined ? '' : `; side ${side}`}`);
}

function writeExit({ to, label, name, blocked }: ReadInput['exits'][number]): string {
  const where = name === undefined ? '' : ` to ${name}`;
  return oneLine(`${label}${where} (${to})${blocked === null ? '' : `, closed: ${blocked}`}`);
}

function writeLast(exchange: ReadInput['lastExchange']): string {
  if (exchange === null) return '';
  const player = exchange.player === '' ? '' : `Player: ${exchange.player}\n\n`;
  return `${player}${exchange.narration}`;
}
