import { z } from 'zod';
import type { Terminal } from '../terminal/terminal.ts';
import { askMenu } from './menu.ts';
import type { PlayFlags } from './play-flags.ts';
import { printLines } from './render.ts';

/** Suggestions of a story's author to the table. */
export const StorySuggestion = z.object({
  tone: z.string(),
  boundaries: z.array(z.string()),
  difficulty: z.enum(['GENTLE', 'NORMAL', 'HARD', 'BRUTAL']),
  pacing: z.enum(['SLOW', 'NORMAL', 'FAST']),
});
type StorySuggestion = z.infer<typeof StorySuggestion>;

/** Changes of what the author suggests; empty when everything stays. */
export type Agreement = Partial<StorySuggestion>;

const DIFFICULTIES = {
  GENTLE: 'checks, attacks and saves are easier; mistakes are forgiven',
  NORMAL: 'as the rules have it',
  HARD: 'checks, attacks and saves are harder; mistakes cost dearly',
  BRUTAL: 'harder still; mistakes kill',
} as const;
const PACES = {
  SLOW: 'it lingers',
  NORMAL: 'it moves when you do',
  FAST: 'it cuts to the next turn of events',
} as const;

/**
 * Leads through session zero: shows what the story suggests and asks for changes. A script that types its answers beforehand is
 * asked only with `--session-zero`. Null when the person leaves.
 */
export async function agreeOnPlay(
  suggested: StorySuggestion,
  { agrees }: PlayFlags,
  terminal: Terminal,
): Promise<Agreement | null> {
  if (!agrees) {
    if (terminal.width === 0) return {};
    printLines(`\n${describe(suggested)}`, terminal);
    const line = await terminal.ask('enter to begin so, s to change it > ');
    if (line === null || /^\/?q(uit)?$/i.test(line.trim())) return null;
    if (!/^s/i.test(line.trim())) return {};
  }
  return askAgreement(suggested, terminal);
}

function describe({ tone, boundaries, difficulty, pacing }: StorySuggestion): string {
  const lines = [
    `Difficulty ${difficulty.toLowerCase()}, pace ${pacing.toLowerCase()}.`,
    tone === '' ? '' : `Tone: ${tone}`,
    ...boundaries.map((line) => `Left out: ${line}`),
  ];
  return lines.filter((line) => line !== '').join('\n');
}

async function askAgreement(suggested: StorySuggestion, terminal: Terminal): Promise<Agreement | null> {
  const difficulty = await askMenu('How hard?', listWords(DIFFICULTIES, suggested.difficulty), terminal);
  if (difficulty === null) return null;
  const pacing = await askMenu('How fast?', listWords(PACES, suggested.pacing), terminal);
  if (pacing === null) return null;
  const tone = await terminal.ask('Tone in a few words, enter keeps it > ');
  if (tone === null) return null;
  printLines(
    'What must not happen, one line each. It can be changed at any time: /stop, /skip, /soften.',
    terminal,
  );
  const boundaries = await askLines(suggested.boundaries, terminal);
  return {
    difficulty: difficulty.word,
    pacing: pacing.word,
    boundaries,
    ...(tone.trim() === '' ? {} : { tone: tone.trim() }),
  };
}

/** Lists the words of a menu, the one that is suggested first. */
function listWords<Word extends string>(about: Readonly<Record<Word, string>>, suggested: Word) {
  const words = Object.keys(about) as Word[]; // the keys of a record are its words
  return [suggested, ...words.filter((word) => word !== suggested)].map((word) => ({
    word,
    name: word.toLowerCase(),
    about: about[word],
  }));
}

/** Adds lines to those of the author until one is empty. */
async function askLines(authored: readonly string[], terminal: Terminal): Promise<string[]> {
  const lines = [...authored];
  for (;;) {
    const line = (await terminal.ask('left out, enter ends > '))?.trim() ?? '';
    if (line === '') return [...new Set(lines)];
    lines.push(line);
  }
}
