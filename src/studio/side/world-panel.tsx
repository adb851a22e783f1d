import type { ResultOf } from '../api/graphql.ts';
import { type SentOperation, useOperation } from '../api/use-operation.ts';
import { SIDE_WORLD } from '../documents/side.ts';
import { Empty, ProblemBox } from '../parts/notices.tsx';
import { Panel } from '../parts/panel.tsx';
import { Portrait } from '../parts/portrait.tsx';
import { ExitMap } from './exit-map.tsx';

type WorldScene = NonNullable<ResultOf<typeof SIDE_WORLD>['scene']>;

/** The world around the persona: place and ways out, people, relations, a fight. */
export function WorldPanel({ sceneId }: { readonly sceneId: string }) {
  const { data, problem, reload, operation } = useOperation(SIDE_WORLD, { sceneId });
  if (problem !== null) return <ProblemBox problem={problem} onRetry={reload} />;
  const scene = data?.scene;
  if (scene === undefined || scene === null) return null;
  const { place, present, combat } = scene;
  return (
    <>
      <Panel title={place?.name ?? 'Somewhere'} operation={operation}>
        <p className="hint">{place?.description}</p>
        {place?.effects.map((effect) => (
          <p key={effect} className="hint">
            {effect}
          </p>
        ))}
        <ExitMap here={place?.name ?? ''} exits={place?.exits ?? []} />
      </Panel>
      {combat === null ? null : <Fight combat={combat} operation={operation} />}
      <Panel title="People here" operation={operation}>
        {present.length === 0 ? <Empty>You are alone.</Empty> : null}
        <ul className="things">
          {present.map(
            ({ entityId, name, title, portrait, role, description, isPersona, status, isCaptive }) => (
              <li key={entityId}>
                <Portrait image={portrait} />
                <strong>{name}</strong>
                {isPersona ? ' (played)' : ''}
                {status !== null && status !== 'CONSCIOUS' ? ` · ${status.toLowerCase()}` : ''}
                {isCaptive ? ' · captive' : ''}
                <span className="hint">{[title, role].filter(Boolean).join(' · ') || description}</span>
              </li>
            ),
          )}
        </ul>
      </Panel>
      <Relations scene={scene} operation={operation} />
    </>
  );
}

type FightProps = { readonly combat: NonNullable<WorldScene['combat']>; readonly operation: SentOperation };

function Fight({ combat, operation }: FightProps) {
  return (
    <Panel title={`Fight, round ${combat.round}`} operation={operation}>
      <ol className="things">
        {combat.combatants.map(({ characterId, character, initiative, side, isOut }) => (
          <li key={characterId}>
            {characterId === combat.actingId ? '▸ ' : ''}
            <strong>{character?.name ?? 'Someone'}</strong> {isOut ? '(out)' : ''}
            <span className="hint">
              {side} · initiative {initiative}
            </span>
          </li>
        ))}
      </ol>
    </Panel>
  );
}

type RelationsProps = { readonly scene: WorldScene; readonly operation: SentOperation };

function Relations({ scene, operation }: RelationsProps) {
  return (
    <Panel title="Relations" operation={operation}>
      {scene.relations.length === 0 ? <Empty>Nothing has grown between people yet.</Empty> : null}
      <ul className="things">
        {scene.relations.map(({ lowId, highId, low, high, trust, tension, closeness }) => (
          <li key={`${lowId} ${highId}`}>
            <strong>
              {low?.name ?? '?'} and {high?.name ?? '?'}
            </strong>
            <span className="hint">
              trust {trust} · tension {tension} · closeness {closeness}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
