import type { ReactNode } from 'react';
import { Empty } from './notices.tsx';

type LinesProps = { readonly lines: readonly string[]; readonly nothing: string };

/** A list of sentences, or a sentence that says why it is empty. */
export function Lines({ lines, nothing }: LinesProps) {
  if (lines.length === 0) return <Empty>{nothing}</Empty>;
  return (
    <ul className="things">
      {lines.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: sentences may be equal; their order is their identity.
        <li key={index}>{line}</li>
      ))}
    </ul>
  );
}

type TermProps = { readonly label: string; readonly lines: readonly string[] };

/** A heading with its sentences; nothing when there are none. */
export function Terms({ label, lines }: TermProps) {
  if (lines.length === 0) return null;
  return (
    <>
      <h3>{label}</h3>
      <ul className="plain-list">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </>
  );
}

type EntryProps = {
  readonly title: string;
  readonly tag?: string | null;
  readonly children?: ReactNode;
};

/** An entry of a list: a title, a mark, and what is to be said of it. */
export function Entry({ title, tag = null, children }: EntryProps) {
  return (
    <li className="entry">
      <p>
        <strong>{title}</strong> {tag === null ? null : <span className="tag">{tag}</span>}
      </p>
      {children}
    </li>
  );
}
