import { neutralise, writeTag } from './neutralise.ts';
import { joinTexts, toOneLine, writeSection } from './write-lines.ts';

/**
 * A line of the prompt that seldom changes, as it stands in a cached block. The key begins with the line's kind and names its
 * subject, so that a later line about the same subject can take its place.
 */
export type LastingLine = { readonly key: string; readonly text: string };

/** Kinds of lasting lines that players may know, in the order in which they stand, with their headings. */
const STATE_SECTIONS = [
  ['chapter', 'This chapter'],
  ['way', 'Ways from here'],
  ['known', 'Known to the players'],
  ['thread', 'Threads'],
  ['mission', 'Missions'],
  ['deadline', 'Deadlines'],
  ['tie', 'Between people'],
  ['absent_tie', 'Between people, with some who are not here'],
  ['own_tie', 'Ties of the player’s character'],
  ['own_history', 'Before the story, with the player’s character'],
  ['history', 'Before the story'],
  ['kept', 'Not to be forgotten'],
  ['numbers', 'In numbers, for you alone'],
] as const;

/** The same for kinds that only the game master knows. */
const SECRET_SECTIONS = [
  ['secret', 'Not found out yet'],
  ['withheld', 'Kept back'],
  ['agenda', 'Works at unseen'],
  ['note', 'To keep in mind'],
] as const;

export type LastingKind =
  | (typeof STATE_SECTIONS)[number][0]
  | (typeof SECRET_SECTIONS)[number][0]
  | 'place'
  | 'profile';

const STATE_NOTE = 'So it stands, unless the last message says otherwise.';
const SECRET_NOTE = 'Hidden, unless the last message lists it as known or lets it come to light.';

export function createLastingLine(kind: LastingKind, subject: string, text: string): LastingLine {
  return { key: `${kind}:${subject}`, text };
}

/** Returns the beginning of a text, which tells it from others. */
export const toStart = (text: string): string => text.slice(0, 80);

/** Selects the lines of a kind. */
export function selectLines(lines: readonly LastingLine[], kind: LastingKind): readonly LastingLine[] {
  return lines.filter(({ key }) => key.startsWith(`${kind}:`));
}

/** Tells what of the present lines is not settled yet, and what of the settled ones holds no longer. */
export type LastingChanges = {
  /** Returns the texts of a kind that the cached block does not have, or has differently. */
  readonly listNew: (kind: LastingKind) => readonly string[];
  readonly isSettled: (line: LastingLine) => boolean;
  /** Settled lines whose subject is no more. */
  readonly gone: readonly string[];
};

/**
 * Compares the present lines with the settled ones. A line that merely left the reach of the scene is not gone: `isOver` tells
 * whether the subject of a settled line is no more.
 */
export function compareLines(
  settled: readonly LastingLine[],
  present: readonly LastingLine[],
  isOver: (key: string) => boolean,
): LastingChanges {
  const known = new Map(settled.map(({ key, text }) => [toSubjectKey(key), text]));
  const isSettled = ({ key, text }: LastingLine) => known.get(toSubjectKey(key)) === text;
  return {
    isSettled,
    listNew: (kind) =>
      selectLines(present, kind)
        .filter((line) => !isSettled(line))
        .map(({ text }) => text),
    gone: settled.filter(({ key }) => isOver(key)).map(({ text }) => text),
  };
}

/** Returns the key without who is here: a tie stays the same line when one of the two people leaves. */
export function toSubjectKey(key: string): string {
  return key.replace(/^(?:absent|own)_tie:/u, 'tie:');
}

/** Kinds that do not depend on the place of the scene. */
const GLOBAL_KINDS: readonly LastingKind[] = [
  'profile',
  'chapter',
  'known',
  'thread',
  'mission',
  'deadline',
  'own_tie',
  'own_history',
  'kept',
];
/** Above this number of changes, lines that do not depend on the place are settled anew as well. */
const MOST_CHANGES = 10;

/** Tells whether a line holds wherever the scene is. */
export function isGlobal({ key }: LastingLine): boolean {
  return GLOBAL_KINDS.some((kind) => key.startsWith(`${kind}:`));
}

/** Settles the lines of a new place, and keeps those that hold everywhere unless many of them have changed. */
export function settleForPlace(
  before: readonly LastingLine[],
  present: readonly LastingLine[],
  isOver: (key: string) => boolean,
): readonly LastingLine[] {
  const kept = before.filter(isGlobal);
  const { isSettled, gone } = compareLines(kept, present, isOver);
  const changes = present.filter((line) => isGlobal(line) && !isSettled(line)).length + gone.length;
  if (kept.length === 0 || changes > MOST_CHANGES) return present;
  return [...kept, ...present.filter((line) => !isGlobal(line))];
}

/** Writes the settled lines that players may know. Ties of the player's character do not name it, for their heading does. */
export function writeLastingState(lines: readonly LastingLine[], persona: string): string {
  const name = toOneLine(persona);
  const shown = lines.map((line) => {
    if (!line.key.startsWith('own_tie:') || name === '') return line;
    const { text } = line;
    const ofBoth = text.replace(` and ${name}: `, ': ').replace(`${name} and `, '');
    return { ...line, text: ofBoth.replace(` to ${name}: `, ': ').replace(`${name} to `, 'to ') };
  });
  const text = joinTexts([
    ...selectLines(lines, 'place').map((line) => neutralise(line.text)),
    ...writeSections(shown, STATE_SECTIONS),
  ]);
  return text === '' ? '' : writeTag('lasting_state', joinTexts([STATE_NOTE, text]));
}

/** Writes the settled lines for the game master alone. */
export function writeLastingSecrets(lines: readonly LastingLine[]): string {
  const text = joinTexts(writeSections(lines, SECRET_SECTIONS));
  return text === '' ? '' : writeTag('lasting_secrets', joinTexts([SECRET_NOTE, text]));
}

/** Writes the secrets that are not settled. */
export function writeNewSecrets({ listNew }: LastingChanges): string {
  return joinTexts(SECRET_SECTIONS.map(([kind, heading]) => writeSection(heading, listNew(kind))));
}

function writeSections(
  lines: readonly LastingLine[],
  sections: readonly (readonly [LastingKind, string])[],
): string[] {
  return sections.map(([kind, heading]) =>
    writeSection(
      heading,
      selectLines(lines, kind).map(({ text }) => text),
    ),
  );
}
