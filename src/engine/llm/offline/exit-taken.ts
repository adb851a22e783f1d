import type { NarrateInput } from '../narrate-input.ts';
import { namedIn } from './read-words.ts';

type Exit = NarrateInput['packet']['scene']['exits'][number];

const GOING =
  /\b(go|goes|walk|ride|head (?:to|for|back|over|out|up|down)|leave|travel|return to|move (?:to|on)|set out|make for|cross|step outside|follow .* to)\b/i;

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

/** Whoever goes outside takes the way that leads there. */
function outdoors(words: string, open: readonly Exit[]): Exit | undefined {
  if (!/\b(?:outside|outdoors|out of (?:here|the (?:room|house|door)))\b/i.test(words)) return undefined;
  return (
    open.find(({ label, name }) =>
      /\b(?:door|outside|street|lot|yard|road|gate|garden|square|stair)\b/i.test(`${label} ${name ?? ''}`),
    ) ?? open[0]
  );
}

/** Whether the player sets out for somewhere, rather than asking or telling of it. */
export function isGoing(words: string): boolean {
  return (
    GOING.test(words) &&
    !words.includes('?') &&
    !/\b(?:ask|tell|go through|go over|go back to (?:my|the) (?:question|point))\b/i.test(words)
  );
}

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
