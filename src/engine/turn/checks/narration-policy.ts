import type { Mechanics } from '#engine/rules/mechanics.ts';
import type { CheckName, Verdict } from './verdict.ts';

/** How a ruleset wants its narration let out, and what it wants done about each kind of fault. */
export type NarrationPolicy = {
  readonly release: Mechanics['release'];
  readonly onViolation: Mechanics['on_finding'];
};

export function narrationPolicyOf({
  release,
  on_finding,
}: Pick<Mechanics, 'release' | 'on_finding'>): NarrationPolicy {
  return { release, onViolation: on_finding };
}

export type Decision = 'deliver' | 'repair' | 'flag' | 'fail';

/**
 * What is done with a narration the checks found this in. The first time `repair` and `fail` both ask for the one repair; after
 * it what is still wrong is delivered with a flag or ends the turn. Slight remarks change nothing.
 */
export function decideOn(
  verdicts: readonly Verdict[],
  { onViolation }: NarrationPolicy,
  stage: 'first' | 'repaired',
): Decision {
  const policies = graveChecks(verdicts).map((check) => onViolation[check]);
  if (policies.length === 0) return 'deliver';
  if (stage === 'first') return policies.every((policy) => policy === 'flag') ? 'flag' : 'repair';
  return policies.includes('fail') ? 'fail' : 'flag';
}

function graveChecks(verdicts: readonly Verdict[]): readonly CheckName[] {
  return verdicts.filter(({ severity }) => severity === 'grave').map(({ check }) => check);
}
