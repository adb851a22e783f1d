import type { z } from 'zod';
import type { AsideInput, GodReply, ThinkReply } from '#engine/contracts/aside.ts';
import { contentStems, stem, toParagraph } from './grammar/words.ts';

const MOST_LINES = 4;
/** Ids stand in brackets behind names. */
const ID = / \([a-z]+_[a-z0-9_]+\)/g;

/** Words of questions with the words a state or rulebook has for the same. */
const ALSO: Readonly<Record<string, string>> = {
  carry: 'inventory carries items',
  have: 'inventory carries items',
  inventory: 'carries items',
  hurt: 'hp harm wounds health condition',
  health: 'hp harm wounds condition',
  wound: 'hp harm health condition',
  money: 'cred coins gold maravedis',
  who: 'present here people',
  where: 'place location here exits',
  time: 'date hour',
  roll: 'dice check',
  goal: 'mission goals objective',
};

/** Lines of scene and rulebook that share most words with a question, best first. */
function matchingLines(question: string, texts: readonly string[]): string[] {
  const said = question.toLowerCase().split(/[^\p{L}\p{N}]+/u);
  const wanted = new Set([
    ...contentStems(question),
    ...said.flatMap((word) => (ALSO[stem(word)] ?? ALSO[word] ?? '').split(' ').filter(Boolean)).map(stem),
  ]);
  return texts
    .flatMap((text) => text.split(/\n+/))
    .map((line) => toParagraph(line).replace(ID, ''))
    .filter((line) => line !== '')
    .map((line) => ({ line, score: new Set(contentStems(line).filter((word) => wanted.has(word))).size }))
    .filter(({ score }) => score > 0)
    .toSorted((one, other) => other.score - one.score)
    .slice(0, MOST_LINES)
    .map(({ line }) => (line.length > 600 ? `${line.slice(0, 597)}...` : line));
}

/** The reply to a DM question: lines of the state and the rules, quoted. */
export function dmOffline({ playerText, scene, rulebook }: AsideInput): string {
  const lines = matchingLines(playerText, [scene, rulebook]);
  return lines.length === 0
    ? 'Nothing in the state or the rules as you know them has these words. Ask with other words, or read the rulebook.'
    : lines.join('\n');
}

/** The reply to THINK: what is known about the matter, and commands that are always possible. */
export function thinkOffline({ playerText, scene }: AsideInput): z.input<typeof ThinkReply> {
  const lines = matchingLines(playerText, [scene]);
  const known =
    lines.length > 0
      ? lines
      : scene
          .split('\n')
          .map((line) => toParagraph(line).replace(ID, ''))
          .filter(Boolean)
          .slice(0, MOST_LINES);
  return {
    thinking: known.length === 0 ? 'You know nothing about it.' : `You know this:\n${known.join('\n')}`,
    analysis: {},
    choices: ['Look around', 'Search this place', 'Check inventory', 'Wait for 10 minutes'],
  };
}

/** The reply to GOD in free words: nothing is changed, and how to change something is said. */
export function godOffline(): z.input<typeof GodReply> {
  return {
    god_mode_response:
      'Nothing was changed. Without a language model only GOD_MODE_SET blocks are carried out: write GOD_MODE_SET: and below it one line for each value, path = value.',
  };
}
