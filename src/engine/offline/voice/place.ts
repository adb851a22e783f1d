import type { NarrateInput } from '#engine/contracts/narrate-input.ts';
import { toSpokenName } from '../grammar/lexicon.ts';
import { addFullStop, toList, toParagraph } from '../grammar/words.ts';

type Packet = NarrateInput['packet'];

/** Tells the place as its author wrote it, then the people and things here and the ways on. */
export function tellPlace(packet: Packet): string[] {
  const { scene, entities } = packet;
  const { place, exits } = scene;
  const date = scene.date.replace(/(\d\d:\d\d):\d\d/, '$1');
  const ways = exits.map(({ label, name, blocked }) => {
    const way = name === undefined || name === label ? label : `${label} (${name})`;
    return blocked === null ? way : `${way}, not open: ${blocked}`;
  });
  return [
    place === null ? '' : addFullStop([place.name, date].filter((part) => part !== '').join('. ')),
    place === null ? '' : toParagraph(place.description),
    place === null ? '' : place.atmosphere.map(toParagraph).join(' '),
    tellPeople(packet),
    entities.length === 0 ? '' : `You see ${toList(entities.map(({ name }) => toSpokenName(name)))}.`,
    ways.length === 0 ? '' : addFullStop(`Ways from here: ${ways.join('; ')}`),
  ].filter((paragraph) => paragraph !== '');
}

/** Tells the other people here, each with their role and condition. */
export function tellPeople({ cast }: Packet): string {
  const people = cast.map(({ name, role, condition }) => {
    const about = [toParagraph(role).replace(/\.$/, ''), condition].filter((part) => part !== '');
    return about.length === 0 ? name : `${name} (${about.join('; ')})`;
  });
  return people.length === 0 ? 'Nobody else is here.' : `Here: ${toList(people)}.`;
}

const MOST_PROFILE_WORDS = 80;

/**
 * Tells the first scene: the player's character, the place, its constraints and the stakes. Leaves out goals, which the client
 * shows beside the prose, and directions to a game master.
 */
export function tellOpening({ packet, personaId, opening }: NarrateInput): string[] {
  const persona = packet.personas.find(({ id }) => id === personaId) ?? packet.personas[0];
  return [
    persona === undefined ? '' : tellPersona(persona.name, persona.profile),
    ...tellPlace(packet),
    packet.scene.constraints.map(toParagraph).join(' '),
    toParagraph(opening?.stakes ?? ''),
  ].filter((paragraph) => paragraph !== '');
}

/** Tells who the player's character is. A profile that begins with the name is not told the name twice. */
function tellPersona(name: string, profile: string): string {
  const own = toParagraph(profile);
  const about = own.startsWith(`${name}. `) ? own.slice(name.length + 2) : own;
  return `You are ${name}. ${firstSentences(about)}`.trim();
}

function firstSentences(text: string): string {
  let count = 0;
  return toParagraph(text)
    .split(/(?<=[.!?]["”’]?)\s+/u)
    .filter((sentence) => {
      count += sentence.split(' ').length;
      return count <= MOST_PROFILE_WORDS;
    })
    .join(' ');
}
