import { lazy, Suspense, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { Provider } from 'urql';
import { Route, Switch } from 'wouter';
import { createGameClient } from '../api/client.ts';
import { isTokenRefused, listenForToken, readToken } from '../api/token.ts';
import { BeginPage } from '../begin/begin-page.tsx';
import { Loading } from '../parts/notices.tsx';
import { Shell } from './shell.tsx';
import { SignIn } from './sign-in.tsx';

const BehindPage = lazy(() =>
  import('../behind/behind-page.tsx').then((part) => ({ default: part.BehindPage })),
);
const EntryPage = lazy(() => import('../begin/entry-page.tsx').then((part) => ({ default: part.EntryPage })));
const ImportPage = lazy(() =>
  import('../import/import-page.tsx').then((part) => ({ default: part.ImportPage })),
);
const ModelsPage = lazy(() =>
  import('../models/models-page.tsx').then((part) => ({ default: part.ModelsPage })),
);
const TablePage = lazy(() => import('../table/table-page.tsx').then((part) => ({ default: part.TablePage })));
const WhyPage = lazy(() => import('../why/why-page.tsx').then((part) => ({ default: part.WhyPage })));
const JoinPage = lazy(() => import('../people/join-page.tsx').then((part) => ({ default: part.JoinPage })));

/** Chooses the page by its address. Asks for a token first where the server wants one. */
export function App() {
  const token = useSyncExternalStore(listenForToken, readToken);
  const isRefused = useSyncExternalStore(listenForToken, isTokenRefused);
  // Another token may see other things: nothing of the old cache is kept.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the token makes the client another one.
  const client = useMemo(createGameClient, [token]);
  if (isRefused) return <SignIn wasExpired={token !== null} />;
  return (
    <Provider value={client}>
      <Shell>
        <Suspense fallback={<Loading label="One moment …" />}>
          <Switch>
            <Route path="/">
              <Titled title="Stories">
                <BeginPage />
              </Titled>
            </Route>
            <Route path="/begin/:id">
              {({ id }) => (
                <Titled title="Begin">
                  <EntryPage id={decodeURIComponent(id)} />
                </Titled>
              )}
            </Route>
            <Route path="/play/:id">
              {({ id }) => (
                <Titled title="Table">
                  <TablePage sessionId={decodeURIComponent(id)} />
                </Titled>
              )}
            </Route>
            <Route path="/turns/:id">
              {({ id }) => (
                <Titled title="Why">
                  <WhyPage turnId={decodeURIComponent(id)} />
                </Titled>
              )}
            </Route>
            <Route path="/behind/:id">
              {({ id }) => (
                <Titled title="Behind the screen">
                  <BehindPage sessionId={decodeURIComponent(id)} />
                </Titled>
              )}
            </Route>
            <Route path="/join/:code">
              {({ code }) => (
                <Titled title="Invitation">
                  <JoinPage code={decodeURIComponent(code)} />
                </Titled>
              )}
            </Route>
            <Route path="/import">
              <Titled title="Import">
                <ImportPage />
              </Titled>
            </Route>
            <Route path="/models">
              <Titled title="Models">
                <ModelsPage />
              </Titled>
            </Route>
            <Route>
              <div className="page">
                <h1>There is no such page</h1>
                <p>
                  The address may be mistyped. <a href="/">Your stories</a> are here.
                </p>
              </div>
            </Route>
          </Switch>
        </Suspense>
      </Shell>
    </Provider>
  );
}

type TitledProps = { readonly title: string; readonly children: React.ReactNode };

/** Names the page for the browser's tab and for screen readers. */
function Titled({ title, children }: TitledProps) {
  const [isFirst, setFirst] = useState(true);
  useEffect(() => {
    document.title = `${title} · Scenewright`;
    if (isFirst) setFirst(false);
  }, [title, isFirst]);
  return children;
}
