import { useOperation } from '../api/use-operation.ts';
import { BEHIND_NOTES } from '../documents/behind.ts';
import { Lines } from '../parts/lines.tsx';
import { Loading, ProblemBox } from '../parts/notices.tsx';
import { Panel } from '../parts/panel.tsx';
import { Prose } from '../parts/prose.tsx';
import { useLast } from '../parts/use-last.ts';
import type { Place } from './behind-page.tsx';

/** Notes of the storyteller, contradictions of the state, and the state itself. */
export function NotesView({ place }: { readonly place: Place }) {
  const { data, problem, reload, operation } = useOperation(BEHIND_NOTES, place);
  const notes = useLast(data);
  if (problem !== null) return <ProblemBox problem={problem} onRetry={reload} />;
  if (notes === null) return <Loading label="Opening the notebook …" />;
  const gm = notes.scene?.gm ?? null;
  const thoughts = [gm?.thinking, gm?.rationale].filter((text) => typeof text === 'string');
  return (
    <>
      <div className="columns">
        <Panel title="Notes for the game master" operation={operation}>
          <Lines lines={gm?.notes ?? []} nothing="The storyteller noted nothing." />
        </Panel>
        <Panel title="What it thought of next" operation={operation}>
          <Lines lines={thoughts} nothing="It kept no plan for this scene." />
        </Panel>
        <Panel title="Contradictions now" operation={operation}>
          <Lines
            lines={(notes.session?.gm?.discrepancies ?? []).map(
              ({ path, sentence }) => `${path}: ${sentence}`,
            )}
            nothing="The state agrees with itself."
          />
        </Panel>
      </div>
      <Panel title="The story so far, as it is kept" operation={operation}>
        <Prose text={gm?.runningSummary ?? ''} />
      </Panel>
      <details className="fold">
        <summary>The whole state</summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard. */}
        <pre className="code" tabIndex={0}>
          {JSON.stringify(gm?.state ?? null, null, 2)}
        </pre>
      </details>
    </>
  );
}
