import type { ReactNode } from 'react';
import type { RequestProblem } from '../api/problem.ts';

type ProblemProps = { readonly problem: RequestProblem; readonly onRetry?: (() => void) | undefined };

/** Says what went wrong, and offers another try. */
export function ProblemBox({ problem, onRetry }: ProblemProps) {
  return (
    <div className="box box-problem" role="alert">
      <p>{problem.message}</p>
      {onRetry === undefined ? null : (
        <button type="button" onClick={onRetry}>
          Try again
        </button>
      )}
    </div>
  );
}

/** Says that a list has nothing, and what would fill it. */
export function Empty({ children }: { readonly children: ReactNode }) {
  return <p className="empty">{children}</p>;
}

/** Stands where content will be. */
export function Loading({ label }: { readonly label: string }) {
  return (
    <p className="loading" role="status">
      {label}
    </p>
  );
}
