import type { NarrateInput } from '../../narrate-input.ts';
import { awake } from '../speech/person-addressed.ts';
import { shortName } from '../speech/short-name.ts';

/** Whoever has not been told of yet is called by first and last name the first time: nobody knows who a Rosalind is. */
export function introduced(
  prose: string,
  { packet, opening, playerText }: NarrateInput,
  told: string,
): string {
  const known = [told, opening?.prologue ?? '', playerText].join('\n');
  return awake(packet.cast).reduce((text, { name }) => {
    const short = shortName(name);
    const whole = /["“]/.test(name) ? `${short} ${name.split(/\s+/).at(-1) ?? ''}` : name;
    const called = new RegExp(`\\b${escaped(short)}\\b`, 'u');
    if (whole === short || text.includes(whole) || text.includes(name) || called.test(known)) return text;
    return outsideSpeech(text, (part) => part.replace(called, whole));
  }, prose);
}

/** The first part of a text that nobody says and that a change alters is changed. */
function outsideSpeech(text: string, change: (part: string) => string): string {
  const parts = text.split(/(“[^”]*”)/u);
  const at = parts.findIndex((part) => !part.startsWith('“') && change(part) !== part);
  return parts.map((part, place) => (place === at ? change(part) : part)).join('');
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
