import { type ReactNode, useState } from 'react';
import { Link, useRoute } from 'wouter';
import { readToken, saveToken } from '../api/token.ts';
import { readTheme, saveTheme, type Theme } from './theme.ts';

const NEXT: Readonly<Record<Theme, Theme>> = { system: 'light', light: 'dark', dark: 'system' };
const SIGNS: Readonly<Record<Theme, string>> = { system: '◐', light: '☀', dark: '☾' };

/** Frames every page: name, navigation, colours. */
export function Shell({ children }: { readonly children: ReactNode }) {
  const [theme, setTheme] = useState(readTheme);
  const [isTable] = useRoute('/play/:rest*');
  const choose = () => {
    saveTheme(NEXT[theme]);
    setTheme(NEXT[theme]);
  };
  return (
    <>
      <a className="skip" href="#content">
        Skip to the content
      </a>
      <header className={isTable ? 'bar bar-slim' : 'bar'}>
        <Link href="/" className="brand">
          Scenewright
        </Link>
        <nav aria-label="Pages">
          <Link href="/">Stories</Link>
          <Link href="/models">Models</Link>
          <Link href="/import">Import</Link>
          <a href="/graphql">API</a>
        </nav>
        <div className="bar-end">
          {readToken() === null ? null : (
            <button type="button" className="quiet" onClick={() => saveToken(null)}>
              Sign out
            </button>
          )}
          <button
            type="button"
            className="quiet"
            onClick={choose}
            aria-label={`Colours: ${theme}. Change`}
            title="Colours"
          >
            {SIGNS[theme]}
          </button>
        </div>
      </header>
      <main id="content" tabIndex={-1}>
        {children}
      </main>
    </>
  );
}
