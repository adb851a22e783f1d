import type { PreparedFacts } from './exact-checks.ts';
import type { Finding } from './finding.ts';
import { splitSentences } from './sentences.ts';
import { splitWords } from './words.ts';

/** Returns vectors of length 1, one for each text, in order: `lore.meaningsOf`. */
export type Embed = (texts: readonly string[]) => Promise<readonly Float32Array[]>;

/** A sentence that means nearly what a secret says. A remark for the recording; alone it never stops, repairs or blanks anything. */
export type SimilarityRemark = {
  readonly secret: string;
  /** Verbatim from the prose. */
  readonly sentence: string;
  /** How much nearer the sentence lies to the secret than anything players know does. */
  readonly margin: number;
  /** Share of the secret's words, by weight, that the sentence has. */
  readonly support: number;
};

/** Texts embedded at most, of each sort; it bounds time and cost. Known texts are taken from the end, where the newest stand. */
const MOST_SENTENCES = 80;
const MOST_SECRETS = 60;
const MOST_KNOWN = 60;
/** With fewer known texts there is nothing to hold a similarity against. */
const FEWEST_KNOWN = 3;
const LEAST_MARGIN = 0.05;
/** From this support on, a remark is a finding. */
const LEAST_SUPPORT = 0.4;

/**
 * Finds near-paraphrases of secrets by their vectors. A similarity says little by itself: all sentences of one story are alike. So
 * each pair is held against the known texts: the sentence must lie nearer to the secret than every known text lies to either.
 */
export async function findSimilarSecrets(
  prose: string,
  { facts, secrets }: PreparedFacts,
  embed: Embed,
): Promise<readonly SimilarityRemark[]> {
  const sentences = splitSentences(prose).slice(0, MOST_SENTENCES);
  const hidden = [...new Set(secrets.units.map(({ secret }) => secret))].slice(0, MOST_SECRETS);
  const known = [...new Set(facts.known)].filter((text) => text.trim() !== '').slice(-MOST_KNOWN);
  if (hidden.length === 0 || sentences.length === 0 || known.length < FEWEST_KNOWN) return [];
  const texts = [...new Set([...sentences, ...hidden, ...known])];
  const vectors = await embed(texts);
  const vectorOf = new Map(texts.map((text, at) => [text, vectors[at]]));
  const nearestKnown = (text: string) =>
    Math.max(...known.map((other) => measureCosine(vectorOf.get(text), vectorOf.get(other))));
  const baselines = new Map([...hidden, ...sentences].map((text) => [text, nearestKnown(text)]));
  return hidden.flatMap((secret) =>
    sentences.flatMap((sentence): readonly SimilarityRemark[] => {
      const usual = Math.max(baselines.get(secret) ?? 1, baselines.get(sentence) ?? 1);
      const margin = measureCosine(vectorOf.get(secret), vectorOf.get(sentence)) - usual;
      if (!(margin >= LEAST_MARGIN)) return [];
      return [{ secret, sentence, margin, support: measureSupport(secret, sentence, secrets) }];
    }),
  );
}

/** Turns remarks into findings where the words support the vectors. */
export function toSupportedFindings(remarks: readonly SimilarityRemark[]): readonly Finding[] {
  const supported = remarks.filter(({ support }) => support >= LEAST_SUPPORT);
  return supported.map(({ sentence }) => ({
    kind: 'secrets',
    quote: sentence.trim(),
    explanation: 'It tells, in other words, something the players have not discovered.',
    source: 'exact',
  }));
}

/** The greatest share of a sentence of the secret that the prose's sentence has, by weight of words. */
function measureSupport(secret: string, sentence: string, { units }: PreparedFacts['secrets']): number {
  const words = new Set(splitWords(sentence).map(({ norm }) => norm));
  const shares = units
    .filter((unit) => unit.secret === secret && unit.total > 0)
    .map(({ words: own, weights, total }) => {
      return own.reduce((sum, word, at) => sum + (words.has(word) ? (weights[at] ?? 0) : 0), 0) / total;
    });
  return Math.max(0, ...shares);
}

function measureCosine(one: Float32Array | undefined, other: Float32Array | undefined): number {
  if (one === undefined || other === undefined) return Number.NaN;
  let sum = 0;
  for (let at = 0; at < one.length; at += 1) sum += (one[at] ?? 0) * (other[at] ?? 0);
  return sum;
}
