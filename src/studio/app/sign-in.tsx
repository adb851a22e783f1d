import { type FormEvent, useState } from 'react';
import { saveToken } from '../api/token.ts';

/** Asks for the token of a server with accounts. It stays in this tab until the tab is closed. */
export function SignIn({ wasExpired }: { readonly wasExpired: boolean }) {
  const [token, setToken] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (token.trim() !== '') saveToken(token.trim());
  };
  return (
    <main className="page page-narrow">
      <h1>Scenewright</h1>
      {wasExpired ? (
        <p className="box box-problem" role="alert">
          Your token was not accepted. It may have expired or been revoked. Your story is safe; sign in to go
          on.
        </p>
      ) : (
        <p>This server has accounts. Ask the person who runs it for a token.</p>
      )}
      <form className="stack" onSubmit={submit}>
        <label className="field">
          <span>Token</span>
          <input
            type="password"
            autoComplete="off"
            value={token}
            onChange={(event) => setToken(event.target.value)}
          />
        </label>
        <button type="submit" className="primary" disabled={token.trim() === ''}>
          Sign in
        </button>
      </form>
      <p className="hint">
        The token is kept in this tab alone and forgotten with it. On the server,{' '}
        <code>npm run tokens -- create</code> makes one.
      </p>
    </main>
  );
}
