import { useState } from 'react';
import type { ResultOf } from '../api/graphql.ts';
import { useOperation } from '../api/use-operation.ts';
import { BEHIND_MEMORIES, BEHIND_PEOPLE } from '../documents/behind.ts';
import { Terms } from '../parts/lines.tsx';
import { Empty, Loading, ProblemBox } from '../parts/notices.tsx';
import { Panel } from '../parts/panel.tsx';
import { useLast } from '../parts/use-last.ts';
import type { Place } from './behind-page.tsx';

type Gm = NonNullable<NonNullable<ResultOf<typeof BEHIND_PEOPLE>['scene']>['gm']>;
type Person = Gm['characters'][number] & {
  readonly character: NonNullable<Gm['characters'][number]['character']>;
};
type Memory = NonNullable<
  NonNullable<ResultOf<typeof BEHIND_MEMORIES>['session']>['gm']
>['observations']['nodes'][number];

/** Returns everyone of a scene who is a person of the story; personas first, then by name. */
export function usePeople({ sceneId }: Place) {
  const { data, problem, reload, operation } = useOperation(BEHIND_PEOPLE, { sceneId });
  const scene = useLast(data?.scene);
  const people = (scene?.gm?.characters ?? [])
    .flatMap((one): Person[] => (one.character === null ? [] : [{ ...one, character: one.character }]))
    .sort(
      (one, other) =>
        Number(other.character.isPersona) - Number(one.character.isPersona) ||
        one.character.name.localeCompare(other.character.name),
    );
  return { people, problem, reload, operation, isReady: scene !== null };
}

/** Every character with what they know, want and hold back, and with their memories. */
export function PeopleView({ place }: { readonly place: Place }) {
  const { people, problem, reload, operation, isReady } = usePeople(place);
  const [chosen, setChosen] = useState<string | null>(null);
  if (problem !== null) return <ProblemBox problem={problem} onRetry={reload} />;
  if (!isReady) return <Loading label="Looking everyone up …" />;
  const person = people.find(({ character }) => character.entityId === chosen) ?? people[0];
  if (person === undefined) return <Empty>There is nobody in this story.</Empty>;
  return (
    <div className="behind-people">
      <ul className="picker" aria-label="People">
        {people.map(({ character, isHidden, hasLeft }) => (
          <li key={character.entityId}>
            <button
              type="button"
              aria-pressed={character.entityId === person.character.entityId}
              onClick={() => setChosen(character.entityId)}
            >
              {character.name}
              <span className="picker-note">
                {[character.isPersona ? 'played' : null, isHidden ? 'hidden' : null, hasLeft ? 'gone' : null]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </button>
          </li>
        ))}
      </ul>
      <div>
        <Panel title={person.character.name} operation={operation}>
          <PersonFacts person={person} />
        </Panel>
        <Memories place={place} person={person} />
      </div>
    </div>
  );
}

function PersonFacts({ person }: { readonly person: Person }) {
  const { character, place, tier, disposition, goals, knows, withholds, notes } = person;
  return (
    <>
      <p className="hint">
        {[character.title, place?.name, tier?.toLowerCase()].filter(Boolean).join(' · ')}
      </p>
      {disposition === null ? null : <p>{disposition}</p>}
      <Terms label="Holds back" lines={withholds} />
      <Terms label="Knows" lines={knows} />
      <Terms label="Wants" lines={goals} />
      <Terms label="Notes of the author" lines={notes} />
    </>
  );
}

const MOST_MEMORIES = 60;

/** Memories by what is left of their priority. The pale part of a bar is what time has taken. */
function Memories({ place, person }: { readonly place: Place; readonly person: Person }) {
  const { entityId, name } = person.character;
  const { data, problem, isLoading, reload, operation } = useOperation(BEHIND_MEMORIES, {
    ...place,
    characterId: entityId,
    first: MOST_MEMORIES,
  });
  const found = data?.session?.gm?.observations.nodes;
  const memories = useLast(found === undefined ? null : { of: entityId, list: found });
  const shown = memories?.of === entityId ? memories.list : [];
  const most = Math.max(5, ...shown.map(({ priority, importance }) => Math.max(priority ?? 0, importance)));
  return (
    <Panel title={`What ${name} remembers`} operation={operation}>
      {problem === null ? null : <ProblemBox problem={problem} onRetry={reload} />}
      {isLoading && shown.length === 0 ? <Loading label="Remembering …" /> : null}
      {!isLoading && shown.length === 0 ? <Empty>Nothing, at this moment.</Empty> : null}
      <ol className="memories">
        {shown.map((memory) => (
          <MemoryRow key={memory.id} memory={memory} most={most} />
        ))}
      </ol>
      {shown.length < MOST_MEMORIES ? null : <p className="hint">The {MOST_MEMORIES} most present ones.</p>}
    </Panel>
  );
}

function MemoryRow({ memory, most }: { readonly memory: Memory; readonly most: number }) {
  const { content, importance, priority, reinforcementCount, observedAt, toldBy, provenance } = memory;
  const left = priority ?? importance;
  const share = (value: number) => `${(value / most) * 100}%`;
  const facts = [
    observedAt.text,
    toldBy === null ? provenance.toLowerCase().replaceAll('_', ' ') : `told by ${toldBy.name}`,
    memory.confidence < 1 ? `${Math.round(memory.confidence * 100)} % sure` : null,
    reinforcementCount === 0 ? null : `came up again ${reinforcementCount} times`,
    memory.isRetracted ? 'retracted' : null,
  ];
  return (
    <li className={memory.isRetracted ? 'memory memory-off' : 'memory'}>
      <p>{content}</p>
      <div
        className="decay"
        role="img"
        aria-label={`Priority ${left.toFixed(2)}, importance ${importance}`}
        title={`Importance ${importance}, weight ${(memory.decayWeight ?? 1).toFixed(3)}`}
      >
        <span className="decay-was" style={{ width: share(importance) }} />
        <span className="decay-is" style={{ width: share(left) }} />
      </div>
      <p className="hint">
        <strong>{left.toFixed(2)}</strong> of {importance} · {facts.filter(Boolean).join(' · ')}
      </p>
    </li>
  );
}
