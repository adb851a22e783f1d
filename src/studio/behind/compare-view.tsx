import { useState } from 'react';
import { useOperation } from '../api/use-operation.ts';
import { BEHIND_MEMORIES, BEHIND_SECRETS } from '../documents/behind.ts';
import { Lines } from '../parts/lines.tsx';
import { Empty, Loading, ProblemBox } from '../parts/notices.tsx';
import { Panel } from '../parts/panel.tsx';
import { useLast } from '../parts/use-last.ts';
import type { Place } from './behind-page.tsx';
import { describeFact, findMissing, isKnown } from './knowledge.ts';
import { usePeople } from './people-view.tsx';

const MOST_MEMORIES = 100;

/** What one character knows that another does not: facts, remembered events, things they were made knowing. */
export function CompareView({ place }: { readonly place: Place }) {
  const { people, problem, reload, isReady } = usePeople(place);
  const [first, setFirst] = useState<string | null>(null);
  const [second, setSecond] = useState<string | null>(null);
  const { data, operation } = useOperation(BEHIND_SECRETS, { sceneId: place.sceneId });
  const gm = useLast(data?.scene?.gm);
  const find = (id: string | null, otherwise: number) =>
    people.find(({ character }) => character.entityId === id) ?? people[otherwise];
  const one = find(first, 1);
  const other = find(second, 0);
  const memoriesOfOne = useMemories(place, one?.character.entityId ?? null);
  const memoriesOfOther = useMemories(place, other?.character.entityId ?? null);
  if (problem !== null) return <ProblemBox problem={problem} onRetry={reload} />;
  if (!isReady || gm === null) return <Loading label="Comparing …" />;
  if (one === undefined || other === undefined) return <Empty>That takes two people.</Empty>;
  const facts = gm.facts.filter(
    (fact) => isKnown(fact, one.character.entityId) && !isKnown(fact, other.character.entityId),
  );
  const options = people.map(({ character }) => (
    <option key={character.entityId} value={character.entityId}>
      {character.name}
    </option>
  ));
  return (
    <>
      <div className="row compare">
        <label className="field">
          <span>What does</span>
          <select value={one.character.entityId} onChange={({ target }) => setFirst(target.value)}>
            {options}
          </select>
        </label>
        <label className="field">
          <span>know that is not known to</span>
          <select value={other.character.entityId} onChange={({ target }) => setSecond(target.value)}>
            {options}
          </select>
        </label>
      </div>
      <div className="columns">
        <Panel title="Facts" operation={operation}>
          <Lines
            lines={facts.map(({ fact }) => describeFact(fact))}
            nothing={`${other.character.name} knows all of them, too.`}
          />
        </Panel>
        <Panel title="Memories" operation={memoriesOfOne.operation}>
          <Lines
            lines={findMissing(memoriesOfOne.texts, memoriesOfOther.texts)}
            nothing={`${one.character.name} remembers nothing else.`}
          />
        </Panel>
        <Panel title="By nature" operation={operation}>
          <Lines
            lines={findMissing([...one.withholds, ...one.knows], [...other.withholds, ...other.knows])}
            nothing="The author gave them nothing of their own to know."
          />
        </Panel>
      </div>
    </>
  );
}

function useMemories(place: Place, characterId: string | null) {
  const { data, operation } = useOperation(
    BEHIND_MEMORIES,
    { ...place, characterId: characterId ?? '', first: MOST_MEMORIES },
    { isPaused: characterId === null },
  );
  const nodes = data?.session?.gm?.observations.nodes ?? [];
  return { texts: nodes.filter(({ isRetracted }) => !isRetracted).map(({ content }) => content), operation };
}
