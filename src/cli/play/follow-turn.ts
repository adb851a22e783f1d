import { setTimeout as sleep } from 'node:timers/promises';
import { type Api, ServerLostError } from '#client/graphql-api.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { createWordWrap, wrapLines } from './render.ts';
import type { ShownPrompt } from './session-state.ts';
import { FollowedEvent, SESSION_EVENTS_SUBSCRIPTION, type SubscriptionEvent } from './turn-events.ts';

/** Ending of a followed turn, temporary or final. */
export type FollowedEnding =
  | { readonly ending: 'committed' | 'answered' | 'cancelled' | 'left' }
  | { readonly ending: 'failed'; readonly message: string; readonly retryable: boolean }
  | { readonly ending: 'prompted'; readonly prompt: ShownPrompt };

/** A place in the log of a session; null is its beginning. */
export type LogPosition = { readonly sessionId: string; readonly cursor: string | null };

type Tools = {
  readonly api: Api;
  readonly terminal: Terminal;
  readonly signal: AbortSignal;
  /** Whether the prose itself narrates the rolls, as the offline storyteller's does. */
  readonly tellsRolls: boolean;
};

/** Seconds between attempts to find the server again; after the last one it is lost. */
export const FOLLOW_TIMEOUTS = [0.2, 0.5, 1, 2, 4, 8, 8, 8];

/** Shows a turn while it is told, from a place on, and goes on after a broken connection exactly where it broke. */
export async function followTurn(
  turnId: string,
  from: LogPosition,
  tools: Tools,
): Promise<{ readonly end: FollowedEnding; readonly place: LogPosition }> {
  const voice = voiceOf(tools.terminal);
  let place = from;
  let lost = 0;
  const listen = async (): Promise<FollowedEnding | null> => {
    for await (const event of eventsFrom(place, tools)) {
      lost = 0;
      place = { ...place, cursor: event.__typename === 'Lagged' ? event.newestCursor : event.cursor };
      const isTold = event.__typename === 'DiceRolled' && tools.tellsRolls;
      const end = event.turnId === turnId && !isTold ? heard(event, voice) : null;
      if (end !== null) return end;
    }
    return null;
  };
  for (;;) {
    const end = await listen().catch((error: unknown) => brokenOff(error, lost, tools.signal, voice));
    if (end !== null) return { end, place };
    if (tools.signal.aborted) return { end: { ending: 'left' }, place };
    await sleep((FOLLOW_TIMEOUTS[lost] ?? 1) * 1000, undefined, { signal: tools.signal }).catch(() => {});
    lost++;
  }
}

/** Returns the ending after a broken connection; null when another attempt to reach the server is worthwhile. */
function brokenOff(error: unknown, lost: number, signal: AbortSignal, voice: Voice): FollowedEnding | null {
  if (signal.aborted) return { ending: 'left' };
  if (lost >= FOLLOW_TIMEOUTS.length || !(error instanceof ServerLostError)) throw error;
  if (lost === 0) voice.aside('the connection broke; looking for the server …');
  return null;
}

async function* eventsFrom(
  { sessionId, cursor }: LogPosition,
  { api, signal }: Tools,
): AsyncGenerator<SubscriptionEvent> {
  // A controller of its own, so that an abandoned stream is closed too.
  const hangUp = new AbortController();
  try {
    const variables = { sessionId, after: cursor };
    const either = AbortSignal.any([signal, hangUp.signal]);
    for await (const { turnEvents } of api.follow(
      SESSION_EVENTS_SUBSCRIPTION,
      variables,
      FollowedEvent,
      either,
    ))
      yield turnEvents;
  } finally {
    hangUp.abort();
  }
}

type Voice = {
  readonly prose: (text: string) => void;
  readonly aside: (text: string) => void;
  readonly finish: () => void;
};

function voiceOf({ print, style, width }: Terminal): Voice {
  let wrap = createWordWrap(width);
  let isMidLine = false;
  const finish = () => {
    const rest = wrap.end();
    print(rest);
    if (rest === '' ? isMidLine : !rest.endsWith('\n')) print('\n');
    wrap = createWordWrap(width);
    isMidLine = false;
  };
  return {
    prose: (text) => {
      const ready = wrap.add(text);
      if (ready === '') return;
      print(ready);
      isMidLine = !ready.endsWith('\n');
    },
    aside: (text) => {
      finish();
      print(`${style('dim', wrapLines(`  [${text}]`, width))}\n`);
    },
    finish,
  };
}

/** Shows one event of the turn. Returns the ending when the event ends the turn. */
function heard(event: SubscriptionEvent, voice: Voice): FollowedEnding | null {
  switch (event.__typename) {
    case 'NarrationDelta':
      voice.prose(event.text);
      return null;
    case 'NarrationRepaired':
      voice.aside('told anew, because it broke a rule of the table');
      voice.prose(event.repaired);
      return null;
    case 'NarrationWithdrawn':
      voice.aside('told anew from the beginning, because its server went away');
      return null;
    case 'DiceRolled':
      voice.aside(event.roll.line);
      return null;
    default:
      return ended(event, voice);
  }
}

function ended(event: SubscriptionEvent, voice: Voice): FollowedEnding | null {
  const end = toFollowedEnding(event);
  if (end === null) return null;
  if (event.__typename === 'TurnAnswered') voice.prose(event.answer);
  voice.finish();
  return end;
}

/** Reads the end of a turn from its event; null when the turn goes on. */
function toFollowedEnding(event: SubscriptionEvent): FollowedEnding | null {
  switch (event.__typename) {
    case 'TurnCommitted':
      return { ending: 'committed' };
    case 'TurnAnswered':
      return { ending: 'answered' };
    case 'TurnCancelled':
      return { ending: 'cancelled' };
    case 'TurnFailed':
      return { ending: 'failed', message: event.message, retryable: event.retryable };
    case 'PlayerPrompted': {
      const { prompt } = event;
      // A table of the scene is answered in the next turn; this one is about to be committed.
      return prompt.turn?.status.startsWith('AWAITING_') === true ? { ending: 'prompted', prompt } : null;
    }
    default:
      return null;
  }
}
