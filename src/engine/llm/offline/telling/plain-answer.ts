import type { NarrateInput } from '../../narrate-input.ts';
import { ended } from '../ended.ts';
import { placeBehind } from '../exit-taken.ts';
import { sentencesOf } from '../grammar.ts';
import { askedOfSheet } from '../read-sheet.ts';
import type { Asked } from '../speech/question.ts';
import { capital, midSentence } from '../speech/short-name.ts';
import { spokenTo } from '../speech/spoken-to.ts';

/** What anybody can see for themselves, whoever is asked. */
export function plainAnswer(asked: Asked | null, input: NarrateInput): string | null {
  const { packet } = input;
  const { scene, cast } = packet;
  switch (asked?.kind) {
    case 'time':
      return `It is ${scene.date.replace(/:\d\d(?= \(|$)/, '')}.`;
    case 'place': {
      if (scene.place === null) return null;
      return `This is ${midSentence(scene.place.name)}. ${scene.place.description}`.trim();
    }
    case 'company':
      return cast.length === 0
        ? null
        : capital(
            `${cast.map(({ name, role }) => (role === '' ? name : `${name}, ${role.replace(/[.;]+$/, '')}`)).join('; ')}. Nobody else.`,
          );
    case 'oneself':
      return whoOneIs(input);
    case 'belongings':
      return carried(input);
    case 'ways':
      return waysOn(packet);
    case 'sheet':
      return ofTheSheet(input);
    case 'task':
      return spokenTo(input.playerText).whom === null ? whatIsAsked(packet) : null;
    default:
      return null;
  }
}

/** What the sheet has of it; of somebody's health, where no sheet counts it, what shows. */
function ofTheSheet({ packet, personaId, playerText }: NarrateInput): string | null {
  const persona = packet.personas.find(({ id }) => id === personaId);
  if (persona === undefined) return null;
  const ofHealth = /\bhow (?:\w+ )?(?:\w+ )?am i\b/i.test(playerText);
  const found = askedOfSheet(ofHealth ? 'my hit points' : playerText, persona.sheet);
  if (found !== null) return `Of ${persona.name} the sheet says: ${found.replace(/[.;]+$/, '')}.`;
  return ofHealth ? `${persona.name} stands on both feet, and nothing hurts that shows.` : null;
}

const MOST_TASKS = 2;

/** What somebody has asked for, or what is open; what one makes of it is for the player to say. */
function whatIsAsked({ missions, threads }: NarrateInput['packet']): string | null {
  const open = missions.filter(({ status }) => /offered|active|progress/.test(status)).slice(0, MOST_TASKS);
  const asked = open.map(({ title, objective }) => `${title.replace(/[.!]+$/, '')}: ${ended(objective)}`);
  if (asked.length > 0) return `What has been asked for. ${asked.join(' ')}`;
  const [thread] = threads;
  if (thread === undefined) return null;
  return `Nobody has given an order. What is open is “${thread.title.replace(/[.!]+$/, '')}”. ${thread.stakes === '' ? '' : ended(thread.stakes)}`.trim();
}

function whoOneIs({ packet, personaId }: NarrateInput): string | null {
  const persona = packet.personas.find(({ id }) => id === personaId);
  if (persona === undefined) return null;
  const [first = ''] = sentencesOf(persona.profile);
  return first.includes(persona.name) ? first : `${persona.name}. ${first}`.trim();
}

export function carried({ packet: { inventory } }: NarrateInput): string {
  if (inventory.length === 0) return 'There is nothing in it that was not worn coming in.';
  const names = inventory.map(({ name, quantity }) =>
    quantity > 1 ? `${midSentence(name)} (${quantity})` : midSentence(name),
  );
  return `What there is: ${names.join(', ')}.`;
}

/** Where one can go from here. */
export function waysOn({ scene }: NarrateInput['packet']): string | null {
  const open = [
    ...new Set(
      scene.exits.filter(({ blocked }) => blocked === null).map((exit) => midSentence(placeBehind(exit))),
    ),
  ];
  if (open.length === 0) return null;
  const last = open.at(-1) ?? '';
  if (open.length === 1) return `From here there is one way, and it leads to ${last}.`;
  return `From here the ways lead to ${open.slice(0, -1).join(', ')} and ${last}.`;
}
