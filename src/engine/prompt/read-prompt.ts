import type { ReadInput } from '#engine/contracts/reading.ts';
import { toOneLine } from './assembly/write-lines.ts';
import {
  dropFirstHalf,
  dropLastHalf,
  type FittedPrompt,
  keepEnd,
  type PromptReduction,
  type PromptSource,
  reducePrompt,
  type StepPrompt,
  writeStepPrompt,
} from './step-prompt.ts';

const BUDGET = 6000;
/** Summaries of events in the index are cut at this length. */
const LONGEST_SUMMARY = 80;

/**
 * Order of cuts when the budget is exceeded. First go the oldest events, people on record who are neither here nor named, and
 * the beginning of the last narration. Then go conditions beyond the nearest, loaded entries, all other people on record, and
 * the remaining events. The nearest conditions go last.
 */
const SACRIFICES: readonly PromptReduction<ReadInput>[] = [
  {
    of: 'events',
    apply: (input) =>
      input.events.length <= FEW ? null : replaced(input, 'events', dropFirstHalf(input.events)),
  },
  { of: 'people', apply: dropUnnamedPeople },
  {
    of: 'last narration',
    apply: (input) => {
      const narration = keepEnd(input.lastExchange?.narration ?? '');
      if (input.lastExchange === null || narration === null) return null;
      return { ...input, lastExchange: { ...input.lastExchange, narration } };
    },
  },
  {
    of: 'conditions',
    apply: (input) =>
      input.triggers.length <= NEAREST
        ? null
        : replaced(input, 'triggers', dropFarthest(input.triggers, NEAREST)),
  },
  { of: 'loaded', apply: (input) => replaced(input, 'loaded', dropFirstHalf(input.loaded)) },
  { of: 'people', apply: (input) => replaced(input, 'characters', dropLastHalf(input.characters)) },
  { of: 'events', apply: (input) => replaced(input, 'events', dropFirstHalf(input.events)) },
  {
    of: 'nearest conditions',
    apply: (input) =>
      input.triggers.length === 0 ? null : replaced(input, 'triggers', dropFarthest(input.triggers, 0)),
  },
];

/** Events that are only given up late. */
const FEW = 12;
/** Conditions that are only given up last. They are listed nearest first. */
const NEAREST = 40;
/** Number of conditions cut at a time. */
const CONDITIONS_A_TIME = 8;

function dropFarthest(triggers: ReadInput['triggers'], least: number): ReadInput['triggers'] {
  return triggers.slice(0, Math.max(least, triggers.length - CONDITIONS_A_TIME));
}

function replaced<Key extends keyof ReadInput>(
  input: ReadInput,
  key: Key,
  value: ReadInput[Key] | null,
): ReadInput | null {
  return value === null ? null : { ...input, [key]: value };
}

/** Drops the last half of the people on record who are neither here nor family and of whose names no word stands in the player's words. */
function dropUnnamedPeople(input: ReadInput): ReadInput | null {
  const here = new Set(input.present.map(({ id }) => id));
  const said = new Set(splitWords(input.playerText));
  const isWanted = ({ id, name, title, kin }: ReadInput['characters'][number]) =>
    kin !== undefined || here.has(id) || splitWords(`${name} ${title}`).some((word) => said.has(word));
  const unnamed = input.characters.filter((one) => !isWanted(one));
  if (unnamed.length === 0) return null;
  const dropped = new Set(unnamed.slice(Math.floor(unnamed.length / 2)));
  return { ...input, characters: input.characters.filter((one) => !dropped.has(one)) };
}

const SHORTEST_WORD = 3;
const segmenter = new Intl.Segmenter('und', { granularity: 'word' });

/** Words in any script, without case and accents; articles and particles left out by their length. */
function splitWords(text: string): readonly string[] {
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return [...segmenter.segment(plain)].flatMap(({ segment, isWordLike }) => {
    const isShort = segment.length < SHORTEST_WORD && /^\p{Script=Latin}+$/u.test(segment);
    return isWordLike === true && !isShort ? [segment] : [];
  });
}

/**
 * Writes the prompt that asks what the player means. Instructions, checks and people on record stand in the system part, which
 * stays the same until a person on record moves. The scene and the player's words follow.
 */
export function writeReadPrompt(input: ReadInput, promptSource: PromptSource): FittedPrompt {
  return reducePrompt(
    input,
    { budget: BUDGET, window: promptSource.window },
    (one) => render(one, promptSource),
    SACRIFICES,
  );
}

function render(input: ReadInput, promptSource: PromptSource): StepPrompt {
  const variables = {
    checks: input.checks.map(({ id, label, covers }) => toOneLine(`${id}: ${label}. ${covers}`)).join('\n'),
    tables: input.tableTypes.join(', '),
    event_types: input.eventTypes.join(', '),
    categories: input.characterCategories.join(', '),
    pack_language: input.packLanguage,
    persona: toOneLine(`${input.persona.name} (${input.persona.id})`),
    date: input.date,
    place: input.place === null ? '' : toOneLine(`${input.place.name} (${input.place.id})`),
    fight: input.isFight ? 'yes' : '',
    present: input.present.map(writePerson).join('\n'),
    exits: input.exits.map(writeExit).join('\n'),
    further: (input.further ?? []).map(({ id, name }) => toOneLine(`${name} (${id})`)).join('\n'),
    things: input.things
      .map(({ id, name, portable }) => toOneLine(`${name} (${id})${portable ? '' : ', fixed'}`))
      .join('\n'),
    carried: [
      ...input.carried.map(({ id, name, quantity }) => toOneLine(`${quantity} × ${name} (${id})`)),
      ...(input.money === null
        ? []
        : [toOneLine(`money: ${input.money.amount ?? 'some'} ${input.money.name}`)]),
    ].join('\n'),
    means: input.means.join(', '),
    triggers: input.triggers
      .map(({ id, when, about }) => toOneLine(`${id}: ${when}${about === '' ? '' : ` [${about}]`}`))
      .join('\n'),
    loaded: input.loaded.map(toOneLine).join('; '),
    characters: input.characters
      .map(({ id, name, title, location, status, kin }) => {
        const family = kin === undefined ? [] : [`${kin} of ${input.persona.name}`];
        return toOneLine([id, name, title, location, status, ...family].join(' | '));
      })
      .join('\n'),
    events: input.events.map(writeEvent).join('\n'),
    recent: writeLast(input.lastExchange),
    question: input.clarified?.question ?? '',
    answer: input.clarified?.answer ?? '',
    input: input.playerText,
  };
  return writeStepPrompt('read', variables, promptSource);
}

/** Writes an event as `id | date | type | summary | characters`. */
function writeEvent({ id, date, type, summary, characters }: ReadInput['events'][number]): string {
  const short =
    summary.length <= LONGEST_SUMMARY ? summary : `${summary.slice(0, LONGEST_SUMMARY - 1).toWellFormed()}…`;
  return toOneLine([id, date, type, short, characters.join(', ')].join(' | '));
}

function writePerson({ id, name, role, aliases, side }: ReadInput['present'][number]): string {
  const also = aliases.length === 0 ? '' : `, also ${aliases.join(', ')}`;
  // A role may be written as a sentence.
  const what = role.trim().replace(/\.$/u, '');
  return toOneLine(`${name} (${id}), ${what}${also}${side === undefined ? '' : `; side ${side}`}`);
}

function writeExit({ to, label, name, blocked }: ReadInput['exits'][number]): string {
  const where = name === undefined ? '' : ` to ${name}`;
  return toOneLine(`${label}${where} (${to})${blocked === null ? '' : `, closed: ${blocked}`}`);
}

function writeLast(exchange: ReadInput['lastExchange']): string {
  if (exchange === null) return '';
  const player = exchange.player === '' ? '' : `Player: ${exchange.player}\n\n`;
  return `${player}${exchange.narration}`;
}
