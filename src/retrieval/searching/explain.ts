import { allOf, type Condition, isAbout } from '../lance/condition.ts';
import type { Tables } from '../lance/tables.ts';
import { sqlOf } from '../lance/where.ts';
import type { Focus } from '../lore-query.ts';
import type { ConsideredChunk, LoreExplanation } from '../lore-result.ts';
import { type Reach, visible } from './reach.ts';

type Told = {
  readonly words: readonly string[];
  readonly focus: Focus;
  readonly considered: readonly ConsideredChunk[];
  /** Whether the counts of what was kept back may be told. */
  readonly toGm: boolean;
};

/** What the filter left, what it kept back, and how those that were ranked did. */
export async function explain(
  tables: Tables,
  reaches: readonly Reach[],
  { words, focus, considered, toGm }: Told,
): Promise<LoreExplanation> {
  const count = (where: (reach: Reach) => Condition | null) => countAll(tables, reaches, where);
  const [seen, inFocus, wanted, ofBranch, everything] = await Promise.all([
    count(visible),
    count((reach) => allOf(visible(reach), isAbout(focus))),
    count((reach) => allOf(visible(reach), reach.asked)),
    toGm ? count(({ branch }) => branch) : 0,
    toGm ? count(() => null) : 0,
  ]);
  return {
    words: words.join(' '),
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
  tables: Tables,
  reaches: readonly Reach[],
  where: (reach: Reach) => Condition | null,
): Promise<number> {
  const counts = reaches.map(async (reach) => {
    const table = await tables.serving(reach.table);
    const condition = where(reach);
    return table === null ? 0 : table.countRows(condition === null ? undefined : sqlOf(condition));
  });
  return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
}
