import type { z } from 'zod';
import type { Outcome, RecordInput } from '#engine/contracts/outcome.ts';
import { isNamed } from '../grammar/parse.ts';
import { addFullStop, fromThirdPerson, toThirdPerson } from '../grammar/words.ts';

/** Sentences of the log that tell a deed others can witness. Looking and having are not remembered. */
const WITNESSED = /^You (?!look\b|read\b|have\b|carry\b|see\b|find\b|roll\b|are\b|do not\b|check\b)[a-z]+\b/;
const MOST_DEEDS = 3;
/** Rows of the offline tables up to this number are failures. */
const LAST_FAILURE = 35;

type Deed = { readonly text: string; readonly sentence: number };

/**
 * Writes the reply to `record`: a summary, one event and the memories of characters present, all from sentences of the log.
 * Proposes no change of state: the rules have done what this grammar can do. Sentences are numbered from 1.
 */
export function recordOffline(input: RecordInput): z.input<typeof Outcome> {
  const { personas, present, done, minutes, eventTypes, rows, sentences } = input;
  const [persona] = personas;
  const who = persona?.name ?? '';
  const deeds = sentences.flatMap((text, index) => toDeed(text, index + 1, who)).slice(0, MOST_DEEDS);
  const others = present.filter(({ id }) => !personas.some((own) => own.id === id));
  const told = deeds.map(({ text }) => text).join(' ');
  const summary =
    told !== '' ? told : done.length > 0 ? done.map(addFullStop).join(' ') : (sentences[0] ?? '');
  const [type = 'event'] = eventTypes.includes('event') ? [] : eventTypes;
  const witnesses = [...personas, ...others];
  return {
    summary: summary.slice(0, 1000),
    minutes: minutes.fixed,
    events:
      deeds.length === 0
        ? []
        : [{ type, summary: told.slice(0, 1000), characters: involved(told, witnesses) }],
    observations: witnesses.slice(0, 12).flatMap(({ id }) =>
      deeds.map(({ text, sentence }) => ({
        character_id: id,
        content: text.slice(0, 1000),
        importance: 2,
        sentence,
      })),
    ),
    rows: rows.map(({ from }) => ({
      from,
      minutes: minutes.fixed,
      ...(from > LAST_FAILURE ? { triggers: (input.held ?? []).map(({ id }) => id) } : {}),
    })),
    ...(input.needsChoices ? { choices: choicesOf(input) } : {}),
  };
}

/** `You give the collar to Queen Leonor.` as `Abdi gives the collar to Queen Leonor.` */
function toDeed(text: string, sentence: number, who: string): Deed[] {
  if (!WITNESSED.test(text) || who === '') return [];
  const [verb = '', ...rest] = text.slice('You '.length).split(' ');
  const inflected = toThirdPerson(
    [fromThirdPerson(verb) === verb ? verb : fromThirdPerson(verb), ...rest].join(' '),
  );
  return [{ text: addFullStop(`${who} ${inflected}`), sentence }];
}

function involved(text: string, people: readonly { readonly id: string; readonly name: string }[]): string[] {
  return people.filter(({ name }) => isNamed(text, name)).map(({ id }) => id);
}

/** Suggests commands that are always understood, and a person to talk to. */
function choicesOf({ present, personas }: RecordInput) {
  const [other] = present.filter(({ id }) => !personas.some((own) => own.id === id));
  const talk = other === undefined ? [] : [`Talk to ${other.name}`];
  return [...talk, 'Look around', 'Search this place', 'Wait for 10 minutes'].map((text) => {
    return { key: text, text, risk: 'safe' as const };
  });
}
