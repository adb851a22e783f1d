import { splitSentences } from '#engine/util/split-sentences.ts';
import type { Finding } from './decide-on-findings.ts';
import type { PreparedFacts } from './exact-checks.ts';
import { splitNorms } from './split-text.ts';

/** Returns vectors of length 1, one for each text, in order: `lore.meaningsOf`. */
export type Embed = (texts: readonly string[]) => Promise<readonly Float32Array[]>;

/** A sentence that shares words with a secret and means nearly what it says. */
export type SimilarityRemark = {
  readonly secret: string;
  /** Verbatim from the prose. */
  readonly sentence: string;
  /** Amount by which the sentence is nearer to the secret than to anything players know. */
  readonly margin: number;
  /** Share of the secret's words, by weight, that the sentence has. */
  readonly support: number;
};

/** Pairs of a secret and a sentence that are looked at, and known sentences they are held against; it bounds time and cost. */
const MOST_PAIRS = 8;
const MOST_KNOWN = 24;
/** With fewer known texts there is nothing to hold a similarity against. */
const FEWEST_KNOWN = 3;
const LEAST_MARGIN = 0.05;
/** With less support a similarity is no finding, so no vectors are made. */
const LEAST_SUPPORT = 0.4;

type Pair = Pick<SimilarityRemark, 'secret' | 'sentence' | 'support'>;

/**
 * Finds near-paraphrases of secrets by their vectors. Only pairs that share words are compared: a paraphrase in quite other words is
 * for the judge to find. A similarity says little by itself: all sentences of one story are alike. So each pair is held against
 * known sentences: the sentence must lie nearer to the secret than every one of them lies to either.
 */
export async function findSimilarSecrets(
  prose: string,
  { facts, secrets }: PreparedFacts,
  embed: Embed,
): Promise<readonly SimilarityRemark[]> {
  const pairs = choosePairs(splitSentences(prose), secrets);
  if (pairs.length === 0) return [];
  const known = chooseKnown(facts.known, pairs);
  if (known.length < FEWEST_KNOWN) return [];
  const texts = [...new Set([...pairs.flatMap(({ secret, sentence }) => [secret, sentence]), ...known])];
  const vectors = await embed(texts);
  const vectorOf = new Map(texts.map((text, at) => [text, vectors[at]]));
  const nearestKnown = (text: string) =>
    Math.max(...known.map((other) => measureCosine(vectorOf.get(text), vectorOf.get(other))));
  return pairs.flatMap(({ secret, sentence, support }): readonly SimilarityRemark[] => {
    const usual = Math.max(nearestKnown(secret), nearestKnown(sentence));
    const margin = measureCosine(vectorOf.get(secret), vectorOf.get(sentence)) - usual;
    return margin >= LEAST_MARGIN ? [{ secret, sentence, margin, support }] : [];
  });
}

/** Chooses the pairs that share most words, by weight. Takes time in proportion to sentences and units of secrets. */
function choosePairs(sentences: readonly string[], { units }: PreparedFacts['secrets']): readonly Pair[] {
  return sentences
    .flatMap((sentence) => {
      const words = wordsIn(sentence);
      const supports = new Map<string, number>();
      for (const unit of units) {
        const support = measureSupport(unit, words);
        if (support >= Math.max(LEAST_SUPPORT, supports.get(unit.secret) ?? 0))
          supports.set(unit.secret, support);
      }
      return [...supports].map(([secret, support]) => ({ secret, sentence, support }));
    })
    .toSorted((one, other) => other.support - one.support)
    .slice(0, MOST_PAIRS);
}

/** Chooses the known sentences that share most words with the pairs: the nearest in meaning are among them. */
function chooseKnown(known: readonly string[], pairs: readonly Pair[]): readonly string[] {
  const sought = new Set(pairs.flatMap(({ secret, sentence }) => [...wordsIn(secret), ...wordsIn(sentence)]));
  const sentences = [...new Set(known.flatMap((text) => splitSentences(text)))];
  return sentences
    .filter((sentence) => sentence.trim() !== '')
    .map((sentence) => ({ sentence, shared: countShared(wordsIn(sentence), sought) }))
    .toSorted((one, other) => other.shared - one.shared)
    .slice(0, MOST_KNOWN)
    .map(({ sentence }) => sentence);
}

function countShared(words: ReadonlySet<string>, sought: ReadonlySet<string>): number {
  return [...words].filter((word) => sought.has(word)).length;
}

function wordsIn(text: string): ReadonlySet<string> {
  return new Set(splitNorms(text));
}

export function toFindings(remarks: readonly SimilarityRemark[]): readonly Finding[] {
  return remarks.map(({ sentence }) => ({
    kind: 'secrets',
    quote: sentence.trim(),
    explanation: 'It tells, in other words, something the players have not discovered.',
    source: 'exact',
  }));
}

/** Measures the share of a secret's unit that these words have, by weight. */
function measureSupport(
  { words: own, weights, total }: PreparedFacts['secrets']['units'][number],
  words: ReadonlySet<string>,
): number {
  if (total === 0) return 0;
  return own.reduce((sum, word, at) => sum + (words.has(word) ? (weights[at] ?? 0) : 0), 0) / total;
}

function measureCosine(one: Float32Array | undefined, other: Float32Array | undefined): number {
  if (one === undefined || other === undefined) return Number.NaN;
  let sum = 0;
  for (let at = 0; at < one.length; at += 1) sum += (one[at] ?? 0) * (other[at] ?? 0);
  return sum;
}
