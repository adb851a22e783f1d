import type { ScoredCandidate } from '../ranking/candidate.ts';
import { listContentWords } from '../ranking/content-words.ts';

const sentences = new Intl.Segmenter('und', { granularity: 'sentence' });

/** Fewer words ask for nothing by themselves. */
const LEAST_WORDS = 2;
/** A text of more parts, or a longer one, tells of one thing rather than asking for several. */
const MOST_PARTS = 8;
const MOST_CHARACTERS = 4_000;

/**
 * Lists the lines and sentences of a question, which may ask for several things; empty when it has one part only, or too
 * many.
 */
export function listQuestionParts(text: string): readonly string[] {
  if (text.length > MOST_CHARACTERS) return [];
  const parts = text
    .split('\n')
    .flatMap((line) => Array.from(sentences.segment(line), ({ segment }) => segment.trim()))
    .filter((part) => new Set(listContentWords(part)).size >= LEAST_WORDS);
  return parts.length > 1 && parts.length <= MOST_PARTS ? parts : [];
}

/**
 * Blends the ranking of a whole question with those of its parts in packs, by weight. What answers one part well stays
 * visible beside what has a little of everything, and what answers several parts stays first. The best of packs keeps its
 * score beside history.
 */
export function blendRankings(
  whole: readonly ScoredCandidate[],
  parts: readonly (readonly ScoredCandidate[])[],
  weight: number,
): readonly ScoredCandidate[] {
  if (parts.length === 0) return whole;
  const { authored = [], history = [] } = Object.groupBy(
    whole,
    ({ candidate: { relations } }) => relations.source,
  );
  const blended = new Map<string, ScoredCandidate>();
  const add = (ranked: readonly ScoredCandidate[], share: number) => {
    for (const one of ranked) {
      const key = `${one.candidate.table} ${one.candidate.id}`;
      const known = blended.get(key) ?? { ...one, score: 0 };
      blended.set(key, { ...known, score: known.score + share * one.score });
    }
  };
  add(authored, 1 - weight);
  for (const part of parts) add(part, weight / parts.length);
  const scored = [...blended.values()];
  const most = Math.max(...scored.map(({ score }) => score));
  const scale = (authored[0]?.score ?? most) / most;
  return [...scored.map((one) => ({ ...one, score: one.score * scale })), ...history].sort(
    (a, b) => b.score - a.score || (a.candidate.id < b.candidate.id ? -1 : 1),
  );
}
