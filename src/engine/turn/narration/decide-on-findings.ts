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

/** Reaction of a ruleset to one kind of finding. */
type FindingPolicy = 'repair' | 'flag' | 'fail';

/** A policy for each kind, as `mechanics.on_finding` has them. */
export type FindingPolicies = Readonly<Record<FindingKind, FindingPolicy>>;

/** Kinds that must not reach players, even after the last attempt. All others are harmless enough to be told with a flag. */
const HARMFUL: ReadonlySet<FindingKind> = new Set(['secrets', 'boundaries']);

export function isHarmful({ kind }: Pick<Finding, 'kind'>): boolean {
  return HARMFUL.has(kind);
}

/** Tells whether release stops at this finding: every policy but `flag` asks for a repair first. */
export function isReleaseStopped({ kind }: Pick<Finding, 'kind'>, policies: FindingPolicies): boolean {
  return policies[kind] !== 'flag';
}

/**
 * Repair stage of a narration. `first`: a repair can still be requested. `repaired`: it was requested, and the turn can be
 * tried again. `last`: it was requested, and this is the last attempt.
 */
type RepairStage = 'first' | 'repaired' | 'last';

export type FindingsDecision = {
  /**
   * `release`: nothing is wrong. `repair`: ask for the one repair. `flag`: tell it with flags. `remove`: take the sentences of
   * `removed` out, then tell the rest with flags. `fail`: end the attempt, retryable.
   */
  readonly action: 'release' | 'repair' | 'flag' | 'remove' | 'fail';
  /** Findings to take out of the prose; only for `remove`. */
  readonly removed: readonly Finding[];
  /** Kinds that readers are told about, each once. */
  readonly flags: readonly FindingKind[];
  /** Findings that decided the action; a refused turn names their sentences to the game master. */
  readonly decisive: readonly Finding[];
};

/**
 * Decides what is done about findings by the ruleset's policies. After the last attempt nothing fails: harmless findings are told
 * with a flag, secrets and crossed boundaries are removed. So no story can be blocked for ever.
 */
export function decideOnFindings(
  findings: readonly Finding[],
  policies: FindingPolicies,
  stage: RepairStage,
): FindingsDecision {
  const flags = [...new Set(findings.map(({ kind }) => kind))];
  const grave = findings.filter(({ kind }) => policies[kind] !== 'flag');
  const decide = (action: FindingsDecision['action'], decisive: readonly Finding[]): FindingsDecision => {
    return { action, removed: action === 'remove' ? decisive : [], flags, decisive };
  };
  if (findings.length === 0) return decide('release', []);
  if (grave.length === 0) return decide('flag', findings);
  if (stage === 'first') return decide('repair', grave);
  const failing = grave.filter(({ kind }) => policies[kind] === 'fail');
  if (stage === 'repaired' && failing.length > 0) return decide('fail', failing);
  const harmful = grave.filter(isHarmful);
  return harmful.length > 0 ? decide('remove', harmful) : decide('flag', grave);
}
