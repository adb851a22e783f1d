import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { describeFailure } from '../api/problem.ts';
import { describeOperation, sendMutation } from '../api/use-operation.ts';
import { CANCEL_TURN, RETRY_TURN, TAKE_TURN } from '../documents/table.ts';
import { OperationButton } from '../parts/panel.tsx';
import { ChoiceList } from './choice-list.tsx';
import { Ended } from './ended.tsx';
import type { LiveSnapshot } from './live-store.ts';
import { PromptForm } from './prompt-form.tsx';
import { PlayerLine } from './scene-view.tsx';
import type { SceneHeader, TableSession } from './table-page.tsx';
import { findWaiting } from './take-turn.ts';
import { TurnProblemBox } from './turn-problem.tsx';
import { useTyping } from './use-company.ts';
import type { StoryScene } from './use-story.ts';
import type { Sending } from './use-turns.ts';

type Props = {
  readonly session: TableSession;
  readonly header: SceneHeader;
  readonly hasCompany: boolean;
  /** The newest scene; undefined while the reader looks at earlier ones. */
  readonly scene: StoryScene | undefined;
  readonly live: LiveSnapshot;
  readonly turns: Sending;
  readonly isRunning: boolean;
  readonly onStop: () => void;
  readonly onDismissProblem: () => void;
  readonly onReload: () => void;
};

type Mode = 'ANSWER' | 'STORY' | 'THINK' | 'DM' | 'GOD';
const MODES: readonly (readonly [Mode, string, string])[] = [
  ['ANSWER', 'Answer', 'Answer in your own words, or do something else.'],
  ['STORY', 'Act', 'What do you do or say?'],
  ['THINK', 'Think', 'What do you weigh? Nothing happens, and others do not hear it.'],
  ['DM', 'Ask', 'Ask outside the story: about rules, people, what you know.'],
  ['GOD', 'Command', 'Change the world by hand. It happens as you say.'],
];

/** Where the player acts: choices, free text, an awaited roll or question, stop. */
export function Composer(props: Props) {
  const { session, scene, live, turns, isRunning } = props;
  const prompt = session.awaiting;
  const isAwaiting = prompt !== null;
  const isBusy = isRunning || turns.pending !== null;
  const isOver = session.ending !== null || session.status !== 'ACTIVE';
  const choices = live.turn?.choices ?? scene?.choices ?? [];
  const isFree = !isBusy && !isOver && !isAwaiting;
  const actors = listActors(props);
  const [actor, setActor] = useState<string | null>(null);
  const personaId = actors.some(({ entityId }) => entityId === actor) ? actor : null;
  return (
    <section className="your-turn" aria-label="Your turn">
      <Problems {...props} />
      {turns.isWaiting ? (
        <div className="box" role="status">
          <p>The server does not answer. What you wrote is kept and sent as soon as it does.</p>
          <button type="button" onClick={turns.giveUp}>
            Do not send it
          </button>
        </div>
      ) : null}
      {prompt === null || isBusy ? null : (
        <>
          <PlayerLine text={findWaiting(session)?.action.text ?? null} />
          <PromptForm
            key={prompt.id}
            prompt={prompt}
            turns={turns}
            onDrop={() => void drop(session, props)}
          />
        </>
      )}
      {!isAwaiting && !isOver ? (
        <ChoiceList
          choices={choices}
          isDisabled={!isFree}
          onChoose={({ key, text }) => turns.send({ action: { choice: key }, mode: null, personaId, text })}
        />
      ) : null}
      {isOver ? <Ended session={session} continuedBy={live.continuedBy} onRefused={turns.refuse} /> : null}
      <ActorChoice actors={isOver ? [] : actors} chosen={personaId} onChoose={setActor} />
      {session.status === 'ACTIVE' ? (
        <TextBox {...props} isBusy={isBusy} isOver={isOver} personaId={personaId} />
      ) : null}
    </section>
  );
}

type Actors = ReturnType<typeof listActors>;
type ActorProps = {
  readonly actors: Actors;
  readonly chosen: string | null;
  readonly onChoose: (entityId: string) => void;
};

/** Chooses who acts, where there is a choice. */
function ActorChoice({ actors, chosen, onChoose }: ActorProps) {
  if (actors.length < 2) return null;
  return (
    <label className="acting">
      <span>Acting</span>
      <select value={chosen ?? actors[0]?.entityId} onChange={({ target }) => onChoose(target.value)}>
        {actors.map(({ entityId, name }) => (
          <option key={entityId} value={entityId}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}

/** Personas the viewer may act for: their own first, and for a game master those without a player. */
function listActors({ session, header }: Props) {
  const { members, viewerMembership } = session.campaign;
  const own = viewerMembership?.personaId ?? null;
  const taken = new Set(members.flatMap(({ personaId, isViewer }) => (isViewer ? [] : [personaId])));
  const isMaster = viewerMembership?.role === 'GM';
  return (header?.present ?? [])
    .filter(
      ({ entityId, isPersona }) => isPersona && (entityId === own || (isMaster && !taken.has(entityId))),
    )
    .sort((one, other) => Number(other.entityId === own) - Number(one.entityId === own));
}

/** Calls off the turn that waits, so that something else can be done. */
async function drop(session: TableSession, { turns, onReload }: Props): Promise<void> {
  const waiting = findWaiting(session);
  if (waiting === undefined) return;
  const sent = await sendMutation(CANCEL_TURN, { turnId: waiting.id });
  const refused = 'problem' in sent ? sent.problem.message : describeFailure(sent.data.cancelTurn);
  if (refused !== null) turns.refuse(refused);
  onReload();
}

function Problems({ session, live, turns, onDismissProblem, onReload }: Props) {
  const [dismissed, setDismissed] = useState<string | null>(null);
  const last = session.turns.nodes.at(-1);
  const failed =
    last?.status === 'FAILED' && last.failure !== null && last.id !== dismissed
      ? { ...last.failure, turnId: last.id, retryable: last.isRetryable }
      : null;
  const problem = live.problem ?? failed;
  if (turns.refusal !== null) {
    return (
      <div className="box box-problem" role="alert">
        <p>{turns.refusal.message}</p>
        <button type="button" onClick={turns.dismiss}>
          All right
        </button>
      </div>
    );
  }
  if (problem === null || live.turn !== null || turns.pending !== null) return null;
  const dismiss = () => {
    onDismissProblem();
    setDismissed(problem.turnId);
  };
  const retry = () => {
    dismiss();
    if (problem.turnId !== null) void sendMutation(RETRY_TURN, { turnId: problem.turnId }).then(onReload);
  };
  return <TurnProblemBox problem={problem} onRetry={retry} onDismiss={dismiss} />;
}

type BoxProps = Props & {
  readonly isBusy: boolean;
  readonly isOver: boolean;
  readonly personaId: string | null;
};

/** Returns what can be written now, the likeliest first. While play waits for something, the story itself takes nothing else. */
function listModes({ session, isOver }: BoxProps): readonly Mode[] {
  const command: Mode[] = session.campaign.viewerMembership?.role === 'GM' ? ['GOD'] : [];
  if (session.awaiting?.__typename === 'QuestionPrompt') return ['ANSWER', 'DM', ...command];
  if (isOver || session.awaiting !== null) return ['DM', ...command];
  return ['STORY', 'THINK', 'DM', ...command];
}

function TextBox(props: BoxProps) {
  const { session, turns, hasCompany, isBusy, isRunning, personaId, onStop } = props;
  const { noteTyping, stopTyping } = useTyping(session.campaign.id, hasCompany);
  const [mode, setMode] = useState<Mode | null>(null);
  const [text, setText] = useDraft(session.id);
  const box = useRef<HTMLTextAreaElement>(null);
  const modes = listModes(props);
  const shown = modes.find((one) => one === mode) ?? modes[0] ?? 'DM';
  const promptId = session.awaiting?.id ?? '';
  const refused = turns.refusal?.text;
  useEffect(() => {
    if (refused !== undefined) setText((draft) => (draft === '' ? refused : draft));
  }, [refused, setText]);
  const submit = () => {
    const said = text.trim();
    if (said === '' || isBusy) return;
    if (shown === 'ANSWER') {
      turns.send({ action: { answer: { promptId, text: said } }, mode: null, text: said });
    } else turns.send({ action: { text: said }, mode: shown, personaId, text: said });
    stopTyping();
    setText('');
    setMode(null);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    submit();
  };
  const placeholder = MODES.find(([key]) => key === shown)?.[2] ?? '';
  return (
    <form
      className="composer"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <div className="textbox">
        <textarea
          ref={box}
          rows={2}
          aria-label="What you do"
          placeholder={placeholder}
          value={text}
          maxLength={4_000}
          onChange={(event) => {
            setText(event.target.value);
            noteTyping();
          }}
          onBlur={stopTyping}
          onKeyDown={onKeyDown}
        />
        <div className="row textbox-foot">
          <fieldset className="modes">
            <legend className="hidden">How it is meant</legend>
            {MODES.filter(([key]) => modes.includes(key)).map(([key, label]) => (
              <label key={key} className={key === shown ? 'mode mode-on' : 'mode'}>
                <input
                  type="radio"
                  name="mode"
                  className="hidden"
                  checked={key === shown}
                  onChange={() => setMode(key)}
                />
                {label}
              </label>
            ))}
          </fieldset>
          <OperationButton
            name="your turn"
            operation={describeOperation(TAKE_TURN, {
              input: { sessionId: session.id, actionId: 'an id of your own', action: { text } },
            })}
          />
          {isRunning ? (
            <button type="button" onClick={onStop}>
              Stop
            </button>
          ) : null}
          <button type="submit" className="primary" disabled={isBusy || text.trim() === ''}>
            {isBusy ? 'Telling …' : 'Send'}
          </button>
        </div>
      </div>
    </form>
  );
}

/** Keeps a half-written text when the page is loaded again. */
function useDraft(sessionId: string) {
  const key = `scenewright.draft.${sessionId}`;
  const [text, setText] = useState(() => sessionStorage.getItem(key) ?? '');
  useEffect(() => {
    sessionStorage.setItem(key, text);
  }, [key, text]);
  return [text, setText] as const;
}
