import type { Mechanics } from '#engine/rules/mechanics.ts';

/** The checks a narration goes through, by the names rulesets set their policies under. */
export type CheckName = keyof Mechanics['on_finding'];

/**
 * One thing that is wrong with a narration. `grave` is a broken rule and goes by the ruleset's policy; `slight` is
 * told to whoever reads the recording and never held against a turn.
 */
export type Verdict = {
  readonly check: CheckName;
  readonly severity: 'grave' | 'slight';
  /** The words that broke the rule, as they stand in the prose. */
  readonly excerpt: string;
  readonly explanation: string;
  /** What the rewriting model should do about it. It names no secret. */
  readonly repairHint: string;
};

const LONGEST_EXCERPT = 160;

export function grave(check: CheckName, excerpt: string, explanation: string, repairHint: string): Verdict {
  return { check, severity: 'grave', excerpt: shortened(excerpt), explanation, repairHint };
}

/** The same for what is only remarked. */
export function slight(check: CheckName, excerpt: string, explanation: string, repairHint: string): Verdict {
  return { check, severity: 'slight', excerpt: shortened(excerpt), explanation, repairHint };
}

function shortened(excerpt: string): string {
  const line = excerpt.replace(/\s+/g, ' ').trim();
  return line.length <= LONGEST_EXCERPT ? line : `${line.slice(0, LONGEST_EXCERPT - 1)}…`;
}

export function graveOf(verdicts: readonly Verdict[]): readonly Verdict[] {
  return verdicts.filter(({ severity }) => severity === 'grave');
}

/** The names under which readers are told what is wrong with a narration, each once. */
export function flagsOf(verdicts: readonly Verdict[]): readonly CheckName[] {
  return [...new Set(graveOf(verdicts).map(({ check }) => check))];
}
