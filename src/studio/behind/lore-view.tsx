import { useOperation } from '../api/use-operation.ts';
import { BEHIND_LORE } from '../documents/behind.ts';
import { Entry, Terms } from '../parts/lines.tsx';
import { Empty, Loading, ProblemBox } from '../parts/notices.tsx';
import { Panel } from '../parts/panel.tsx';
import { useLast } from '../parts/use-last.ts';
import type { Place } from './behind-page.tsx';

/** The lore that the narrator has on the table, what is hidden first. */
export function LoreView({ place }: { readonly place: Place }) {
  const { data, problem, reload, operation } = useOperation(BEHIND_LORE, { sceneId: place.sceneId });
  const scene = useLast(data?.scene);
  if (problem !== null) return <ProblemBox problem={problem} onRetry={reload} />;
  if (scene === null) return <Loading label="Fetching the books …" />;
  const lore = scene.gm?.lore ?? null;
  if (lore === null) return <Empty>This scene was told without lore.</Empty>;
  const { discoverables, briefings, passages, pulls, threads, tokens, staleBecause } = lore;
  return (
    <>
      <p className="hint">
        {tokens.toLocaleString()} tokens.
        {staleBecause === null ? '' : ` Made anew in the next turn: ${staleBecause}.`}
      </p>
      <div className="columns">
        <Panel title={`To be discovered here (${discoverables.length})`} operation={operation}>
          {discoverables.length === 0 ? <Empty>Nothing is hidden within reach.</Empty> : null}
          <ul className="things">
            {discoverables.map(({ factId, content, triggers, subject }) => (
              <Entry key={factId} title={content} tag={subject?.name ?? null}>
                <p className="hint">{triggers.join('; ')}</p>
              </Entry>
            ))}
          </ul>
        </Panel>
        <Panel title={`Briefings (${briefings.length})`} operation={operation}>
          {briefings.length === 0 ? <Empty>Nobody here was briefed.</Empty> : null}
          {briefings.map(({ character, knows, withholds, shows }) => (
            <details key={`${character?.name} ${shows}`} className="fold">
              <summary>{character?.name ?? 'Someone who has left'}</summary>
              <div>
                <p>{shows}</p>
                <Terms label="Holds back" lines={withholds} />
                <Terms label="Knows" lines={knows} />
              </div>
            </details>
          ))}
        </Panel>
        <Panel title={`Looked up (${pulls.length})`} operation={operation}>
          {pulls.length === 0 ? <Empty>Nothing was looked up.</Empty> : null}
          {pulls.map(({ recordId, title, text, isHidden }) => (
            <Passage key={recordId} title={title} text={text} isHidden={isHidden} />
          ))}
        </Panel>
        <Panel title={`Passages (${passages.length + threads.length})`} operation={operation}>
          {passages.length + threads.length === 0 ? <Empty>None.</Empty> : null}
          {passages.map(({ id, title, text }) => (
            <Passage key={id} title={title} text={text} />
          ))}
          {threads.map(({ threadId, title, text }) => (
            <Passage key={threadId} title={title} text={text} />
          ))}
        </Panel>
      </div>
    </>
  );
}

type PassageProps = { readonly title: string; readonly text: string; readonly isHidden?: boolean };

function Passage({ title, text, isHidden = false }: PassageProps) {
  return (
    <details className="fold">
      <summary>
        {title} {isHidden ? <span className="tag tag-off">hidden</span> : null}
      </summary>
      <div>
        <p>{text}</p>
      </div>
    </details>
  );
}
