import { useOperation } from '../api/use-operation.ts';
import { SIDE_STORY } from '../documents/side.ts';
import { Pips } from '../parts/gauges.tsx';
import { Empty, ProblemBox } from '../parts/notices.tsx';
import { Panel } from '../parts/panel.tsx';

const readable = (word: string) => word.toLowerCase().replaceAll('_', ' ');

/** The story: missions, clocks, deadlines, open threads, memories of the persona. */
export function StoryPanel({ sceneId }: { readonly sceneId: string }) {
  const { data, problem, reload, operation } = useOperation(SIDE_STORY, { sceneId });
  if (problem !== null) return <ProblemBox problem={problem} onRetry={reload} />;
  const scene = data?.scene;
  if (scene === undefined || scene === null) return null;
  const { missions, clocks, deadlines, threads, chapter, session } = scene;
  const running = deadlines.filter(({ status }) => status === 'ACTIVE');
  const memories = session.observations.nodes;
  return (
    <>
      <Panel title={describeChapter(chapter)} operation={operation}>
        {missions.length === 0 ? <Empty>No mission is known.</Empty> : null}
        <ul className="things">
          {missions.map(({ missionId, title, objective, status }) => (
            <li key={missionId}>
              <strong>{title}</strong> <span className="tag">{readable(status)}</span>
              <span className="hint">{objective}</span>
            </li>
          ))}
        </ul>
      </Panel>
      {clocks.length === 0 && running.length === 0 ? null : (
        <Panel title="Clocks and deadlines" operation={operation}>
          {clocks.map(({ clockId, name, value, max }) => (
            <Pips key={clockId} label={name} value={value} max={max} />
          ))}
          <ul className="things">
            {running.map(({ deadlineId, description, dueAt, urgency }) => (
              <li key={deadlineId}>
                {description} <span className="tag">{readable(urgency)}</span>
                <span className="hint">{dueAt.text}</span>
              </li>
            ))}
          </ul>
        </Panel>
      )}
      {threads.length === 0 ? null : (
        <Panel title="Threads" operation={operation}>
          <ul className="things">
            {threads.map(({ threadId, title, stakes, status }) => (
              <li key={threadId}>
                <strong>{title}</strong>{' '}
                {status === 'ACTIVE' ? null : <span className="tag">{readable(status)}</span>}
                <span className="hint">{stakes}</span>
              </li>
            ))}
          </ul>
        </Panel>
      )}
      <Panel title="What you remember" operation={operation}>
        {memories.length === 0 ? <Empty>Nothing worth remembering has happened.</Empty> : null}
        <ul className="things">
          {memories.map(({ observationId, content, observedAt }) => (
            <li key={observationId}>
              {content}
              <span className="hint">{observedAt.text}</span>
            </li>
          ))}
        </ul>
      </Panel>
    </>
  );
}

/** Returns a chapter as a heading. Stories without chapters name their only one by its number. */
function describeChapter({ number, title }: { readonly number: number; readonly title: string }): string {
  const name = `Chapter ${number}`;
  return title === name ? name : `${name}: ${title}`;
}
