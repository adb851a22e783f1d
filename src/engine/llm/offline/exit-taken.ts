import type { NarrateInput } from '../narrate-input.ts';
import { namedIn } from './read-words.ts';

type Exit = NarrateInput['packet']['scene']['exits'][number];

const GOING =
  /\b(go|goes|walk|ride|head|leave for|travel|return|move|set out|make for|cross|follow .* to)\b/i;

/** The open way the player says they take; null when they stay, or cannot go, or a fight holds them. */
export function exitTaken({ playerText, packet, blocked, rolled }: NarrateInput): Exit | null {
  if (!GOING.test(playerText) || rolled !== null || blocked.length > 0) return null;
  if (packet.activeSituations.some((situation) => situation.startsWith('A fight'))) return null;
  const open = packet.scene.exits.filter((exit) => exit.blocked === null);
  const byName = open.map((exit) => ({
    id: exit.to,
    name: `${exit.name ?? ''} ${exit.label} ${exit.to.replaceAll('_', ' ')}`,
    exit,
  }));
  return namedIn(playerText, byName)[0]?.exit ?? null;
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
