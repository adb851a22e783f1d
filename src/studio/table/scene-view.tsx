import { lazy, memo, Suspense, useState } from 'react';
import { describeFailure } from '../api/problem.ts';
import { type SentOperation, sendMutation } from '../api/use-operation.ts';
import { FORK, REGENERATE, REWIND } from '../documents/table.ts';
import { OperationButton } from '../parts/panel.tsx';
import { Prose } from '../parts/prose.tsx';
import { DiceChip } from './dice-chip.tsx';
import type { TableSession } from './table-page.tsx';
import type { StoryScene } from './use-story.ts';

const Versions = lazy(() => import('./versions.tsx').then((part) => ({ default: part.Versions })));

type Props = {
  readonly scene: StoryScene;
  readonly session: TableSession;
  readonly isCurrent: boolean;
  /** Another narration of this scene on its way; null without one. */
  readonly retelling: string | null;
  readonly onGo: (path: string) => void;
  /** The request that brought the newest scenes. */
  readonly operation: SentOperation;
};

/** One scene: what was done, the dice, the narration, what can be done with it. */
export const SceneView = memo(function SceneView(props: Props) {
  const { scene, session, retelling } = props;
  const isThought = scene.turn?.mode === 'THINK';
  const label = `Scene ${scene.index}`;
  return (
    <article
      className={isThought ? 'scene scene-thought' : 'scene'}
      aria-label={label}
      data-scene={scene.index}
    >
      <PlayerLine
        text={describeAction(scene.turn)}
        isThought={isThought}
        name={session.campaign.members.length > 1 ? (scene.turn?.persona?.name ?? null) : null}
      />
      {scene.turn?.exchanges.map(({ text }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: answers may be equal; their order is their identity.
        <PlayerLine key={index} text={text} />
      ))}
      {scene.rolls.length === 0 ? null : (
        <p className="dice-row">
          {scene.rolls.map((roll) => (
            <DiceChip key={`${roll.diceIndex}.${roll.ordinal}`} roll={roll} session={session} />
          ))}
        </p>
      )}
      <div className="prose">
        <Prose text={retelling === null || retelling === '' ? scene.narration : retelling} />
      </div>
      {scene.ending === null ? null : (
        <div className="ending prose">
          <h2>{scene.ending.title}</h2>
          <Prose text={scene.ending.epilogue} />
        </div>
      )}
      {scene.turn?.notices.map((notice) => (
        <p key={notice} className="notice notice-private">
          <span className="aside-label">Only you notice</span> {notice}
        </p>
      ))}
      <SceneActions {...props} />
    </article>
  );
});

/** Returns what the player did; null for the opening and for scenes without a turn. */
function describeAction(turn: StoryScene['turn']): string | null {
  return turn === null || turn.action.kind === 'OPENING' ? null : turn.action.text;
}

type LineProps = {
  readonly text: string | null;
  readonly isThought?: boolean;
  /** Persona that acted, at a table of several players. */
  readonly name?: string | null;
};

/** What the player did, quietly above the narration. */
export function PlayerLine({ text, isThought = false, name = null }: LineProps) {
  if (text === null || text === '') return null;
  const speaker = isThought ? 'You think: ' : 'You: ';
  return (
    <p className="player-line">
      {name === null ? (
        <span className="hidden">{speaker}</span>
      ) : (
        <span className="player-name">{name}</span>
      )}
      {text}
    </p>
  );
}

function SceneActions({ scene, session, isCurrent, onGo, operation }: Props) {
  const [isBusy, setBusy] = useState(false);
  const [said, setSaid] = useState<string | null>(null);
  const [isComparing, setComparing] = useState(false);
  if (scene.index === 0) return null;
  const branch = async (document: typeof REWIND | typeof FORK) => {
    setBusy(true);
    const sent =
      document === FORK
        ? await sendMutation(FORK, { sceneId: scene.id })
        : await sendMutation(REWIND, { sessionId: session.id, sceneId: scene.id });
    setBusy(false);
    if ('problem' in sent) return setSaid(sent.problem.message);
    const result = 'forkSession' in sent.data ? sent.data.forkSession : sent.data.rewindSession;
    if (result.__typename === 'SessionPayload') onGo(`/play/${result.session.id}`);
    else setSaid(describeFailure(result));
  };
  const regenerate = async (turnId: string) => {
    setBusy(true);
    setSaid('Telling it again …');
    const sent = await sendMutation(REGENERATE, { turnId });
    setBusy(false);
    if ('problem' in sent) return setSaid(sent.problem.message);
    const failure = describeFailure(sent.data.regenerateTurn);
    setSaid(failure);
    if (failure === null) setComparing(true);
  };
  const { turn } = scene;
  return (
    <div className="scene-actions">
      {turn === null ? null : (
        <>
          <button
            type="button"
            className="quiet"
            title="Tell this scene in other words. You choose which version counts."
            disabled={isBusy}
            onClick={() => void regenerate(turn.id)}
          >
            Tell it again
          </button>
          {scene.narrations.length < 2 ? null : (
            <button type="button" className="quiet" onClick={() => setComparing(true)}>
              {scene.narrations.length} versions
            </button>
          )}
        </>
      )}
      {isCurrent ? null : (
        <button
          type="button"
          className="quiet"
          title="Play on from here. The line you leave stays, under Table."
          disabled={isBusy}
          onClick={() => void branch(REWIND)}
        >
          Back to here
        </button>
      )}
      <button
        type="button"
        className="quiet"
        title="Begin a second line of the story here, beside this one"
        disabled={isBusy}
        onClick={() => void branch(FORK)}
      >
        Fork
      </button>
      {turn === null || session.campaign.viewerMembership?.role !== 'GM' ? null : (
        <button
          type="button"
          className="quiet"
          title="What the models were asked and what they changed"
          onClick={() => onGo(`/turns/${turn.id}`)}
        >
          Why
        </button>
      )}
      {isCurrent ? <OperationButton name="the story" operation={operation} /> : null}
      {said === null ? null : (
        <span className="hint" role="status">
          {said}
        </span>
      )}
      {isComparing ? (
        <Suspense fallback={null}>
          <Versions sceneId={scene.id} onClose={() => setComparing(false)} />
        </Suspense>
      ) : null}
    </div>
  );
}
