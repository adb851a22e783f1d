import type { ConsideredChunk, FoundChunk, LoreHit, Signals, Verdict } from '../lore-result.ts';

export type RankedChunk = { readonly chunk: FoundChunk; readonly score: number; readonly signals: Signals };

export type Taken = {
  readonly hits: readonly LoreHit[];
  readonly totalTokens: number;
  readonly considered: readonly ConsideredChunk[];
};

/**
 * Takes the best until the limit or the budget is reached. One that does not fit is passed over: a smaller one further
 * down may still be worth its place.
 */
export function takeWithin(ranked: readonly RankedChunk[], limit: number, maxTokens: number): Taken {
  const hits: LoreHit[] = [];
  const considered: ConsideredChunk[] = [];
  let totalTokens = 0;
  for (const each of ranked) {
    const { tokens } = each.chunk;
    const verdict = verdictOn(hits.length >= limit, totalTokens + tokens > maxTokens);
    if (verdict === 'taken') {
      hits.push(each);
      totalTokens += tokens;
    }
    considered.push(consideration(each, verdict, maxTokens - totalTokens));
  }
  return { hits, totalTokens, considered };
}

function verdictOn(isFull: boolean, isTooLong: boolean): Verdict {
  if (isFull) return 'beyond-limit';
  return isTooLong ? 'over-budget' : 'taken';
}

function consideration(
  { chunk, score, signals }: RankedChunk,
  verdict: Verdict,
  left: number,
): ConsideredChunk {
  const { id, source, title, tokens } = chunk;
  const why = `${reasons(signals)}; ${VERDICTS[verdict](tokens, left)}`;
  return { id, source, title, tokens, score, signals, verdict, why };
}

const VERDICTS: Readonly<Record<Verdict, (tokens: number, left: number) => string>> = {
  taken: (tokens, left) => `taken for ${tokens} tokens, ${left} left`,
  'over-budget': (tokens, left) => `left out: ${tokens} tokens, but only ${left} left`,
  'beyond-limit': () => 'left out: enough better ones were found',
};

function reasons({ fullText, vector, kin, inFocus }: Signals): string {
  const parts = [
    fullText === null ? 'none of the words' : `${ordinal(fullText.rank)} by its words`,
    vector === null ? 'not near in meaning' : `${ordinal(vector.rank)} by its meaning`,
    ...(kin > 0 ? ['lifted by what it belongs to'] : []),
    ...(inFocus ? ['about the moment'] : []),
  ];
  return parts.join(', ');
}

function ordinal(rank: number): string {
  const tens = rank % 100;
  const suffix = tens >= 11 && tens <= 13 ? 'th' : (['th', 'st', 'nd', 'rd'][rank % 10] ?? 'th');
  return `${rank}${suffix}`;
}
