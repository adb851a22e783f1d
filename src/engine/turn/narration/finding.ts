import type { FindingKind } from '#engine/contracts/findings.ts';

/** One fault of a narration. Goes to the game master and to the model that repairs the prose; it never names a secret. */
export type Finding = {
  readonly kind: FindingKind;
  /** The faulty words, verbatim from the prose. Empty when the fault is one of the whole narration. */
  readonly quote: string;
  readonly explanation: string;
  /** `exact`: found by the engine. `judge`: found by a model, with a quotation that was verified. */
  readonly source: 'exact' | 'judge';
};

/** What a ruleset wants done about one kind of finding. */
export type FindingPolicy = 'repair' | 'flag' | 'fail';

/** A policy for each kind, as `mechanics.on_finding` has them. */
export type FindingPolicies = Readonly<Record<FindingKind, FindingPolicy>>;

/** Kinds that must not reach players, even after the last attempt. All others are harmless enough to be told with a flag. */
const HARMFUL: ReadonlySet<FindingKind> = new Set(['secrets', 'boundaries']);

export function isHarmful({ kind }: Pick<Finding, 'kind'>): boolean {
  return HARMFUL.has(kind);
}

/** Whether release stops at this finding: every policy but `flag` asks for a repair first. */
export function stopsRelease({ kind }: Pick<Finding, 'kind'>, policies: FindingPolicies): boolean {
  return policies[kind] !== 'flag';
}
