import type { TurnEventBody } from '#engine/live/turn-event.ts';
import type { Lease } from '#engine/store/leases.ts';
import type { DmAnswer, Suspension, TurnFailure } from '#engine/store/turns.ts';
import type { TurnRows } from './context.ts';
import type { Recorder } from './recorder.ts';
import { plain } from './witness.ts';

/** What an attempt at a turn came to. */
export type AttemptOutcome =
  | {
      readonly type: 'committed';
      readonly sceneId: string;
      readonly sceneIndex: number;
      readonly narration: string;
      readonly rows: TurnRows;
      /** What became of a command. */
      readonly report?: string;
    }
  | { readonly type: 'answered'; readonly answer: DmAnswer }
  | { readonly type: 'suspended'; readonly suspension: Suspension }
  | { readonly type: 'failed'; readonly failure: TurnFailure }
  | { readonly type: 'cancelled' };

/** What is left of an attempt that came to nothing. */
export type Remains = {
  readonly recorder: Recorder;
  /** What its readers should have heard before they hear of its end. */
  readonly unheard: readonly TurnEventBody[];
};

/** What a recording says of its attempt beside what happened in it: whose it is, what it began with, how it ended. */
export function attemptEnded({ turn, session }: Lease, outcome: AttemptOutcome, at: Date): object {
  return {
    version: 1,
    turn: plain(turn),
    session: plain(session),
    outcome,
    endedAt: at.toISOString(),
  };
}
