import { stringifyDocument } from '@urql/core';
import { useState } from 'react';
import type { SentOperation } from '../api/use-operation.ts';
import { Modal } from './modal.tsx';

type Props = { readonly name: string; readonly operation: SentOperation; readonly onClose: () => void };

/** Shows a request with its real ids: to read, to copy as a command, to open in GraphiQL. */
export function OperationDialog({ name, operation, onClose }: Props) {
  const query = stringifyDocument(operation.document).replace(/^# .*\n/, '');
  const variables = JSON.stringify(operation.variables ?? {}, null, 2);
  const graphiql = `${operation.endpoint}?${new URLSearchParams({ query, variables })}`;
  return (
    <Modal title={`The operation of ${name}`} onClose={onClose} isWide>
      <div className="row">
        <CopyButton label="Copy as curl" text={toCurl(operation.endpoint, query, operation.variables)} />
        <CopyButton label="Copy the query" text={query} />
        <a className="button" href={graphiql} target="_blank" rel="noreferrer">
          Open in GraphiQL
        </a>
      </div>
      <h3>Query</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard. */}
      <pre className="code" tabIndex={0}>
        {query}
      </pre>
      <h3>Variables</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard. */}
      <pre className="code" tabIndex={0}>
        {variables}
      </pre>
    </Modal>
  );
}

/** Copies a text and says so. */
function CopyButton({ label, text }: { readonly label: string; readonly text: string }) {
  const [said, setSaid] = useState(label);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setSaid('Copied');
    } catch {
      setSaid('The browser does not let me copy');
    }
  };
  return (
    <button type="button" onClick={() => void copy()} data-copies={text}>
      {said}
    </button>
  );
}

/** Writes a request as a command. The token is left as a variable of the shell. */
function toCurl(endpoint: string, query: string, variables: SentOperation['variables']): string {
  const body = JSON.stringify({ query, variables: variables ?? {} }).replaceAll("'", `'\\''`);
  const url = new URL(endpoint, location.href).href;
  return `curl -s ${url} -H 'content-type: application/json' -H "authorization: Bearer $TOKEN" -d '${body}'`;
}
