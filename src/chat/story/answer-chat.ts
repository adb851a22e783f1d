import type { TurnRecord } from '#engine/domain/turn.ts';
import type { ChatAnswerRecord } from '#engine/store/chat-answers.ts';
import type { SessionRecord } from '#engine/store/sessions.ts';
import { parseTurnMode } from '#engine/turn/turn-mode.ts';
import { isRejection } from '#engine/util/rejection.ts';
import type { Context } from '#schema/context.ts';
import {
  type AwaitedPrompt,
  loadAwaitedPrompt,
  loadContinuation,
  loadOfferedChoices,
  type PlayerAction,
  retryTurn,
  takeTurn,
} from '#schema/play-actions.ts';
import { ChatError, toChatError } from '../protocol/chat-error.ts';
import type { ChatConversation } from '../protocol/chat-request.ts';
import { digest, digestText, findNumbered, readFaces } from './answer-text.ts';
import { findPlace } from './find-place.ts';
import {
  type AnswerOptions,
  type OpenAnswer,
  openAnotherNarration,
  openRest,
  openTurnAnswer,
  reopenAnswer,
} from './open-answer.ts';
import type { StoryModel } from './story-models.ts';

export type AskedAnswer = {
  readonly model: string;
  readonly story: StoryModel;
  readonly conversation: ChatConversation;
  readonly wantsChoices: boolean;
};

const MOST_WAITS = 3;

/** Opens the answer to a request: a new turn, an answer that was not delivered, or another narration of one that was. */
export async function openAnswer(asked: AskedAnswer, context: Context): Promise<OpenAnswer> {
  for (let waits = 0; ; waits += 1) {
    // Each try sees what has changed since the one before.
    const fresh = context.renewed();
    const opened = await tryToOpen(asked, fresh);
    if (!('busy' in opened)) return opened;
    if (waits === MOST_WAITS) throw toChatError(opened.busy);
    await fresh.turns.finished(opened.busy.turnId);
  }
}

/** Another turn of the session runs. */
type Busy = {
  readonly busy: { readonly code: string; readonly message: string; readonly turnId: string };
};

async function tryToOpen(asked: AskedAnswer, context: Context): Promise<OpenAnswer | Busy> {
  const request = digestRequest(asked);
  const options = { request, wantsChoices: asked.wantsChoices };
  const earlier = await findEarlierAnswer(request, asked.conversation, context);
  if (earlier !== null) return repeatAnswer(earlier, asked, context);
  const rest = await findRestOfAnswer(asked.conversation, options, context);
  if (rest !== null) return rest;
  const session = await findPlace(asked.story, asked.conversation, context);
  const turn =
    session === null
      ? await startCampaign(asked.story, context)
      : await play(session, asked, request, context);
  return 'busy' in turn ? turn : openTurnAnswer(turn, options, context);
}

/** Returns the identity of a request. Messages before the last answer do not count, because clients leave them out. */
function digestRequest({ model, conversation: { kind, playerText, answers } }: AskedAnswer): string {
  const last = digestText(answers.at(-1) ?? '').text;
  return digest(JSON.stringify([model, kind, last, digestText(playerText).text]));
}

/** Opens the rest of an answer that broke off, when the client asks for its continuation. */
async function findRestOfAnswer(
  { kind, answers }: ChatConversation,
  options: AnswerOptions,
  context: Context,
): Promise<OpenAnswer | null> {
  const last = answers.at(-1);
  if (kind !== 'continue' || last === undefined) return null;
  const { store, access } = context;
  const answer = await store.chatAnswers.findByText(access.viewer.id, digestText(last));
  if (answer === null || (await access.standingAt(answer.sessionId)) === null) return null;
  return openRest(answer, last, options, context);
}

type EarlierAnswer = { readonly answer: ChatAnswerRecord; readonly turn: TurnRecord };

/** Finds the answer to the same request. Without an answer to place it by, it only counts while the story stands there. */
async function findEarlierAnswer(
  request: string,
  { answers }: ChatConversation,
  { store, access }: Context,
): Promise<EarlierAnswer | null> {
  const answer = await store.chatAnswers.findByRequest(access.viewer.id, request);
  const turn = answer === null ? null : await store.turns.find(answer.turnId);
  const session = turn === null ? null : await store.sessions.find(turn.sessionId);
  if (answer === null || turn === null || session === null || turn.status === 'cancelled') return null;
  const campaign = await store.campaigns.find(session.campaignId);
  if (campaign === null || campaign.deletedAt != null) return null;
  if ((await access.standingIn(campaign.id)) === null) return null;
  const last = answers.at(-1);
  if (last !== undefined)
    return (await isToldSince(last, answer, { store, access })) ? null : { answer, turn };
  const stands = [turn.sceneId, turn.baseSceneId].some((id) => id === session.currentSceneId);
  return stands && session.status === 'active' ? { answer, turn } : null;
}

/** Returns whether a text was told again since an answer: the same words behind it are then another turn. */
async function isToldSince(
  text: string,
  { id }: ChatAnswerRecord,
  { store, access }: Pick<Context, 'store' | 'access'>,
): Promise<boolean> {
  const digests = digestText(text);
  const latest = await store.chatAnswers.findByText(access.viewer.id, digests);
  return latest !== null && latest.text === digests.text && latest.id >= id;
}

/** Answers a request that was sent before: delivers what was not delivered, else tells it in other words. */
async function repeatAnswer(
  { answer, turn }: EarlierAnswer,
  asked: AskedAnswer,
  context: Context,
): Promise<OpenAnswer | Busy> {
  const options = { request: answer.request, wantsChoices: asked.wantsChoices };
  if (turn.status === 'failed') {
    const retried = await retryTurn(turn.id, false, context);
    if (!('taken' in retried)) throw toChatError(retried);
    return openTurnAnswer(retried.taken, options, context);
  }
  if (answer.deliveredAt === null) return reopenAnswer(answer, turn, options, context);
  if (turn.status === 'committed' && turn.sceneId !== null && isNarrated(turn)) {
    return openAnotherNarration({ ...turn, sceneId: turn.sceneId }, options, context);
  }
  const session = turn.status === 'answered' ? await context.store.sessions.find(turn.sessionId) : null;
  if (session?.status !== 'active') return reopenAnswer(answer, turn, options, context);
  const again = await play(session, asked, answer.id, context);
  return 'busy' in again ? again : openTurnAnswer(again, options, context);
}

/** Commands are reported, not narrated: there is no other way to tell them. */
function isNarrated({ input }: TurnRecord): boolean {
  return input.kind !== 'operations' && !(input.kind === 'story' && input.mode === 'GOD');
}

/** Starts the campaign of an entry point. Its opening is the answer, and the player's text only starts it. */
async function startCampaign(story: StoryModel, { campaigns, access }: Context): Promise<TurnRecord> {
  if (story.kind !== 'start') throw new Error('a session has no place in its own campaign');
  const started = await campaigns.start({
    entryPointId: story.entryPointId,
    name: null,
    owner: { viewerId: access.viewer.id, name: access.viewer.name },
  });
  if (isRejection(started)) {
    throw new ChatError(400, started.rejected.replaceAll('-', '_'), started.reason, { param: 'model' });
  }
  return started.openingTurn;
}

/** Plays the turn of a request. `salt` distinguishes actions with the same words at the same scene. */
async function play(
  session: SessionRecord,
  { conversation }: AskedAnswer,
  salt: string,
  context: Context,
): Promise<TurnRecord | Busy> {
  const { notes } = conversation;
  const action: PlayerAction = {
    sessionId: session.id,
    actionId: `chat:${digest(JSON.stringify([salt, session.currentSceneId]))}`,
    action: await toAction(conversation, session, context),
    ...(notes === '' ? {} : { tableNotes: notes }),
  };
  const taken = await takeTurn(action, false, context);
  if ('taken' in taken) return taken.taken;
  const turnId = 'turnId' in taken ? String(taken.turnId) : null;
  if (taken.code === 'SESSION_BUSY' && turnId !== null) return { busy: { ...taken, turnId } };
  throw toChatError(taken);
}

/** Converts the player's words: an answer to what is awaited, a choice by its number, else an action in free text. */
async function toAction(
  { kind, playerText }: ChatConversation,
  session: SessionRecord,
  context: Context,
): Promise<PlayerAction['action']> {
  const prompt = await loadAwaitedPrompt(session, context);
  const { mode } = parseTurnMode(playerText, null);
  if (prompt !== null && mode === 'STORY') return { answer: toAnswer(prompt, playerText) };
  if (kind === 'continue') return loadContinuation(session, context);
  const choices = await loadOfferedChoices(session, context);
  const choice = choices[findNumbered(playerText, choices.length) ?? -1];
  return choice === undefined ? { text: playerText } : { choice: choice.key };
}

function toAnswer(prompt: AwaitedPrompt, playerText: string) {
  const promptId = prompt.globalId;
  if (prompt.kind === 'roll') return { promptId, faces: readFaces(playerText, prompt.dice) };
  const option = prompt.options[findNumbered(playerText, prompt.options.length) ?? -1];
  return { promptId, text: option ?? playerText };
}
