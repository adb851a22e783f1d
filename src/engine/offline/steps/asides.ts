import type { z } from 'zod';
import type { AsideInput, GodReply, ThinkReply } from '#engine/contracts/aside.ts';
import { listContentStems, normalise, stem, toParagraph } from '../grammar/words.ts';

const MOST_LINES = 4;
/** Ids stand in brackets behind names. */
const ID = / \([a-z]+_[a-z0-9_]+\)/g;

/** Lines of the state that answer questions with these words. `SHEET` is the line that begins with the persona's name. */
const LINES_FOR: readonly (readonly [words: string, starts: readonly string[]])[] = [
  ['money cred coin gold rich afford', ['SHEET', 'Carries:']],
  ['carry have inventory pocket bag own', ['Carries:', 'SHEET']],
  ['hurt health wound hp harm condition injured', ['SHEET']],
  ['goal mission should need supposed quest task', ['Mission', 'Open question', 'Deadline']],
];

/** Words of a question that say nothing of its matter. */
const ASKING = new Set(
  ['have', 'carry', 'tell', 'know', 'much', 'many', 'else', 'there', 'here', 'time', 'get', 'got'].map(stem),
);
/** Questions that a line with the same words answers only when it names a number. */
const COUNTING = ['many', 'much', 'far', 'long', 'when', 'old'].map(stem);

/**
 * Finds the lines of the state that a question is plainly about. Else returns the lines of state and rulebook that have nearly
 * all words of the question, best first. A line that merely shares a word answers nothing.
 */
function matchingLines(
  question: string,
  { scene, rulebook, persona }: Omit<AsideInput, 'operations'>,
): string[] {
  const said = new Set(
    question
      .toLowerCase()
      .split(/[^\p{L}\p{N}]+/u)
      .map(stem),
  );
  const wanted = new Set(listContentStems(question).filter((word) => !ASKING.has(word)));
  const lines = scene.split(/\n+/).map(cleanLine).filter(Boolean);
  const isOwn = ['i', 'my', 'me', 'we', 'our', 'am'].some((word) => said.has(word));
  const plainly = LINES_FOR.find(([words]) => {
    const stems = new Set(words.split(' ').map(stem));
    const isAbout = [...said].some((word) => stems.has(word));
    return isOwn && isAbout && [...wanted].every((word) => stems.has(word));
  });
  // "What do we do?" asks for the goals.
  const [, starts] = plainly ?? (isOwn && wanted.size === 0 ? (LINES_FOR.at(-1) ?? []) : []);
  const plain = (starts ?? []).flatMap((start) =>
    lines.filter((line) => line.startsWith(start === 'SHEET' ? `${persona}:` : start)),
  );
  if (plain.length > 0) return plain.slice(0, MOST_LINES);
  // Whether something is so, no line with the same words says.
  if (YES_OR_NO.test(question)) return [];
  const isCounting = COUNTING.some((word) => said.has(word));
  // People and places are asked about by name; who is here, the people themselves say.
  const isByName = said.has('who') || said.has('where');
  const rules = rulebook.split(/\n{2,}/).flatMap((part) => toParagraph(part).split(/(?<=[.!?])\s+/));
  const isAboutRules = ['how', 'rule', 'roll', 'dice'].some((word) => said.has(word));
  const enough = (line: string) =>
    wanted.size * (isAboutRules && rules.includes(line) ? HALF_OF_IT : MOST_OF_IT);
  return [...lines, ...rules]
    .map((line) => ({ line, score: countShared(line, wanted) }))
    .filter(({ line, score }) => score > 0 && score >= enough(line) && (score > 1 || hasName(line, wanted)))
    .filter(({ line }) => (!isCounting || /\d/.test(line)) && (!isByName || hasName(line, wanted)))
    .toSorted((one, other) => other.score - one.score)
    .filter(({ line }, index, all) => !all.slice(0, index).some((before) => before.line.includes(line)))
    .slice(0, MOST_LINES)
    .map(({ line }) => (line.length > 600 ? `${line.slice(0, 597)}...` : line));
}

const YES_OR_NO = /^\W*(?:did|do|does|is|are|was|were|has|have|had|can|could|will|would|should|may|might)\b/i;

/** Share of a question's words that a line must have to count as an answer. */
const MOST_OF_IT = 0.75;
const HALF_OF_IT = 0.5;

function countShared(line: string, wanted: ReadonlySet<string>): number {
  return new Set(listContentStems(line).filter((word) => wanted.has(word))).size;
}

/** Tells whether a line has one of the words as a name. */
function hasName(line: string, wanted: ReadonlySet<string>): boolean {
  return (line.match(/\b\p{Lu}\p{L}+/gu) ?? []).some((name) => wanted.has(stem(normalise(name))));
}

function cleanLine(line: string): string {
  return toParagraph(line).replace(ID, '');
}

/** Writes the reply to a DM question: quoted lines of the state and the rules. */
export function answerOffline(input: AsideInput): string {
  const lines = matchingLines(input.playerText, input);
  return lines.length === 0
    ? 'Nothing in the state or the rules as you know them has these words. Ask somebody by name, or with other words.'
    : lines.join('\n');
}

/** Writes the reply to THINK: the known facts about the matter, and commands that are always possible. */
export function ponderOffline({ playerText, scene, ...input }: AsideInput): z.input<typeof ThinkReply> {
  const lines = matchingLines(playerText, { ...input, playerText, scene, rulebook: '' });
  const known =
    lines.length > 0 ? lines : scene.split('\n').map(cleanLine).filter(Boolean).slice(0, MOST_LINES);
  return {
    thinking: known.length === 0 ? 'You know nothing about it.' : `You know this:\n${known.join('\n')}`,
    analysis: {},
    choices: ['Look around', 'Search this place', 'Check inventory', 'Wait for 10 minutes'],
  };
}

/** Writes the reply to GOD in free words: changes nothing and explains how to make a change. */
export function commandOffline(): z.input<typeof GodReply> {
  return {
    god_mode_response:
      'Nothing was changed. Without a language model only GOD_MODE_SET blocks are carried out: write GOD_MODE_SET: and below it one line for each value, path = value.',
  };
}
