import type { Candidate, CandidateRelations } from './candidate.ts';
import { foldText, listWords, stemWord } from './content-words.ts';
import type { RankingWeights } from './weights.ts';

/**
 * Computes from 0 to 1 how far a text shows that the question's words are the right ones: the larger the share of them it
 * has, and the more they are. One word of four may be a stray one; ten of forty are not.
 */
export function computeWordTrust(words: readonly string[], text: string): number {
  const asked = new Set(words.map((word) => stemWord(foldText(word))));
  if (asked.size === 0) return 0;
  const said = new Set(listWords(foldText(text)).map(stemWord));
  const matched = [...asked].filter((word) => said.has(word)).length;
  return 1 - (1 - matched / asked.size) ** matched;
}

/** From so many scores on a ranking shows how it falls off. */
export const LEAST_SCORES = 20;

/** Lists the best scores of one ranking in one corpus, best first. */
export function listBestScores(
  candidates: readonly Candidate[],
  ranking: 'fullText' | 'cosine',
  source: CandidateRelations['source'],
  depth: number,
): number[] {
  const scores = candidates.flatMap((one) => (one.relations.source === source ? (one[ranking] ?? []) : []));
  return scores.sort((a, b) => b - a).slice(0, depth);
}

/** Computes by how many standard deviations the best score is above the mean of its ranking. */
function computeContrast(scores: readonly number[]): number {
  const mean = scores.reduce((sum, score) => sum + score, 0) / scores.length;
  const variance = scores.reduce((sum, score) => sum + (score - mean) ** 2, 0) / scores.length;
  return variance === 0 ? 0 : ((scores[0] ?? 0) - mean) / Math.sqrt(variance);
}

/**
 * Computes the vectors' share in the score of a pack's chunks, for one question. The full text counts the less, the less
 * its best answers show that the words are the right ones. The ranking whose best answer stands out more counts more, by as
 * much.
 */
export function computeVectorWeight(
  candidates: readonly Candidate[],
  { vector, depth, doubtsWords, comparesContrast }: RankingWeights['authored'],
): number {
  const known = candidates.flatMap(({ wordTrust }) => wordTrust ?? []);
  const trust = doubtsWords && known.length > 0 ? Math.max(...known) : 1;
  const words = listBestScores(candidates, 'fullText', 'authored', depth);
  const meanings = listBestScores(candidates, 'cosine', 'authored', depth);
  const isComparable = comparesContrast && Math.min(words.length, meanings.length) >= LEAST_SCORES;
  const contrast = isComparable ? computeContrast(words) / (computeContrast(meanings) || 1) : 1;
  const fullText = (1 - vector) * trust * contrast;
  return vector / (vector + fullText || 1);
}
