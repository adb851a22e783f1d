import type { VariablesOf } from '../api/graphql.ts';
import type { TAKE_TURN } from '../documents/table.ts';
import type { LiveSnapshot } from './live-store.ts';
import type { TableSession } from './table-page.tsx';

type Input = VariablesOf<typeof TAKE_TURN>['input'];

/** An action that has not reached the server for certain. Sent again under its id, it is played once. */
export type PendingAction = {
  readonly actionId: string;
  readonly action: Input['action'];
  /** Acting persona; null for the player's own. */
  readonly personaId: string | null;
  readonly mode: 'STORY' | 'THINK' | 'DM' | 'GOD' | null;
  /** Text the player reads while it is sent. */
  readonly text: string;
};

const keyOf = (sessionId: string) => `scenewright.pending.${sessionId}`;

/** Keeps an action until the server has it, also when the page is loaded again. */
export function savePending(sessionId: string, pending: PendingAction | null): void {
  if (pending === null) sessionStorage.removeItem(keyOf(sessionId));
  else sessionStorage.setItem(keyOf(sessionId), JSON.stringify(pending));
}

/** Returns the action that was being sent when the page was left; null without one. */
export function readPending(sessionId: string): PendingAction | null {
  const saved = sessionStorage.getItem(keyOf(sessionId));
  // Only `savePending` writes under this key.
  return saved === null ? null : (JSON.parse(saved) as PendingAction);
}

/** Returns the turn that waits for dice or an answer; undefined when none does. Questions outside the story may come after it. */
export function findWaiting({ turns }: TableSession) {
  return turns.nodes.findLast(({ status }) => status.startsWith('AWAITING'));
}

/** Says whether the page shows the turn of an action already: its events, its failure, or the turn itself behind the answered prompt. */
export function isTurnShown(
  turnId: string,
  pending: PendingAction | null,
  { turns, awaiting }: TableSession,
  live: Pick<LiveSnapshot, 'turn' | 'problem'>,
): boolean {
  if (live.turn?.turnId === turnId || live.problem?.turnId === turnId) return true;
  const action = pending?.action;
  const answered = action !== undefined && 'answer' in action ? action.answer?.promptId : null;
  const isAnswered = awaiting === null || awaiting.id !== answered;
  return isAnswered && turns.nodes.some(({ id }) => id === turnId);
}

/** Makes an id for an action. It also works on pages without HTTPS, where `randomUUID` does not exist. */
export function createActionId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
