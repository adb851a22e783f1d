import { useState } from 'react';
import type { ResultOf } from '../api/graphql.ts';
import { useOperation } from '../api/use-operation.ts';
import { BEHIND_VIEWS } from '../documents/behind.ts';
import { Empty, Loading, ProblemBox } from '../parts/notices.tsx';
import { Panel } from '../parts/panel.tsx';
import { Prose } from '../parts/prose.tsx';
import { useLast } from '../parts/use-last.ts';
import type { Place } from './behind-page.tsx';
import { describeFact } from './knowledge.ts';
import { usePeople } from './people-view.tsx';

type Views = ResultOf<typeof BEHIND_VIEWS>;
type Seen = NonNullable<Views['seen']>;
type Whole = NonNullable<Views['whole']>;
type Item = { readonly id: string; readonly text: string };
type Kind = { readonly title: string; readonly seen: readonly Item[]; readonly whole: readonly Item[] };

/** One scene twice: as a persona sees it, and as it is. */
export function PersonaView({ place }: { readonly place: Place }) {
  const { people, isReady } = usePeople(place);
  const [chosen, setChosen] = useState<string | null>(null);
  const personas = people.filter(({ character }) => character.isPersona);
  const persona = personas.find(({ character }) => character.entityId === chosen) ?? personas[0];
  const { data, problem, reload, operation } = useOperation(
    BEHIND_VIEWS,
    { sceneId: place.sceneId, persona: persona?.character.entityId ?? '' },
    { isPaused: persona === undefined },
  );
  const views = useLast(data);
  if (problem !== null) return <ProblemBox problem={problem} onRetry={reload} />;
  if (isReady && persona === undefined) return <Empty>Nobody is played in this scene.</Empty>;
  if (persona === undefined || views === null) return <Loading label="Looking through their eyes …" />;
  const { seen, whole } = views;
  if (seen === null || whole === null) return <Empty>This scene cannot be seen.</Empty>;
  const { name } = persona.character;
  const kinds = listKinds(seen, whole);
  return (
    <>
      <label className="field compare">
        <span>See as</span>
        <select value={persona.character.entityId} onChange={({ target }) => setChosen(target.value)}>
          {personas.map(({ character }) => (
            <option key={character.entityId} value={character.entityId}>
              {character.name}
            </option>
          ))}
        </select>
      </label>
      <div className="versions">
        <section className="version" aria-label={`As ${name} sees it`}>
          <h2>As {name} sees it</h2>
          <div className="prose">
            {seen.narration === '' ? <Empty>{name} perceived nothing of it.</Empty> : null}
            <Prose text={seen.narration} />
          </div>
        </section>
        <section className="version" aria-label="As it is">
          <h2>As it is</h2>
          <div className="prose">
            {whole.narration === '' ? <Empty>Nothing was told here.</Empty> : null}
            <Prose text={whole.narration} />
          </div>
        </section>
      </div>
      <Panel title={`What ${name} sees, and what is there`} operation={operation}>
        <div className="columns">
          {kinds.map((kind) => (
            <SeenList key={kind.title} kind={kind} name={name} />
          ))}
        </div>
      </Panel>
    </>
  );
}

function SeenList({ kind: { title, seen, whole }, name }: { readonly kind: Kind; readonly name: string }) {
  const known = new Set(seen.map(({ id }) => id));
  const all = [...seen, ...whole.filter(({ id }) => !known.has(id))];
  return (
    <section>
      <h3>
        {title}: {known.size} of {all.length}
      </h3>
      {all.length === 0 ? <Empty>None.</Empty> : null}
      <ul className="things">
        {all.map(({ id, text }) => (
          <li key={id} className={known.has(id) ? '' : 'unseen'}>
            {text}
            {known.has(id) ? null : <span className="hidden"> (not known to {name})</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}

function listKinds(seen: Seen, whole: Whole): Kind[] {
  const { gm } = whole;
  const here = gm?.characters.filter(
    ({ place, hasLeft }) => !hasLeft && place !== null && place.entityId === whole.place?.entityId,
  );
  return [
    {
      title: 'People here',
      seen: seen.present.map(({ entityId, name }) => ({ id: entityId, text: name })),
      whole: (here ?? []).flatMap(({ character }) =>
        character === null ? [] : [{ id: character.entityId, text: character.name }],
      ),
    },
    {
      title: 'Facts',
      seen: seen.facts.map((fact) => ({ id: fact.factId, text: describeFact(fact) })),
      whole: (gm?.facts ?? []).map(({ fact }) => ({ id: fact.factId, text: describeFact(fact) })),
    },
    {
      title: 'Threads',
      seen: seen.threads.map(({ threadId, title }) => ({ id: threadId, text: title })),
      whole: (gm?.threads ?? []).map(({ thread }) => ({ id: thread.threadId, text: thread.title })),
    },
    {
      title: 'Missions',
      seen: seen.missions.map(({ missionId, title }) => ({ id: missionId, text: title })),
      whole: (gm?.missions ?? []).map(({ mission }) => ({ id: mission.missionId, text: mission.title })),
    },
    {
      title: 'Clocks',
      seen: seen.clocks.map(({ clockId, name }) => ({ id: clockId, text: name })),
      whole: (gm?.clocks ?? []).map(({ clock }) => ({ id: clock.clockId, text: clock.name })),
    },
    {
      title: 'Deadlines',
      seen: seen.deadlines.map(({ deadlineId, description }) => ({ id: deadlineId, text: description })),
      whole: (gm?.deadlines ?? []).map(({ deadline }) => ({
        id: deadline.deadlineId,
        text: deadline.description,
      })),
    },
  ];
}
