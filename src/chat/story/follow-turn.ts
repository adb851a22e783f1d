import type { TurnRecord } from '#engine/domain/turn.ts';
import { EventReader } from '#engine/live/event-reader.ts';
import type { LiveEvent } from '#engine/live/live-event.ts';
import type { TurnEvent } from '#engine/live/turn-event.ts';
import type { EventViewer } from '#engine/store/event-rows.ts';
import type { Context } from '#schema/context.ts';
import { ChatError, toChatError } from '../protocol/chat-error.ts';
import { writePrompt } from './answer-text.ts';

/**
 * Part of an answer. `line` is a paragraph of its own: dice, notices, answers out of character. `prose` is the next piece of the
 * narration, and `restart` says that the prose so far no longer counts.
 */
export type AnswerPart =
  | { readonly type: 'line' | 'prose'; readonly text: string }
  | { readonly type: 'restart' };

/** Joins the parts of an answer to its whole text. */
export async function collectText(parts: AsyncIterable<AnswerPart>): Promise<string> {
  const paragraphs: string[] = [];
  let prose = '';
  for await (const part of parts) {
    if (part.type === 'restart') prose = '';
    else if (part.type === 'prose') prose += part.text;
    else {
      paragraphs.push(prose, part.text);
      prose = '';
    }
  }
  return [...paragraphs, prose]
    .map((text) => text.trim())
    .filter((text) => text !== '')
    .join('\n\n');
}

/** Returns the events a viewer may read in a campaign: a game master all, a player those of their persona. */
async function createViewer(campaignId: string, { access }: Context): Promise<EventViewer> {
  const membership = await access.standingIn(campaignId);
  if (membership === null) throw new ChatError(404, 'model_not_found', 'There is no such session.');
  return membership.role === 'gm'
    ? { audience: 'gm' }
    : { audience: 'player', personaId: membership.personaId };
}

/** Events after which an attempt at a turn tells nothing more. */
const LAST: readonly string[] = [
  'player-prompted',
  'turn-answered',
  'turn-committed',
  'turn-failed',
  'turn-cancelled',
];

/** Tells a turn from the event log: what was told so far, then the rest as it comes. Throws when it fails. */
export async function* followTurn(turn: TurnRecord, context: Context): AsyncGenerator<AnswerPart> {
  const { id: turnId, sessionId } = turn;
  const session = await context.store.sessions.find(sessionId);
  const viewer = await createViewer(session?.campaignId ?? '', context);
  // Read in this order: events of a turn that has none yet come after the newest.
  const newest = await context.log.newest(sessionId);
  const first = (await context.store.events.firstSequences([{ sessionId, turnId }])).get(turnId);
  const after = first === undefined ? newest : first - 1;
  const reader = new EventReader(context.log, { sessionId, after, ...viewer });
  try {
    for (let events = await reader.next(); events !== null; events = await reader.next()) {
      for (const event of events) {
        if (event.body.type === 'server-going-away') throw GOING_AWAY;
        if (!isOfAttempt(event, turn)) continue;
        yield* tellEvent(event);
        if (LAST.includes(event.body.type)) return;
      }
    }
  } finally {
    reader.stop();
  }
  throw GOING_AWAY;
}

const GOING_AWAY = new ChatError(
  503,
  'server_stopping',
  'The server is stopping. Send the same request again.',
);

/** Earlier attempts ended without a result, or in a question that was answered since. */
function isOfAttempt(event: LiveEvent, { id, attempt }: TurnRecord): event is TurnEvent {
  return event.turnId === id && 'attempt' in event.body && event.body.attempt >= attempt;
}

function* tellEvent({ body }: TurnEvent): Generator<AnswerPart> {
  switch (body.type) {
    case 'dice-rolled':
      if (body.roll.line !== '') yield { type: 'line', text: `[${body.roll.line}]` };
      return;
    case 'narration-delta':
      yield { type: 'prose', text: body.text };
      return;
    case 'narration-repaired':
      yield { type: 'restart' };
      yield { type: 'prose', text: body.text };
      return;
    case 'narration-withdrawn':
      yield { type: 'restart' };
      return;
    case 'persona-notified':
    case 'command-reported':
    case 'turn-answered':
      yield { type: 'line', text: body.text };
      return;
    case 'player-prompted':
      yield { type: 'line', text: writePrompt(body.prompt) };
      return;
    case 'turn-failed':
      throw toChatError(body);
    case 'turn-cancelled':
      throw new ChatError(
        409,
        'turn_cancelled',
        'The turn was cancelled. Send the message again to play it.',
      );
  }
}

/** Tells a scene once more, in other words, from the event log. `regenerate` starts it. */
export async function* followRegeneration<Told extends { readonly narration: string }>(
  { sceneId, sessionId }: { readonly sceneId: string; readonly sessionId: string },
  regenerate: () => Promise<Told>,
  context: Context,
): AsyncGenerator<AnswerPart, Told> {
  const after = await context.log.newest(sessionId);
  const session = await context.store.sessions.find(sessionId);
  const viewer = await createViewer(session?.campaignId ?? '', context);
  const reader = new EventReader(context.log, { sessionId, after, ...viewer });
  let streamed = '';
  const telling = regenerate().finally(reader.stop);
  // It is awaited below; until then a failure must not end the process.
  telling.catch(() => {});
  let tellingId: string | null = null;
  for (let events = await reader.next(); events !== null; events = await reader.next()) {
    for (const { body } of events) {
      if (body.type === 'retelling-started' && body.sceneId === sceneId) tellingId ??= body.tellingId;
      if (body.type !== 'retelling-delta' || body.tellingId !== tellingId) continue;
      streamed += body.text;
      yield { type: 'prose', text: body.text };
    }
  }
  const told = await telling;
  if (told.narration.startsWith(streamed))
    yield { type: 'prose', text: told.narration.slice(streamed.length) };
  else {
    yield { type: 'restart' };
    yield { type: 'prose', text: told.narration };
  }
  return told;
}
