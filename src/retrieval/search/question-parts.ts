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

type Ranking = readonly ScoredCandidate[];

/**
 * Computes from 0 to 1 how far the parts of a question ask for different things. It is 0 when the best answer has the
 * words of all parts, and 1 when it has those of one alone.
 */
function computeVariety(whole: Ranking, parts: readonly Ranking[]): number {
  const best = (ranked: Ranking) => Math.max(0, ...ranked.map(({ candidate }) => candidate.fullText ?? 0));
  const sum = parts.reduce((all, part) => all + best(part), 0);
  if (sum === 0) return parts.some(({ length }) => length > 0) ? 1 : 0;
  return Math.min(1, Math.max(0, (1 - best(whole) / sum) / (1 - 1 / parts.length)));
}

/** Computes how far the best answer to a part stands out by its meaning: a part that asks for nothing has none that does. */
function computeDistinctness(part: Ranking): number {
  const cosines = part.flatMap(({ candidate }) => candidate.cosine ?? []).sort((a, b) => b - a);
  return (cosines[0] ?? 0) - (cosines[Math.floor(cosines.length / 2)] ?? 0);
}

/** Gives each part its share in the score: the more, the more its best answer stands out. */
function shareOut(parts: readonly Ranking[]): readonly number[] {
  const each = parts.map(computeDistinctness);
  const sum = each.reduce((all, one) => all + one, 0);
  return each.map((one) => (sum === 0 ? 1 / parts.length : one / sum));
}

/**
 * Blends the ranking of a whole question with those of its parts in packs. The parts count the more, the more they ask for
 * different things. What answers one part well stays visible beside what has a little of everything, and what answers several
 * parts stays first. The best of packs keeps its score beside history.
 */
export function blendRankings(whole: Ranking, parts: readonly Ranking[]): Ranking {
  if (parts.length === 0) return whole;
  const { authored = [], history = [] } = Object.groupBy(
    whole,
    ({ candidate: { relations } }) => relations.source,
  );
  const blended = new Map<string, ScoredCandidate>();
  const add = (ranked: Ranking, share: number) => {
    for (const one of ranked) {
      const key = `${one.candidate.table} ${one.candidate.id}`;
      const known = blended.get(key) ?? { ...one, score: 0 };
      blended.set(key, { ...known, score: known.score + share * one.score });
    }
  };
  const variety = computeVariety(authored, parts);
  const shares = shareOut(parts);
  add(authored, 1 - variety);
  for (const [number, part] of parts.entries()) add(part, variety * (shares[number] ?? 0));
  const scored = [...blended.values()];
  const most = Math.max(...scored.map(({ score }) => score));
  const scale = (authored[0]?.score ?? most) / most;
  return [...scored.map((one) => ({ ...one, score: one.score * scale })), ...history].sort(
    (a, b) => b.score - a.score || (a.candidate.id < b.candidate.id ? -1 : 1),
  );
}
