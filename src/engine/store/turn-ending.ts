import type { NewEventRow } from './event-rows.ts';
import type { HistoryRecord } from './history-rows.ts';
import type { NewJob } from './jobs.ts';
import type { TurnRows } from './turn-rows.ts';
import type { DmAnswer, Suspension, TurnFailure, TurnInput } from './turns.ts';

/** What every ending leaves behind. */
export type Ending = {
  /** JSON in UTF-8. */
  readonly recording: { readonly id: string; readonly content: Buffer };
  readonly events: readonly NewEventRow[];
  readonly at: Date;
};

/** Everything a turn leaves behind when it succeeds. */
export type Commit = Ending & {
  readonly scene: {
    readonly id: string;
    readonly snapshot: unknown;
    readonly narration: string;
    /** The checks the narration did not pass; none unless said. */
    readonly flags?: readonly string[];
    /** Where in the stream the dice of the next turn stand; behind the scene's own index unless said. */
    readonly diceIndex?: number;
  };
  /** What was known of the scene's lore; null when nothing was looked up. */
  readonly sceneLore: object | null;
  readonly rows: TurnRows;
  /** The input with the mode it was read as, when the Reading changed it. */
  readonly input?: TurnInput;
  /** What the game master alone is told of it; absent where there is nothing of the kind. */
  readonly report?: string;
  /** What is to be done about it afterwards. */
  readonly jobs: readonly NewJob[];
  /** What is to be indexed. */
  readonly history: readonly HistoryRecord[];
};

/** Everything a turn leaves behind when it fails: never a scene. */
export type Failing = Ending & { readonly failure: TurnFailure };
export type Answering = Ending & { readonly answer: DmAnswer };
export type Suspending = Ending & { readonly suspension: Suspension };
export type Cancelling = Ending;
