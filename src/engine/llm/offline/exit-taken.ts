import type { NarrateInput } from '../narrate-input.ts';
import { clausesOf, namedIn } from './read-words.ts';

type Exit = NarrateInput['packet']['scene']['exits'][number];

const GOING =
  /^(?:go|goes|walk|ride|head|leave|travel|return|move (?:to|on)|set out|make for|make my way|cross|step (?:out|in)|run to|climb (?:up|down) to|follow .* to|sneak (?:to|into|out)|exit)\b/i;

/** The open way the player says they take; null when they stay, or cannot go, or a fight holds them. */
export function exitTaken({ playerText, packet, blocked, rolled }: NarrateInput): Exit | null {
  if (!isGoing(playerText) || rolled !== null || blocked.length > 0) return null;
  if (packet.activeSituations.some((situation) => situation.startsWith('A fight'))) return null;
  const open = packet.scene.exits.filter((exit) => exit.blocked === null);
  const byName = open.map((exit) => ({
    id: exit.to,
    name: `${exit.name ?? ''} ${exit.label} ${exit.to.replaceAll('_', ' ')}`,
    exit,
  }));
  const [first, ...others] = open;
  const only = others.length === 0 && LEAVING.test(playerText) ? first : undefined;
  return namedIn(playerText, byName)[0]?.exit ?? outdoors(playerText, open) ?? only ?? null;
}

const LEAVING = /^\s*(?:i|we)?\s*(?:leave|go out|go outside|walk out|head out|step out|exit|go on)\b/i;

const OUT = /\b(?:outside|outdoors|out of (?:here|the (?:room|house|door)))\b/i;
const IN = /\b(?:inside|indoors|back in)\b/i;
const OUTDOORS = /\b(?:door|outside|street|lot|yard|road|gate|garden|square|stair)\b/i;
const INDOORS = /\b(?:office|house|hall|inn|room|bar|indoors)\b/i;

/** Whoever goes outside, or in, takes the way that leads there. */
function outdoors(words: string, open: readonly Exit[]): Exit | undefined {
  const meant = OUT.test(words) ? OUTDOORS : IN.test(words) ? INDOORS : null;
  if (meant === null) return undefined;
  return open.find(({ label, name }) => meant.test(`${label} ${name ?? ''}`)) ?? open[0];
}

/** Whether the player sets out for somewhere, rather than asking or telling of it: going is the first thing some clause says. */
export function isGoing(words: string): boolean {
  return !words.includes('?') && clausesOf(words).some((clause) => GOING.test(clause.replace(BEFORE, '')));
}

const BEFORE =
  /^(?:(?:i|we|let us|let's|now|then|so|and|try to|want to|decide to|quickly|quietly|slowly|carefully|turn and)\s+)+/i;

const WAY =
  /^(?:along|down|up|across|through|over|out|back|under|by|into|off|past|around|round|via|a\s+\w+\s+(?:walk|ride))\b/i;

/** A way may be called by where it leads to or by how it goes: `the gate`, `down the forty stairs`. */
export function isWay(label: string): boolean {
  return WAY.test(label);
}

/** What lies at the end of a way, as far as it is known. */
export function placeBehind({ label, name }: Exit): string {
  return name ?? (isWay(label) ? 'another place' : label);
}
