import { oncePer } from '#engine/kit/once-per.ts';
import { remembered } from '#engine/kit/remembered.ts';
import type { NarrationFacts } from './narration-facts.ts';
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
/** The runs of a text take some fifty times its room. */
const KEPT_CHARACTERS = 200_000;

/** Finds a secret told in its own words: six in a row, or four of one that is shorter than that. */
export function secretRunVerdicts(prose: string, facts: NarrationFacts): readonly Verdict[] {
  const words = plainWords(prose);
  const { runs, beginnings } = runsOfSecrets(facts.secrets);
  const leaked = new Map<string, string>();
  for (const length of LENGTHS) {
    for (let start = 0; start + length <= words.length; start += 1) {
      // Ordinary prose shares hardly any two words in a row with a secret, and then no run is put together.
      if (!beginnings.has(`${words[start]} ${words[start + 1]}`)) continue;
      const run = words.slice(start, start + length).join(' ');
      const secret = runs.get(run);
      if (secret === undefined || leaked.has(secret) || openRuns(facts).has(run)) continue;
      leaked.set(secret, run);
    }
  }
  return [...leaked.values()].map((run) => leak(run, 'tells in its own words'));
}

/** Every telling run of every secret, with the secret it is of, and the two words each begins with. */
const runsOfSecrets = oncePer((secrets: readonly string[]) => runsOfAll(JSON.stringify(secrets)));

/** Turn after turn they are nearly always the same. */
const runsOfAll = remembered((written: string) => {
  const secrets: readonly string[] = JSON.parse(written);
  const runs = new Map(
    secrets.flatMap((secret) => runsOfSecret(secret).map((run) => [run, secret] as const)),
  );
  const beginnings = new Set([...runs.keys()].map((run) => run.split(' ', 2).join(' ')));
  return { runs, beginnings };
}, KEPT_CHARACTERS);

/** What stands in texts the players have, or wrote, gives nothing away. Asked for only when something seems to. */
const openRuns = oncePer(({ known, playerWords, settled }: NarrationFacts): ReadonlySet<string> => {
  const texts = [...known, ...playerWords, ...settled].map(plainWords);
  return new Set(texts.flatMap((words) => LENGTHS.flatMap((length) => runsOf(words, length))));
});

const runsOfSecret = remembered((secret: string): readonly string[] => {
  const words = plainWords(secret);
  if (words.length < SHORTEST_RUN) return [];
  const short = runsOf(words, words.length >= RUN ? RUN : SHORTEST_RUN).filter(isTelling);
  return [...short, ...runsOf(words, LONG_RUN)];
}, KEPT_CHARACTERS);

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
