import { useCallback, useEffect, useRef, useState } from 'react';
import type { ResultOf } from '../api/graphql.ts';
import { type Sent, sendMutation } from '../api/use-operation.ts';
import { TAKE_TURN } from '../documents/table.ts';
import { createActionId, type PendingAction, readPending, savePending } from './take-turn.ts';

export type Sending = {
  readonly pending: PendingAction | null;
  /** Turn that the server has made of the pending action; null before. */
  readonly takenId: string | null;
  /** Forgets the pending action: its turn is shown now. */
  readonly settle: () => void;
  /** Whether the last attempt to send it failed for want of a connection. */
  readonly isWaiting: boolean;
  /** Why the server did not take the last action; null when it did. */
  readonly refusal: { readonly message: string; readonly text: string } | null;
  readonly send: (action: NewAction) => void;
  readonly giveUp: () => void;
  /** Tells of something else that the server did not do. */
  readonly refuse: (message: string) => void;
  readonly dismiss: () => void;
};

/** An action of the viewer's own persona unless another one is named. */
type NewAction = Omit<PendingAction, 'actionId' | 'personaId'> & { readonly personaId?: string | null };

/** Time until an action that could not be sent is sent again. */
const AGAIN_MILLISECONDS = 2_000;

/** Sends actions: again and again without a connection, and never twice to the story. */
export function useTurns(sessionId: string, onTaken: () => void): Sending {
  const [pending, setPending] = useState<PendingAction | null>(() => readPending(sessionId));
  const [attempt, setAttempt] = useState(0);
  const [takenId, setTakenId] = useState<string | null>(null);
  const [refusal, setRefusal] = useState<Sending['refusal']>(null);
  const taken = useRef(onTaken);
  taken.current = onTaken;

  const finish = useCallback(() => {
    savePending(sessionId, null);
    setPending(null);
    setTakenId(null);
    setAttempt(0);
  }, [sessionId]);

  useEffect(() => {
    if (pending === null) return;
    let isOver = false;
    const { actionId, action, mode, personaId, text } = pending;
    const input = {
      sessionId,
      actionId,
      action,
      wait: false,
      ...(mode === null ? {} : { mode }),
      ...(personaId === null ? {} : { personaId }),
    };
    const deliver = async () => {
      const sent = await sendMutation(TAKE_TURN, { input });
      if (isOver) return;
      if ('problem' in sent && sent.problem.isNetwork) return setAttempt(attempt + 1);
      const { turnId, refused } = readOutcome(sent);
      if (turnId === null) finish();
      else {
        // It is shown as pending until the page knows of its turn, but never sent again.
        savePending(sessionId, null);
        setTakenId(turnId);
      }
      if (refused === null) taken.current();
      else setRefusal({ message: refused, text });
    };
    const timer = setTimeout(() => void deliver(), attempt === 0 ? 0 : AGAIN_MILLISECONDS);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [pending, attempt, sessionId, finish]);

  const send = useCallback<Sending['send']>(
    ({ personaId = null, ...action }) => {
      const next = { ...action, personaId, actionId: createActionId() };
      savePending(sessionId, next);
      setRefusal(null);
      setTakenId(null);
      setAttempt(0);
      setPending(next);
    },
    [sessionId],
  );
  const refuse = useCallback((message: string) => setRefusal({ message, text: '' }), []);
  const dismiss = useCallback(() => setRefusal(null), []);
  return {
    pending,
    takenId,
    settle: finish,
    isWaiting: attempt > 0 && takenId === null,
    refusal,
    send,
    giveUp: finish,
    refuse,
    dismiss,
  };
}

type Outcome = { readonly turnId: string | null; readonly refused: string | null };

/**
 * Returns the turn that was begun, or why the action was not taken. A turn that failed tells so by its events, with the way to try
 * again.
 */
function readOutcome(sent: Sent<ResultOf<typeof TAKE_TURN>>): Outcome {
  if ('problem' in sent) return { turnId: null, refused: sent.problem.message };
  const { takeTurn } = sent.data;
  if (takeTurn.__typename === 'TurnPayload') return { turnId: takeTurn.turn.id, refused: null };
  return { turnId: null, refused: takeTurn.__typename === 'TurnFailure' ? null : takeTurn.message };
}
