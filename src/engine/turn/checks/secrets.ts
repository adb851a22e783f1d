import type { NarrationFacts } from './narration-facts.ts';
import { oncePer } from './once-per.ts';
import { isStopword, plainWords } from './text/words.ts';
import { grave, type Verdict } from './verdict.ts';

/** So many words of a secret in a row are its own words. */
const RUN = 6;
const SHORTEST_RUN = 4;
/** So many in a row are its own words whatever they are. */
const LONG_RUN = 9;
/** So many of a shorter run must carry meaning. */
const FEWEST_TELLING = 3;

const LENGTHS = [LONG_RUN, RUN, SHORTEST_RUN];

/** Finds a secret told in its own words: six in a row, or four of one that is shorter than that. */
export function secretRunVerdicts(prose: string, facts: NarrationFacts): readonly Verdict[] {
  const words = plainWords(prose);
  const told = LENGTHS.flatMap((length) => runsOf(words, length));
  const hidden = hiddenRuns(facts);
  const leaked = new Map<string, string>();
  for (const run of told) {
    const secret = hidden.get(run);
    if (secret !== undefined && !leaked.has(secret)) leaked.set(secret, run);
  }
  return [...leaked.values()].map((run) => leak(run, 'tells in its own words'));
}

/** Every telling run of every secret. What stands in texts the players have, or wrote, is none. */
const hiddenRuns = oncePer(
  ({ secrets, known, playerWords, settled }: NarrationFacts): ReadonlyMap<string, string> => {
    const open = new Set(
      [...known, ...playerWords, ...settled]
        .map(plainWords)
        .flatMap((words) => LENGTHS.flatMap((length) => runsOf(words, length))),
    );
    return new Map(
      secrets.flatMap((secret) =>
        runsOfSecret(secret)
          .filter((run) => !open.has(run))
          .map((run) => [run, secret] as const),
      ),
    );
  },
);

function runsOfSecret(secret: string): readonly string[] {
  const words = plainWords(secret);
  if (words.length < SHORTEST_RUN) return [];
  const short = runsOf(words, words.length >= RUN ? RUN : SHORTEST_RUN).filter(isTelling);
  return [...short, ...runsOf(words, LONG_RUN)];
}

function runsOf(words: readonly string[], length: number): readonly string[] {
  const count = Math.max(0, words.length - length + 1);
  return Array.from({ length: count }, (_, start) => words.slice(start, start + length).join(' '));
}

function isTelling(run: string): boolean {
  return run.split(' ').filter((word) => !isStopword(word)).length >= FEWEST_TELLING;
}

export function leak(excerpt: string, how: string): Verdict {
  return grave(
    'secrets',
    excerpt,
    `The narration ${how} what no persona has discovered.`,
    'Remove this without a trace: no hint and no knowing pause in its place.',
  );
}
