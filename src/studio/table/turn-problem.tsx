import type { TurnProblem } from './live-turn.ts';

type Props = {
  readonly problem: TurnProblem;
  readonly onRetry: () => void;
  readonly onDismiss: () => void;
};

const TITLES: Readonly<Record<string, string>> = {
  MODEL_REFUSED: 'The model declined to tell this',
  NARRATION_REFUSED: 'The narration did not pass the checks',
  CONTENT_REFUSED: 'This is beyond the limits of the table',
  MODEL_UNAVAILABLE: 'The model cannot be reached',
  MODEL_FAILED: 'The model did not answer',
  MODEL_OUTPUT_INVALID: 'The model gave an answer that cannot be used',
  BUDGET_EXCEEDED: 'The budget is used up',
  SERVER_LOST: 'The server stopped in the middle of the turn',
  SERVER_STOPPING: 'The server is stopping',
  STORE_UNAVAILABLE: 'The server cannot save',
  STATE_OUT_OF_SYNC: 'The world contradicts itself',
  STORY_ENDED: 'The story has ended',
};

/** A turn that failed. Nothing of it happened; it can be tried again or put differently. */
export function TurnProblemBox({ problem, onRetry, onDismiss }: Props) {
  return (
    <div className="box box-problem" role="alert">
      <h2>{TITLES[problem.code] ?? 'This turn failed'}</h2>
      <p>{problem.message}</p>
      <p className="hint">Nothing has happened in the story.</p>
      <div className="row">
        {problem.retryable ? (
          <button type="button" className="primary" onClick={onRetry}>
            Try again
          </button>
        ) : null}
        <button type="button" onClick={onDismiss}>
          Do something else
        </button>
      </div>
    </div>
  );
}
