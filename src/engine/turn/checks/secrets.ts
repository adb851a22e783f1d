import type { NarrationFacts } from './narration-facts.ts';
import { sentenceEnds } from './text/sentence-ends.ts';
import { contentStems, isStopword, plainWords } from './text/words.ts';
import { grave, type Verdict } from './verdict.ts';

/** So many words of a secret in a row are its own words. */
const RUN = 6;
const SHORTEST_RUN = 4;
/** So many of them must carry meaning. */
const FEWEST_TELLING = 3;

/** Finds a secret told in its own words: six in a row, or all of a shorter one. */
export function secretRunVerdicts(prose: string, facts: NarrationFacts): readonly Verdict[] {
  const words = plainWords(prose);
  const told = new Set(runsOf(words, RUN).concat(runsOf(words, RUN - 1), runsOf(words, SHORTEST_RUN)));
  const open = openRuns(facts);
  return facts.secrets.flatMap((secret) => {
    const leaked = runsOfSecret(secret).find((run) => told.has(run) && !open.has(run) && isTelling(run));
    return leaked === undefined ? [] : [leak(leaked, 'tells in its own words')];
  });
}

function runsOfSecret(secret: string): readonly string[] {
  const words = plainWords(secret);
  return words.length < SHORTEST_RUN ? [] : runsOf(words, words.length >= RUN ? RUN : SHORTEST_RUN);
}

function runsOf(words: readonly string[], length: number): readonly string[] {
  const count = Math.max(0, words.length - length + 1);
  return Array.from({ length: count }, (_, start) => words.slice(start, start + length).join(' '));
}

/** What stands in texts the player has, or wrote, is no secret. */
function openRuns({ known, playerWords, settled }: NarrationFacts): ReadonlySet<string> {
  const texts = [...known, ...playerWords, ...settled].map(plainWords);
  return new Set(texts.flatMap((words) => [...runsOf(words, RUN), ...runsOf(words, SHORTEST_RUN)]));
}

function isTelling(run: string): boolean {
  return run.split(' ').filter((word) => !isStopword(word)).length >= FEWEST_TELLING;
}

/** So many sentences in a row are read together, and no more words than this. */
const SENTENCES_TOGETHER = 3;
const WORDS_TOGETHER = 45;

/** The stretches in which something may be told: each sentence alone, and with the one or two after it. */
export function stretchesOf(prose: string): readonly string[] {
  const ends = [...sentenceEnds(prose), prose.length];
  const sentences = ends
    .map((end, index) => prose.slice(ends[index - 1] ?? 0, end).trim())
    .filter((sentence) => sentence !== '');
  return sentences.flatMap((sentence, index) => {
    const longer = Array.from({ length: SENTENCES_TOGETHER - 1 }, (_, more) =>
      sentences.slice(index, index + more + 2).join(' '),
    ).filter((stretch) => stretch !== sentence && plainWords(stretch).length <= WORDS_TOGETHER);
    return [...new Set([sentence, ...longer])];
  });
}

export type Nearness = { readonly stretch: string; readonly share: number; readonly shared: number };

/** The stretch of the prose that has most of a secret's telling words, and what share of them. */
export function nearestByWords(
  secret: string,
  stretches: readonly string[],
  facts: NarrationFacts,
): Nearness {
  const telling = tellingStems(secret, facts);
  let nearest: Nearness = { stretch: '', share: 0, shared: 0 };
  for (const stretch of stretches) {
    const stems = contentStems(stretch);
    const shared = [...telling].filter((word) => stems.has(word)).length;
    const share = telling.size === 0 ? 0 : shared / telling.size;
    if (share > nearest.share) nearest = { stretch, share, shared };
  }
  return nearest;
}

/** The words that make it a secret: not what everybody knows, not who is in it. */
function tellingStems(secret: string, facts: NarrationFacts): ReadonlySet<string> {
  const people = [...facts.personas, ...facts.present, ...facts.absent, ...facts.dead];
  const open = new Set(
    [
      ...facts.playerWords,
      ...facts.settled,
      ...people.flatMap(({ name, aliases }) => [name, ...aliases]),
    ].flatMap((text) => [...contentStems(text)]),
  );
  return new Set([...contentStems(secret)].filter((word) => !open.has(word)));
}

export function leak(excerpt: string, how: string): Verdict {
  return grave(
    'secrets',
    excerpt,
    `The narration ${how} what no persona has discovered.`,
    'Remove this without a trace: no hint and no knowing pause in its place.',
  );
}
