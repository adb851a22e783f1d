import { useState } from 'react';
import { Provider } from 'urql';
import { Link } from 'wouter';
import { createUncachedClient } from '../api/client.ts';
import { useOperation } from '../api/use-operation.ts';
import { BEHIND_SCENES } from '../documents/behind.ts';
import { Empty, Loading, ProblemBox } from '../parts/notices.tsx';
import { OperationButton } from '../parts/panel.tsx';
import { Tabs } from '../parts/tabs.tsx';
import { CompareView } from './compare-view.tsx';
import { LoreView } from './lore-view.tsx';
import { NotesView } from './notes-view.tsx';
import { PeopleView } from './people-view.tsx';
import { PersonaView } from './persona-view.tsx';
import { PlansView } from './plans-view.tsx';
import { SecretsView } from './secrets-view.tsx';

/** A scene of a session that is looked at. */
export type Place = { readonly sessionId: string; readonly sceneId: string };

const keyOf = (sessionId: string) => `scenewright.spoilers.${sessionId}`;

/** Everything players must not know, behind a switch. For the game master. */
export function BehindPage({ sessionId }: { readonly sessionId: string }) {
  const [isOn, setOn] = useState(() => sessionStorage.getItem(keyOf(sessionId)) !== null);
  // The same scene has other contents in other views: nothing here may be mixed with the cache of the table.
  const [client] = useState(createUncachedClient);
  const set = (next: boolean) => {
    if (next) sessionStorage.setItem(keyOf(sessionId), 'on');
    else sessionStorage.removeItem(keyOf(sessionId));
    setOn(next);
  };
  return (
    <Provider value={client}>
      <div className="page page-why">
        <header className="section-head">
          <div>
            <p className="hint">
              <Link href={`/play/${sessionId}`}>Back to the table</Link>
            </p>
            <h1>Behind the screen</h1>
          </div>
          <button
            type="button"
            role="switch"
            aria-checked={isOn}
            className={isOn ? 'switch switch-on' : 'switch'}
            onClick={() => set(!isOn)}
          >
            Spoilers
          </button>
        </header>
        {isOn ? (
          <Moments sessionId={sessionId} />
        ) : (
          <div className="box">
            <p>
              Secrets, plans and memories of everyone in this story. If you play it yourself, this takes the
              surprises away. Nothing is fetched before the switch is on.
            </p>
            <button type="button" className="primary" onClick={() => set(true)}>
              Show the spoilers
            </button>
          </div>
        )}
      </div>
    </Provider>
  );
}

const MOST_MOMENTS = 100;

/** Lets the reader choose a moment of the story, and shows what was true then. */
function Moments({ sessionId }: { readonly sessionId: string }) {
  const { data, problem, isLoading, reload, operation } = useOperation(BEHIND_SCENES, {
    sessionId,
    last: MOST_MOMENTS,
  });
  const [chosen, setChosen] = useState<number | null>(null);
  if (problem !== null) return <ProblemBox problem={problem} onRetry={reload} />;
  if (isLoading) return <Loading label="Opening the notes …" />;
  const session = data?.session;
  if (session === null || session === undefined) return <Empty>There is no such session.</Empty>;
  if (session.campaign.viewerMembership?.role !== 'GM') {
    return <Empty>Only the game master of this story may look behind the screen.</Empty>;
  }
  const scenes = session.scenes.nodes;
  const index = Math.min(chosen ?? scenes.length - 1, scenes.length - 1);
  const scene = scenes[index];
  if (scene === undefined) return <Empty>Nothing has been told yet.</Empty>;
  const place = { sessionId, sceneId: scene.id };
  const moment = [`Scene ${scene.index}`, scene.place?.name, scene.time.text].filter(Boolean).join(' · ');
  return (
    <>
      <div className="moment">
        <label className="field">
          <span>
            {session.campaign.name}, as it stood at <span className="moment-name">{moment}</span>
          </span>
          <input
            type="range"
            min={0}
            max={scenes.length - 1}
            value={index}
            aria-valuetext={moment}
            onChange={({ target }) => setChosen(Number(target.value))}
          />
        </label>
        <OperationButton name="the moments" operation={operation} />
      </div>
      <Tabs
        label="What to see"
        className="behind-part"
        tabs={[
          { key: 'people', label: 'People', content: <PeopleView place={place} /> },
          { key: 'compare', label: 'Who knows what', content: <CompareView place={place} /> },
          { key: 'views', label: 'Views', content: <PersonaView place={place} /> },
          { key: 'secrets', label: 'Secrets', content: <SecretsView place={place} /> },
          { key: 'plans', label: 'Plans', content: <PlansView place={place} /> },
          { key: 'lore', label: 'Lore', content: <LoreView place={place} /> },
          { key: 'notes', label: 'Notes', content: <NotesView place={place} /> },
        ]}
      />
    </>
  );
}
