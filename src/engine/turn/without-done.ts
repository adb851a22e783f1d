import type { ProposedOperation } from '#engine/llm/narrate-outcome.ts';

/** What the rules themselves have done in a turn: whom a blow has hurt, and who has made a death save. */
export type SettledByRules = { readonly harmed: readonly string[]; readonly deathSaves: readonly string[] };

/** Parts proposals that would do a second time what the rules have done from those that may stand. */
export function withoutDone(
  proposals: readonly ProposedOperation[],
  settled: SettledByRules | null,
): { readonly kept: readonly ProposedOperation[]; readonly dropped: readonly ProposedOperation[] } {
  if (settled === null) return { kept: proposals, dropped: [] };
  const { harmed, deathSaves } = settled;
  const isDone = (proposal: ProposedOperation): boolean => {
    switch (proposal.op) {
      case 'deal_damage':
        return harmed.some((id) => id === proposal.targetId);
      case 'make_death_save':
        return deathSaves.some((id) => id === proposal.characterId);
      case 'advance_combat':
        return true;
      default:
        return false;
    }
  };
  return {
    kept: proposals.filter((proposal) => !isDone(proposal)),
    dropped: proposals.filter(isDone),
  };
}
