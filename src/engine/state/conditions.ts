import { Srd5eCondition } from '#engine/rules/srd5e-condition.ts';
import type { Character } from './record.ts';

/** All that ails a character: its own conditions, and those its stat block keeps by the SRD. */
export function conditionsOf({ conditions, stats }: Character): Character['conditions'] {
  if (!Array.isArray(stats.conditions) || stats.conditions.length === 0) return conditions;
  const listed = stats.conditions.flatMap((entry: unknown) => {
    const parsed = Srd5eCondition.safeParse(entry);
    if (!parsed.success) return [];
    const { name, source, ends } = parsed.data;
    return [{ name, source, ...(ends.when === 'time' && { until: ends.at }) }];
  });
  return [...conditions, ...listed];
}
