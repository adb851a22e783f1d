import type { z } from 'zod';
import type { Outcome, RecordInput } from '#engine/contracts/outcome.ts';
import { isNamed } from '../grammar/parse.ts';
import { addFullStop, fromThirdPerson, toThirdPerson } from '../grammar/words.ts';

/** Sentences of the log that tell a deed others can witness. Looking and having are not remembered. */
const WITNESSED =
  /^You (?!look\b|read\b|have\b|carry\b|see\b|find\b|roll\b|are\b|do not\b|check\b)([a-z]+)\b(.*)$/s;
const MOST_DEEDS = 3;
/** Rows of the offline tables up to this number are failures. */
const LAST_FAILURE = 35;

/**
 * Writes the reply to `record`: a summary, one event and the memories of characters present, all from sentences of the log.
 * Proposes no change of state: the rules have done what this grammar can do. Sentences are numbered from 1.
 */
export function recordOffline(input: RecordInput): z.input<typeof Outcome> {
  const { personas, present, done, minutes, eventTypes, rows, sentences, held = [], needsChoices } = input;
  const who = personas[0]?.name;
  const deeds = sentences
    .flatMap((text, at) => {
      // `You give the collar to Queen Leonor.` as `Abdi gives the collar to Queen Leonor.`
      const [, verb = '', rest = ''] = (who === undefined ? null : WITNESSED.exec(text)) ?? [];
      const told = addFullStop(`${who} ${toThirdPerson(`${fromThirdPerson(verb)}${rest}`)}`);
      return verb === '' ? [] : [{ content: told.slice(0, 1000), importance: 2, sentence: at + 1 }];
    })
    .slice(0, MOST_DEEDS);
  const others = present.filter(({ id }) => !personas.some((own) => own.id === id));
  const witnesses = [...personas, ...others];
  const told = deeds.map(({ content }) => content).join(' ');
  const characters = witnesses.filter(({ name }) => isNamed(told, name)).map(({ id }) => id);
  const [type = 'event'] = eventTypes.includes('event') ? [] : eventTypes;
  const summary = (told || done.map(addFullStop).join(' ') || sentences[0]) ?? '';
  // Commands that are always understood, and a person to talk to.
  const talk = others.slice(0, 1).map(({ name }) => `Talk to ${name}`);
  const choices = [...talk, 'Look around', 'Search this place', 'Wait for 10 minutes'];
  return {
    summary: summary.slice(0, 1000),
    minutes: minutes.fixed,
    events: told === '' ? [] : [{ type, summary: told.slice(0, 1000), characters }],
    observations: witnesses
      .slice(0, 12)
      .flatMap(({ id }) => deeds.map((deed) => ({ character_id: id, ...deed }))),
    rows: rows.map(({ from }) => ({
      from,
      minutes: minutes.fixed,
      ...(from > LAST_FAILURE ? { triggers: held.map(({ id }) => id) } : {}),
    })),
    ...(needsChoices ? { choices: choices.map((text) => ({ key: text, text, risk: 'safe' as const })) } : {}),
  };
}
