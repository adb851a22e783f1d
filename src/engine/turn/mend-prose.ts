import { decideOn, type NarrationPolicy } from './checks/narration-policy.ts';
import type { Verdict } from './checks/verdict.ts';
import type { Recorder } from './recorder.ts';

/** The prose that stands. */
export type Mended = {
  readonly narration: string;
  /** What is still wrong with it. */
  readonly left: readonly Verdict[];
  /** Whether it broke a rule that is not only flagged, so that somebody was asked to set it right. */
  readonly wasBroken: boolean;
  /** Whether the ruleset will not have it told so. */
  readonly isRefused: boolean;
};

type Uses = {
  readonly recorder: Pick<Recorder, 'verdict'>;
  /** Asks for the one repair there is; null when nothing came of it. */
  readonly repair: () => Promise<string | null>;
  readonly judge: (prose: string) => Promise<readonly Verdict[]>;
};

/** Lets prose in which the checks found this be set right once, where the ruleset wants that, and says what is left. */
export async function mendProse(
  prose: string,
  found: readonly Verdict[],
  policy: NarrationPolicy,
  { recorder, repair, judge }: Uses,
): Promise<Mended> {
  if (decideOn(found, policy, 'first') !== 'repair')
    return { narration: prose, left: found, wasBroken: false, isRefused: false };
  const mended = await repair();
  const left = mended === null ? found : await judge(mended);
  for (const verdict of mended === null ? [] : left) recorder.verdict({ ...verdict, of: 'repair' });
  const isRefused = decideOn(left, policy, 'repaired') === 'fail';
  return { narration: mended ?? prose, left, wasBroken: true, isRefused };
}
