import type { z } from 'zod';
import type { AsideInput, GodReply, ThinkReply } from '#engine/contracts/aside.ts';
import { countShared, listContentStems, normalise, stem, toParagraph, toWordSet } from '../grammar/words.ts';

const MOST_LINES = 4;
/** Ids stand in brackets behind names. */
const ID = / \([a-z]+_[a-z0-9_]+\)/g;

/** Lines of the state that answer questions with these words. `SHEET` is the line that begins with the persona's name. */
const LINES_FOR: readonly (readonly [words: ReadonlySet<string>, starts: readonly string[]])[] = [
  [toStems('money cred coin gold rich afford'), ['SHEET', 'Carries:']],
  [toStems('carry have inventory pocket bag own'), ['Carries:', 'SHEET']],
  [toStems('hurt health wound hp hit point life harm condition injured'), ['SHEET']],
  [toStems('goal mission should need supposed quest task'), ['Mission', 'Open question', 'Deadline']],
];
/** Words of a question that say nothing of its matter. */
const ASKING = toStems('have carry tell know much many else there here time get got');
/** Questions that a line with the same words answers only when it names a number. */
const COUNTING = toStems('many much far long when old');
const ABOUT_RULES = toWordSet('how rule roll dice');
const ABOUT_ONESELF = toWordSet('i my me we our am');
const YES_OR_NO = /^\W*(?:did|do|does|is|are|was|were|has|have|had|can|could|will|would|should|may|might)\b/i;
/** Share of a question's words that a line must have to count as an answer. */
const MOST_OF_IT = 0.75;
const HALF_OF_IT = 0.5;

function toStems(words: string): ReadonlySet<string> {
  return new Set(words.split(' ').map(stem));
}

type Question = Pick<AsideInput, 'playerText' | 'scene' | 'rulebook' | 'persona'>;

/**
 * Finds the lines of the state that a question is plainly about. Else returns the lines of state and rulebook that have nearly
 * all words of the question, best first. A line that merely shares a word answers nothing.
 */
function matchingLines({ playerText, scene, rulebook, persona }: Question): string[] {
  const words = playerText.toLowerCase().split(/[^\p{L}\p{N}]+/u);
  const said = words.map(stem);
  const wanted = new Set(listContentStems(playerText).filter((word) => !ASKING.has(word)));
  const lines = scene.split(/\n+/).map(cleanLine).filter(Boolean);
  const isOwn = said.some((word) => ABOUT_ONESELF.has(word));
  const isAbout = ([stems]: (typeof LINES_FOR)[number]) =>
    said.some((word) => stems.has(word)) && [...wanted].every((word) => stems.has(word));
  // "What do we do?" asks for the goals.
  const plainly =
    LINES_FOR.find(isAbout) ?? (wanted.size === 0 && said[0] === 'what' ? LINES_FOR.at(-1) : undefined);
  const starts = isOwn ? (plainly?.[1] ?? []) : [];
  const plain = starts.flatMap((start) =>
    lines.filter((line) => line.startsWith(start === 'SHEET' ? `${persona}:` : start)),
  );
  if (plain.length > 0) return plain.slice(0, MOST_LINES);
  // Whether something is so, no line with the same words says.
  if (YES_OR_NO.test(playerText)) return [];
  const isCounting = said.some((word) => COUNTING.has(word));
  // People and places are asked about by name; who is here, the people themselves say.
  const isByName = said.includes('who') || said.includes('where');
  const isAboutRules = said.some((word) => ABOUT_RULES.has(word));
  const rules = rulebook.split(/\n{2,}/).flatMap((part) => toParagraph(part).split(/(?<=[.!?])\s+/));
  const enough = (line: string) =>
    (isAboutRules && rules.includes(line) ? HALF_OF_IT : MOST_OF_IT) * wanted.size;
  return [...lines, ...rules]
    .map((line) => ({ line, score: countShared(line, wanted), isNamed: hasName(line, wanted) }))
    .filter(({ line, score, isNamed }) => score >= enough(line) && (score > 1 || (score > 0 && isNamed)))
    .filter(({ line, isNamed }) => (!isCounting || /\d/.test(line)) && (!isByName || isNamed))
    .toSorted((one, other) => other.score - one.score)
    .map(({ line }) => line)
    .filter((line, index, all) => !all.slice(0, index).some((before) => before.includes(line)))
    .slice(0, MOST_LINES)
    .map((line) => (line.length > 600 ? `${line.slice(0, 597)}...` : line));
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
  const nothing =
    'Nothing in the state or the rules as you know them has these words. Ask somebody by name, or with other words.';
  return matchingLines(input).join('\n') || nothing;
}

/** Writes the reply to THINK: the known facts about the matter, and commands that are always possible. */
export function ponderOffline(input: AsideInput): z.input<typeof ThinkReply> {
  const lines = matchingLines({ ...input, rulebook: '' });
  const state = input.scene.split('\n').map(cleanLine).filter(Boolean);
  const known = lines.length > 0 ? lines : state.slice(0, MOST_LINES);
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
