import type { CallRecord } from '#engine/llm/recording.ts';

/** One model call as figures and names, without a word of what was asked or answered. */
export type ObservedCall = Pick<
  CallRecord,
  | 'step'
  | 'purpose'
  | 'modelKey'
  | 'provider'
  | 'startedAt'
  | 'firstDeltaMs'
  | 'durationMs'
  | 'usage'
  | 'cost'
> & {
  readonly ending: CallRecord['end']['type'];
  /** Fault from outside; null when there was none. */
  readonly fault: string | null;
};

/** Told what happens in one attempt at a turn, as it happens. It must not throw: the turn has no use for it. */
export type AttemptObserver = {
  readonly stepStarted: (step: string) => void;
  readonly stepFinished: (step: string, milliseconds: number) => void;
  readonly called: (call: ObservedCall) => void;
  /**
   * Receives one of `SUCCESSFUL_OUTCOMES`, or the code of the failure. Calls of work done after the answer may still follow.
   */
  readonly ended: (outcome: string) => void;
};

/** Outcomes of an attempt in which nothing went wrong: a scene, an answer out of character, a wait, or a cancellation. */
export const SUCCESSFUL_OUTCOMES: readonly string[] = ['committed', 'answered', 'suspended', 'cancelled'];

/** Entry point for counting or tracing turns. Called once for every attempt. */
export type TurnObserver = (attempt: {
  readonly turnId: string;
  readonly sessionId: string;
  readonly attempt: number;
}) => AttemptObserver;

/** Combines several observers into one. */
export function combineObservers(...all: readonly TurnObserver[]): TurnObserver {
  return (attempt) => {
    const watches = all.map((observe) => observe(attempt));
    return {
      stepStarted: (step) => tell(watches, (watch) => watch.stepStarted(step)),
      stepFinished: (step, milliseconds) => tell(watches, (watch) => watch.stepFinished(step, milliseconds)),
      called: (call) => tell(watches, (watch) => watch.called(call)),
      ended: (outcome) => tell(watches, (watch) => watch.ended(outcome)),
    };
  };
}

export function toObservedCall(call: CallRecord): ObservedCall {
  const { step, purpose, modelKey, provider, startedAt, firstDeltaMs, durationMs, usage, cost, end } = call;
  const fault = end.type === 'failed' ? end.fault : null;
  const figures = { startedAt, firstDeltaMs, durationMs, usage, cost };
  return { step, purpose, modelKey, provider, ...figures, ending: end.type, fault };
}

function tell(watches: readonly AttemptObserver[], say: (watch: AttemptObserver) => void): void {
  for (const watch of watches) say(watch);
}
