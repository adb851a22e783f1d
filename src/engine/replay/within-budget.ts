import { Account } from '#engine/llm/purse.ts';
import type { BudgetService } from '#engine/turn/budget-service.ts';

/** The same purses, with one more account in each that all turns of a replay share. */
export function withinBudget(treasury: BudgetService, budgetUsd: number | undefined): BudgetService {
  if (budgetUsd === undefined) return treasury;
  const account = new Account('replay', budgetUsd);
  return { ...treasury, purseFor: async (sessionId) => (await treasury.purseFor(sessionId)).with(account) };
}
