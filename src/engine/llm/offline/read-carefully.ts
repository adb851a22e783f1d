import type { ContextPacket } from '../context-packet.ts';
import { asWritten } from './as-written.ts';

type Heard = { readonly playerText: string; readonly packet: Pick<ContextPacket, 'cast' | 'lore'> };

/** The same input with the player's words as they would be written with care. */
export function readCarefully<Input extends Heard>(input: Input): Input {
  const { cast, lore } = input.packet;
  const known = [...cast.map(({ name }) => name), ...lore.flatMap(({ title }) => firstNameIn(title))];
  return { ...input, playerText: asWritten(input.playerText, known) };
}

const PERSON = /^(?!The\s)(\p{Lu}[\p{L}’'-]+)\s(?:["“]\p{L}+["”]\s)?\p{Lu}[\p{L}’'-]+$/u;

/** A page that is headed by a first and a last name may be somebody's. */
function firstNameIn(title: string): readonly string[] {
  const name = PERSON.exec(title.split(' > ')[0] ?? '')?.[1];
  return name === undefined ? [] : [name];
}
