import { useState } from 'react';
import type { ResultOf } from '../api/graphql.ts';
import { describeFailure } from '../api/problem.ts';
import { describeOperation, sendMutation, useOperation } from '../api/use-operation.ts';
import { SESSION_MODELS, SET_MODELS } from '../documents/models.ts';
import { ASSIGN_PERSONA, END_SESSION, INVITE_PLAYER, LIMIT_CONTENT, MEMBERS } from '../documents/people.ts';
import { Empty, ProblemBox } from '../parts/notices.tsx';
import { Panel } from '../parts/panel.tsx';
import { createActionId } from '../table/take-turn.ts';
import { LinesPanel } from './lines-panel.tsx';

type Data = ResultOf<typeof MEMBERS>;
type Session = NonNullable<Data['session']>;
type PartProps = {
  readonly session: Session;
  readonly isMaster: boolean;
  readonly onDone: (said: string | null) => void;
};

type Props = {
  readonly sessionId: string;
  readonly isMaster: boolean;
  readonly onInvited: () => void;
};

/** The table itself: members and personas, invitations, models, limits, the end of the session. */
export function TablePanel({ sessionId, isMaster, onInvited }: Props) {
  const { data, problem, reload, operation } = useOperation(MEMBERS, { sessionId }, { isFresh: true });
  const [said, setSaid] = useState<string | null>(null);
  if (problem !== null) return <ProblemBox problem={problem} onRetry={reload} />;
  const session = data?.session;
  if (data === undefined || session === undefined || session === null) return null;
  const done = (failure: string | null) => {
    setSaid(failure);
    reload();
  };
  return (
    <>
      {said === null ? null : (
        <p className="box" role="status">
          {said}
        </p>
      )}
      <Panel title="Members" operation={operation}>
        <Members session={session} isMaster={isMaster} onDone={done} />
      </Panel>
      {isMaster ? (
        <Invitation session={session} isMaster={isMaster} onDone={done} onInvited={onInvited} />
      ) : null}
      <LinesPanel session={session} operation={operation} />
      <Limits session={session} isMaster={isMaster} onDone={done} />
      {isMaster ? <Models sessionId={sessionId} onDone={setSaid} /> : null}
      {isMaster ? <EndSession session={session} isMaster={isMaster} onDone={done} /> : null}
    </>
  );
}

/** Returns the personas of the scene. */
function listPersonas(session: Session) {
  return session.currentScene.entities.flatMap((entity) =>
    entity.__typename === 'KnownCharacter' && entity.isPersona ? [entity] : [],
  );
}

function Members({ session, isMaster, onDone }: PartProps) {
  const personas = listPersonas(session);
  const { members } = session.campaign;
  const assign = async (viewerId: string, personaId: string) => {
    const input = {
      campaignId: session.campaign.id,
      viewerId,
      personaId: personaId === '' ? null : personaId,
    };
    const sent = await sendMutation(ASSIGN_PERSONA, { input });
    onDone('problem' in sent ? sent.problem.message : describeFailure(sent.data.assignPersona));
  };
  if (members.length === 0) return <Empty>You play alone.</Empty>;
  return (
    <ul className="things">
      {members.map(({ id, viewerId, name, role, personaId, isViewer }) => (
        <li key={id}>
          <strong>{name}</strong> {isViewer ? '(you) ' : ''}
          <span className="tag">{role === 'GM' ? 'game master' : 'player'}</span>
          {isMaster && viewerId !== null ? (
            <select
              aria-label={`Persona of ${name}`}
              value={personaId ?? ''}
              onChange={({ target }) => void assign(viewerId, target.value)}
            >
              <option value="">{role === 'GM' ? 'acts for whoever has no player' : 'plays nobody'}</option>
              {personas.map((persona) => (
                <option key={persona.entityId} value={persona.entityId}>
                  plays {persona.name}
                </option>
              ))}
            </select>
          ) : (
            <span className="hint">
              {personas.find(({ entityId }) => entityId === personaId)?.name ?? 'plays nobody'}
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}

type InvitationProps = PartProps & Pick<Props, 'onInvited'>;

function Invitation({ session, onDone, onInvited }: InvitationProps) {
  const [persona, setPersona] = useState('');
  const [code, setCode] = useState<string | null>(null);
  const input = { campaignId: session.campaign.id, ...(persona === '' ? {} : { personaId: persona }) };
  const invite = async () => {
    const sent = await sendMutation(INVITE_PLAYER, { input });
    if ('problem' in sent) return onDone(sent.problem.message);
    const result = sent.data.invitePlayer;
    if (result.__typename !== 'InvitePlayerPayload') return onDone(describeFailure(result));
    setCode(result.invitationCode);
    onInvited();
  };
  return (
    <Panel title="Invite a player" operation={describeOperation(INVITE_PLAYER, { input })}>
      <div className="stack">
        <label className="field">
          <span>Persona</span>
          <select value={persona} onChange={({ target }) => setPersona(target.value)}>
            <option value="">to be decided</option>
            {listPersonas(session).map(({ entityId, name }) => (
              <option key={entityId} value={entityId}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <button type="button" onClick={() => void invite()}>
          Make an invitation
        </button>
        {code === null ? null : (
          <label className="field">
            <span>Give this address to the player. They need a token of this server, too.</span>
            <input
              readOnly
              value={`${location.origin}/join/${code}`}
              onFocus={({ target }) => target.select()}
            />
          </label>
        )}
      </div>
    </Panel>
  );
}

function Limits({ session, onDone }: PartProps) {
  const [topic, setTopic] = useState('');
  const [actionId, setActionId] = useState(createActionId);
  const input = { sessionId: session.id, actionId, topic: topic.trim() };
  const limit = async (how: 'STOP' | 'SKIP' | 'SOFTEN') => {
    const sent = await sendMutation(LIMIT_CONTENT, { input: { ...input, how } });
    setActionId(createActionId());
    setTopic('');
    onDone(
      'problem' in sent
        ? sent.problem.message
        : (describeFailure(sent.data.limitContent) ?? 'The table keeps to it.'),
    );
  };
  const isEmpty = topic.trim() === '';
  return (
    <Panel title="Limits" operation={describeOperation(LIMIT_CONTENT, { input: { ...input, how: 'SKIP' } })}>
      <label className="field">
        <span>What is too much?</span>
        <input value={topic} onChange={({ target }) => setTopic(target.value)} />
      </label>
      <div className="row limits">
        <button type="button" disabled={isEmpty} onClick={() => void limit('STOP')}>
          Never
        </button>
        <button type="button" disabled={isEmpty} onClick={() => void limit('SKIP')}>
          Skip it
        </button>
        <button type="button" disabled={isEmpty} onClick={() => void limit('SOFTEN')}>
          Softer
        </button>
      </div>
      <p className="hint">It holds for the whole table. Nobody is told who asked.</p>
    </Panel>
  );
}

type ModelsProps = Pick<Props, 'sessionId'> & Pick<PartProps, 'onDone'>;

function Models({ sessionId, onDone }: ModelsProps) {
  const { data, problem, reload, operation } = useOperation(SESSION_MODELS, { sessionId }, { isFresh: true });
  const session = data?.session;
  if (problem !== null) return <ProblemBox problem={problem} onRetry={reload} />;
  if (data === undefined || session === undefined || session === null) return null;
  const choose = async (part: { largeModel: string } | { smallModel: string }) => {
    const sent = await sendMutation(SET_MODELS, { input: { sessionId, ...part } });
    onDone('problem' in sent ? sent.problem.message : describeFailure(sent.data.setSessionModels));
    reload();
  };
  const options = (data.models ?? []).map(({ key, name }) => (
    <option key={key} value={key}>
      {name}
    </option>
  ));
  return (
    <Panel title="Models" operation={operation}>
      <div className="stack">
        <label className="field">
          <span>Narrates</span>
          <select
            value={session.largeModel ?? ''}
            onChange={({ target }) => void choose({ largeModel: target.value })}
          >
            {options}
          </select>
        </label>
        <label className="field">
          <span>Reads and records</span>
          <select
            value={session.smallModel ?? ''}
            onChange={({ target }) => void choose({ smallModel: target.value })}
          >
            {options}
          </select>
        </label>
      </div>
      <p className="hint">
        {session.usage?.calls ?? 0} calls so far, ${(session.usage?.costUsd ?? 0).toFixed(4)}
      </p>
    </Panel>
  );
}

function EndSession({ session, onDone }: PartProps) {
  const [isSure, setSure] = useState(false);
  const end = async () => {
    if (!isSure) return setSure(true);
    const sent = await sendMutation(END_SESSION, { sessionId: session.id });
    onDone(
      'problem' in sent
        ? sent.problem.message
        : (describeFailure(sent.data.endSession) ?? 'The session has ended. Its seed can be checked now.'),
    );
  };
  return (
    <Panel title="End the session" operation={describeOperation(END_SESSION, { sessionId: session.id })}>
      <p className="hint">The seed of the dice is revealed, and the story can go on in a new session.</p>
      <button type="button" onClick={() => void end()}>
        {isSure ? 'Yes, end it' : 'End the session'}
      </button>
    </Panel>
  );
}
