import { combineAll, matchSubjects, type RowCondition, toSql } from '../index/condition.ts';
import type { LanceTables } from '../index/tables.ts';
import type { LoreFocus } from '../lore-query.ts';
import type {
  ConsideredChunk,
  FoundChunk,
  LoreExplanation,
  LoreHit,
  RankingSignals,
  SelectionVerdict,
} from '../lore-result.ts';
import { buildVisibleCondition, type TableScope } from './table-scope.ts';

export type RankedChunk = {
  readonly chunk: FoundChunk;
  readonly score: number;
  readonly signals: RankingSignals;
};

type HitSelection = {
  readonly hits: readonly LoreHit[];
  readonly totalTokens: number;
  readonly considered: readonly ConsideredChunk[];
};

/**
 * Takes the best until the limit or the budget is reached. One that does not fit is passed over: a smaller one further
 * down may still be worth its place.
 */
export function selectWithinBudget(
  ranked: readonly RankedChunk[],
  limit: number,
  maxTokens: number,
): HitSelection {
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

/** Verdicts on what was ranked. Only lore keys keep a piece out before. */
type RankedVerdict = Exclude<SelectionVerdict, 'kept-out'>;

function verdictOn(isFull: boolean, isTooLong: boolean): RankedVerdict {
  if (isFull) return 'beyond-limit';
  return isTooLong ? 'over-budget' : 'taken';
}

function consideration(
  { chunk, score, signals }: RankedChunk,
  verdict: RankedVerdict,
  left: number,
): ConsideredChunk {
  const { id, source, title, tokens } = chunk;
  const why = `${reasons(signals)}; ${VERDICTS[verdict](tokens, left)}`;
  return { id, source, title, tokens, score, signals, verdict, why };
}

const VERDICTS: Readonly<Record<RankedVerdict, (tokens: number, left: number) => string>> = {
  taken: (tokens, left) => `taken for ${tokens} tokens, ${left} left`,
  'over-budget': (tokens, left) => `left out: ${tokens} tokens, but only ${left} left`,
  'beyond-limit': () => 'left out: enough better ones were found',
};

function reasons({ fullText, vector, kin, inFocus }: RankingSignals): string {
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

type Told = {
  readonly words: readonly string[];
  readonly focus: LoreFocus;
  readonly considered: readonly ConsideredChunk[];
  /** Whether the counts of what was kept back may be told. */
  readonly toGm: boolean;
};

/** Explains a search: rows left by the filter, rows it kept back, and the scores of the ranked ones. */
export async function explainSearch(
  tables: LanceTables,
  scopes: readonly TableScope[],
  { words, focus, considered, toGm }: Told,
): Promise<LoreExplanation> {
  const count = (where: (scope: TableScope) => RowCondition | null) => countAll(tables, scopes, where);
  const [seen, inFocus, wanted, ofBranch, everything] = await Promise.all([
    count(buildVisibleCondition),
    count((scope) => combineAll(buildVisibleCondition(scope), matchSubjects(focus))),
    count((scope) => combineAll(buildVisibleCondition(scope), scope.asked)),
    toGm ? count(({ branch }) => branch) : 0,
    toGm ? count(() => null) : 0,
  ]);
  return {
    words: [...new Set(words)].join(' '),
    visible: seen,
    inFocus,
    excluded: {
      byId: seen - wanted,
      hidden: toGm ? ofBranch - seen : null,
      otherBranches: toGm ? everything - ofBranch : null,
    },
    considered,
  };
}

async function countAll(
  tables: LanceTables,
  scopes: readonly TableScope[],
  where: (scope: TableScope) => RowCondition | null,
): Promise<number> {
  const counts = scopes.map(async (scope) => {
    const table = await tables.serving(scope.table);
    const condition = where(scope);
    return table === null ? 0 : table.countRows(condition === null ? undefined : toSql(condition));
  });
  return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
}
