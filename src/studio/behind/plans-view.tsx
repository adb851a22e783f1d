import { useOperation } from '../api/use-operation.ts';
import { BEHIND_PLANS } from '../documents/behind.ts';
import { Bar, Pips } from '../parts/gauges.tsx';
import { Entry } from '../parts/lines.tsx';
import { Empty, Loading, ProblemBox } from '../parts/notices.tsx';
import { Panel } from '../parts/panel.tsx';
import { useLast } from '../parts/use-last.ts';
import type { Place } from './behind-page.tsx';

/** Where things are heading: agendas of people, clocks with what they set off, deadlines with what they bring. */
export function PlansView({ place }: { readonly place: Place }) {
  const { data, problem, reload, operation } = useOperation(BEHIND_PLANS, { sceneId: place.sceneId });
  const gm = useLast(data?.scene?.gm);
  if (problem !== null) return <ProblemBox problem={problem} onRetry={reload} />;
  if (gm === null) return <Loading label="Reading the plans …" />;
  const { agendas, clocks, deadlines } = gm;
  return (
    <div className="columns">
      <Panel title={`Agendas (${agendas.length})`} operation={operation}>
        {agendas.length === 0 ? <Empty>Nobody follows a plan.</Empty> : null}
        <ul className="things">
          {agendas.map(({ id, character, goal, progress, nextMilestone, blockingFactors }) => (
            <Entry key={id} title={character?.name ?? 'Someone who has left'}>
              <p>{goal}</p>
              <Bar label="Progress" value={Math.round(progress)} min={0} max={100} />
              <p className="hint">Next: {nextMilestone}</p>
              {blockingFactors.length === 0 ? null : (
                <p className="hint">Held up by: {blockingFactors.join('; ')}</p>
              )}
            </Entry>
          ))}
        </ul>
      </Panel>
      <Panel title={`Clocks (${clocks.length})`} operation={operation}>
        {clocks.length === 0 ? <Empty>No clock runs.</Empty> : null}
        <ul className="things">
          {clocks.map(({ id, clock, triggers, visibility }) => (
            <Entry key={id} title={clock.name} tag={visibility === 'PUBLIC' ? null : 'hidden'}>
              <Pips label="Filled" value={clock.value} max={clock.max} />
              {triggers.map(({ at, description, hasFired }) => (
                <p key={`${at} ${description}`} className="hint">
                  {hasFired ? '✓' : `At ${at}:`} {description}
                </p>
              ))}
            </Entry>
          ))}
        </ul>
      </Panel>
      <Panel title={`Deadlines (${deadlines.length})`} operation={operation}>
        {deadlines.length === 0 ? <Empty>Nothing is due.</Empty> : null}
        <ul className="things">
          {deadlines.map(({ id, deadline, consequences, visibility }) => (
            <Entry
              key={id}
              title={deadline.description}
              tag={visibility === 'PUBLIC' ? deadline.status.toLowerCase() : 'hidden'}
            >
              <p className="hint">{deadline.dueAt.text}</p>
              <p className="hint">Then: {consequences}</p>
            </Entry>
          ))}
        </ul>
      </Panel>
    </div>
  );
}
