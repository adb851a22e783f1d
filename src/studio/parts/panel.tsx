import { lazy, type ReactNode, Suspense, useId, useState } from 'react';
import type { SentOperation } from '../api/use-operation.ts';

const OperationDialog = lazy(() =>
  import('./operation-dialog.tsx').then((part) => ({ default: part.OperationDialog })),
);

type OperationProps = { readonly name: string; readonly operation: SentOperation };

/** Opens the GraphQL that a panel used. */
export function OperationButton({ name, operation }: OperationProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className="quiet operation"
        title={`Show the operation of ${name}`}
        aria-label={`Show the operation of ${name}`}
        onClick={() => setOpen(true)}
      >
        {'{ }'}
      </button>
      {isOpen ? (
        <Suspense fallback={null}>
          <OperationDialog name={name} operation={operation} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}

type PanelProps = {
  readonly title: string;
  readonly operation?: SentOperation;
  readonly children: ReactNode;
};

/** A titled part of a page. */
export function Panel({ title, operation, children }: PanelProps) {
  const titleId = useId();
  return (
    <section className="panel" aria-labelledby={titleId}>
      <header className="panel-head">
        <h2 id={titleId}>{title}</h2>
        {operation === undefined ? null : <OperationButton name={title} operation={operation} />}
      </header>
      {children}
    </section>
  );
}
