import type { TurnInput } from '#engine/domain/turn.ts';
import type { ChatAnswerRecord } from '#engine/store/chat-answers.ts';
import type { SessionRecord } from '#engine/store/sessions.ts';
import { isRejection } from '#engine/util/rejection.ts';
import type { Context } from '#schema/context.ts';
import { ChatError } from '../protocol/chat-error.ts';
import type { ChatConversation } from '../protocol/chat-request.ts';
import { digestText } from './answer-text.ts';
import type { StoryModel } from './story-models.ts';

/** Finds the latest answer of a conversation that this server told, and whether it is the last one. */
async function findKnownAnswer(
  { answers }: ChatConversation,
  { store, access }: Context,
): Promise<{ readonly answer: ChatAnswerRecord; readonly isLast: boolean } | null> {
  for (const [index, text] of [...answers.entries()].reverse()) {
    const answer = await store.chatAnswers.findByText(access.viewer.id, digestText(text));
    if (answer !== null) return { answer, isLast: index === answers.length - 1 };
  }
  return null;
}

/**
 * Finds the session in which the turn of a conversation is played, standing where the last answer left the story. An earlier place
 * is taken up in a session of its own. Returns null when the conversation belongs to no campaign yet.
 */
export async function findPlace(
  model: StoryModel,
  conversation: ChatConversation,
  context: Context,
): Promise<SessionRecord | null> {
  const known = await findKnownAnswer(conversation, context);
  const answered = known === null ? null : await context.store.sessions.find(known.answer.sessionId);
  const campaignId = model.kind === 'session' ? model.session.campaignId : answered?.campaignId;
  if (campaignId === undefined || (await context.access.standingIn(campaignId)) === null) return null;
  const sessions = await context.store.sessions.ofCampaigns([campaignId]);
  const current = findCurrent(model, sessions);
  const sceneId = known?.answer.sceneId ?? null;
  const isElsewhere = answered?.campaignId !== campaignId;
  if (known === null || !known.isLast || sceneId === null || isElsewhere) return requireSession(current);
  const members = await context.loaders.members.load(campaignId);
  // At a table of several the story goes on without this client, which is no reason to take it back.
  if (members.length > 1) return requireSession(current);
  const standing = sessions.find(
    ({ status, currentSceneId }) => status === 'active' && currentSceneId === sceneId,
  );
  const session =
    standing ??
    ((await hasOnlyCommandsSince(current, sceneId, context)) ? current : null) ??
    (await branchStory(campaignId, sceneId, context));
  await chooseNarration(known.answer, context);
  return session;
}

function findCurrent(model: StoryModel, sessions: readonly SessionRecord[]): SessionRecord | null {
  const named = model.kind === 'session' ? sessions.find(({ id }) => id === model.session.id) : undefined;
  if (named?.status === 'active') return named;
  return sessions.findLast(({ status }) => status === 'active') ?? null;
}

function requireSession(session: SessionRecord | null): SessionRecord {
  if (session !== null) return session;
  const message =
    'The last session of this campaign is ended. Start another one first, in the studio or by the API.';
  throw new ChatError(409, 'session_closed', message, { param: 'model' });
}

const MOST_COMMANDS = 20;

/** Returns whether a session went on from a scene by commands alone, which tell a chat client nothing. */
async function hasOnlyCommandsSince(
  session: SessionRecord | null,
  sceneId: string,
  { store }: Context,
): Promise<boolean> {
  const scene = await store.scenes.find(sceneId);
  if (session === null || scene === null) return false;
  const page = { limit: MOST_COMMANDS, from: 'start', after: scene.index, before: null } as const;
  const { items, hasMore } = await store.scenes.along(session.lineage, page);
  const isOnLine = session.lineage.some(
    ({ sessionId, upTo }) => sessionId === scene.sessionId && (upTo ?? Infinity) >= scene.index,
  );
  if (!isOnLine || hasMore) return false;
  const turns = await store.turns.findMany(items.flatMap(({ turnId }) => turnId ?? []));
  return turns.length === items.length && turns.every(({ input }) => isCommand(input));
}

function isCommand(input: TurnInput): boolean {
  return input.kind === 'operations' || (input.kind === 'story' && input.mode === 'GOD');
}

/** Takes the story up again at an earlier scene. Everything played after it stays, in the session that is put aside. */
export async function branchStory(
  campaignId: string,
  sceneId: string,
  context: Context,
): Promise<SessionRecord> {
  if ((await context.access.standingIn(campaignId))?.role !== 'gm') {
    const message = 'Only the game master of this campaign may take the story back to an earlier message.';
    throw new ChatError(403, 'forbidden', message, { param: 'messages' });
  }
  const started = await context.sittings.startSession(campaignId, sceneId);
  if (isRejection(started)) {
    throw new ChatError(409, started.rejected.replaceAll('-', '_'), started.reason, { param: 'messages' });
  }
  return started.session;
}

/** Lets the story go on with the narration that the client kept. */
async function chooseNarration({ sceneId, version }: ChatAnswerRecord, context: Context): Promise<void> {
  if (sceneId === null || version === null) return;
  const told = await context.store.narrations.narrationsOf(sceneId);
  const isOther = told.some((one) => one.version === version && !one.isChosen);
  if (isOther) await context.tellings.choose(sceneId, version);
}
