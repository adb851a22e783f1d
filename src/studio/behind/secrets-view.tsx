import { useOperation } from '../api/use-operation.ts';
import { BEHIND_SECRETS } from '../documents/behind.ts';
import { Entry } from '../parts/lines.tsx';
import { Empty, Loading, ProblemBox } from '../parts/notices.tsx';
import { Panel } from '../parts/panel.tsx';
import { useLast } from '../parts/use-last.ts';
import type { Place } from './behind-page.tsx';
import { describeFact, type KnownRecord } from './knowledge.ts';

/** Hidden facts, threads, missions and ways, with who knows of them and how they come to light. */
export function SecretsView({ place }: { readonly place: Place }) {
  const { data, problem, reload, operation } = useOperation(BEHIND_SECRETS, { sceneId: place.sceneId });
  const gm = useLast(data?.scene?.gm);
  if (problem !== null) return <ProblemBox problem={problem} onRetry={reload} />;
  if (gm === null) return <Loading label="Unlocking the drawer …" />;
  const names = new Map(
    gm.characters.flatMap(({ character }) =>
      character === null ? [] : [[character.entityId, character.name] as const],
    ),
  );
  const describeKnowers = ({ knownTo }: KnownRecord) =>
    knownTo.length === 0 ? 'nobody knows' : `known to ${knownTo.map((id) => names.get(id) ?? id).join(', ')}`;
  const isHidden = ({ visibility }: KnownRecord) => visibility !== 'PUBLIC';
  const facts = gm.facts.filter(isHidden);
  const threads = gm.threads.filter(isHidden);
  const missions = gm.missions.filter(isHidden);
  const ways = gm.locations.flatMap(({ location, exits }) =>
    (exits ?? [])
      .filter(({ isSecret }) => isSecret)
      .map(({ to, label }) => ({ from: location?.name ?? 'a place', to: to?.name ?? 'a place', label })),
  );
  return (
    <div className="columns">
      <Panel title={`Hidden facts (${facts.length})`} operation={operation}>
        {facts.length === 0 ? <Empty>No fact is hidden.</Empty> : null}
        <ul className="things">
          {facts.map((fact) => (
            <Entry key={fact.id} title={describeFact(fact.fact)} tag={describeKnowers(fact)}>
              {fact.revealedBy.length === 0 ? null : (
                <p className="hint">Comes to light: {fact.revealedBy.join('; ')}</p>
              )}
            </Entry>
          ))}
        </ul>
      </Panel>
      <Panel
        title={`Hidden threads and missions (${threads.length + missions.length})`}
        operation={operation}
      >
        {threads.length + missions.length === 0 ? <Empty>All of them are known.</Empty> : null}
        <ul className="things">
          {threads.map((record) => (
            <Entry key={record.id} title={record.thread.title} tag={describeKnowers(record)}>
              <p className="hint">{record.thread.stakes}</p>
            </Entry>
          ))}
          {missions.map((record) => (
            <Entry key={record.id} title={record.mission.title} tag={describeKnowers(record)}>
              <p className="hint">{record.mission.objective}</p>
            </Entry>
          ))}
        </ul>
      </Panel>
      {ways.length === 0 ? null : (
        <Panel title={`Secret ways (${ways.length})`} operation={operation}>
          <ul className="things">
            {ways.map(({ from, to, label }) => (
              <Entry key={`${from} ${to} ${label}`} title={`${from} → ${to}`}>
                <p className="hint">{label}</p>
              </Entry>
            ))}
          </ul>
        </Panel>
      )}
    </div>
  );
}
