import { type Audit, readBlocks } from './recorded.ts';

type Props = { readonly audit: Audit; readonly request: unknown };

/** A prompt by scope as a stacked bar, and below it as it was sent, with its cache breakpoints. */
export function PromptBar({ audit, request }: Props) {
  const blocks = readBlocks(request);
  const length = blocks.reduce((sum, { text }) => sum + text.length, 0);
  const total = Math.max(
    1,
    audit.scopes.reduce((sum, { tokens }) => sum + tokens, 0),
  );
  const trimmed = audit.scopes.filter(({ tokens, tokensBefore }) => tokens < tokensBefore);
  return (
    <>
      <p className="hint">{audit.summary}</p>
      <div className="stacked" role="img" aria-label={`Tokens by scope, ${audit.tokens} of ${audit.budget}`}>
        {audit.scopes.map(({ scope, tokens }, index) => (
          <span
            key={scope}
            className={`part part-${index % 6}`}
            style={{ flexGrow: tokens }}
            title={`${scope}: ${tokens} tokens`}
          />
        ))}
      </div>
      <ul className="legend">
        {audit.scopes.map(({ scope, tokens }, index) => (
          <li key={scope}>
            <span className={`swatch part-${index % 6}`} aria-hidden="true" />
            {scope.replaceAll('_', ' ')} <strong>{tokens}</strong>{' '}
            <span className="hint">{Math.round((tokens / total) * 100)} %</span>
          </li>
        ))}
      </ul>
      {length === 0 ? null : (
        <>
          <h3>As it was sent</h3>
          <div className="stacked stacked-thin" role="img" aria-label="Blocks of the request in order">
            {blocks.map(({ role, text, isCached }, index) => (
              <span
                // biome-ignore lint/suspicious/noArrayIndexKey: blocks have no other identity than their place.
                key={index}
                className={`part part-${role} ${isCached ? 'part-break' : ''}`}
                style={{ flexGrow: text.length }}
                title={`${role}, ${text.length} characters${isCached ? ', then a cache breakpoint' : ''}`}
              />
            ))}
          </div>
          <p className="hint">
            {blocks.filter(({ isCached }) => isCached).length} cache breakpoints, drawn as thick lines. System
            blocks first, then the conversation.
          </p>
        </>
      )}
      <h3>Trimmed</h3>
      {trimmed.length === 0 && audit.decisions.length === 0 ? (
        <p className="hint">Nothing was left out.</p>
      ) : null}
      <ul className="things">
        {trimmed.map(({ scope, tokens, tokensBefore }) => (
          <li key={scope}>
            {scope}: {tokensBefore} → {tokens} tokens
          </li>
        ))}
        {[...audit.decisions, ...audit.warnings, ...audit.notes].map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </>
  );
}
