import type { TurnRecord } from '#engine/domain/turn.ts';
import type { ChatAnswerRecord } from '#engine/store/chat-answers.ts';
import type { Context } from '#schema/context.ts';
import { loadAwaitedPrompt, loadOfferedChoices, loadPrologue, regenerateTurn } from '#schema/play-actions.ts';
import { toChatError } from '../protocol/chat-error.ts';
import type { ChatUsage } from '../protocol/chat-reply.ts';
import { digestText, findRest, writeNumbered, writePrompt } from './answer-text.ts';
import { branchStory } from './find-place.ts';
import { type AnswerPart, collectText, followRegeneration, followTurn } from './follow-turn.ts';

/** Answer that is being told. */
export type OpenAnswer = {
  readonly parts: AsyncGenerator<AnswerPart>;
  /** Records the whole text, so that the next request finds its place by it. */
  readonly complete: (text: string) => Promise<void>;
  /** Notes whether the client has the whole answer. */
  readonly markDelivered: (isDelivered: boolean) => Promise<void>;
  readonly usage: () => Promise<ChatUsage>;
};

/** Options for telling an answer. */
export type AnswerOptions = {
  /** Digest of the request it answers. */
  readonly request: string;
  /** Whether the choices of the scene follow the prose. */
  readonly wantsChoices: boolean;
};

/** Opens the answer of a turn that was just taken, and adds its record. */
export async function openTurnAnswer(
  turn: TurnRecord,
  options: AnswerOptions,
  context: Context,
): Promise<OpenAnswer> {
  const id = await addRecord(turn, options, context);
  return createOpenAnswer(id, turn, tellTurn(turn, options, context), context, () => 1);
}

/** Opens an answer that was begun before: a later narration as it was told, or the turn from its beginning. */
export function reopenAnswer(
  { id, version }: ChatAnswerRecord,
  turn: TurnRecord,
  options: AnswerOptions,
  context: Context,
): OpenAnswer {
  const told = version ?? 1;
  const parts = told === 1 ? tellTurn(turn, options, context) : tellNarration(turn, told, options, context);
  return createOpenAnswer(id, turn, parts, context, () => told);
}

/**
 * Opens the rest of an answer of which the client has the beginning alone. Its record stays: together both are the answer. Returns
 * null when there is no rest.
 */
export async function openRest(
  answer: ChatAnswerRecord,
  beginning: string,
  options: AnswerOptions,
  context: Context,
): Promise<OpenAnswer | null> {
  const turn = await context.store.turns.find(answer.turnId);
  if (turn === null || answer.text === digestText(beginning).text) return null;
  const whole = reopenAnswer(answer, turn, options, context);
  const rest = findRest(await collectText(whole.parts), beginning);
  if (rest === null) return null;
  async function* tell(text: string): AsyncGenerator<AnswerPart> {
    yield { type: 'prose', text };
  }
  return { ...whole, parts: tell(rest), complete: async () => {} };
}

type ToldTurn = TurnRecord & { readonly sceneId: string };

/** Opens another narration of a turn. The earlier ones stay; the story goes on with the one the client keeps. */
export async function openAnotherNarration(
  turn: ToldTurn,
  options: AnswerOptions,
  context: Context,
): Promise<OpenAnswer> {
  await standAt(turn, context);
  let id = '';
  let version = 1;
  async function* tell(): AsyncGenerator<AnswerPart> {
    const prologue = turn.input.kind === 'opening' ? await loadPrologue(turn.sessionId, context) : null;
    if (prologue !== null) yield { type: 'line', text: prologue };
    const told = yield* followRegeneration(turn, () => regenerate(turn, context), context);
    version = told.version;
    id = await addRecord(turn, options, context);
    yield* tellBelowProse(turn.id, options, context.renewed());
  }
  return createOpenAnswer(
    () => id,
    turn,
    tell(),
    context,
    () => version,
  );
}

/** Makes sure that a session which goes on stands at the scene, or made it: else it cannot be told again. */
async function standAt({ sessionId, sceneId }: ToldTurn, context: Context): Promise<void> {
  const session = await context.store.sessions.find(sessionId);
  if (session === null || session.status === 'active') return;
  const sessions = await context.store.sessions.ofCampaigns([session.campaignId]);
  const stands = sessions.some((one) => one.status === 'active' && one.currentSceneId === sceneId);
  if (!stands) await branchStory(session.campaignId, sceneId, context);
}

async function regenerate({ id }: ToldTurn, context: Context) {
  const told = await regenerateTurn(id, context);
  if ('failure' in told) throw toChatError(told);
  return told;
}

async function addRecord(
  { id: turnId, sessionId }: TurnRecord,
  { request }: AnswerOptions,
  { store, access, clock, newId }: Context,
): Promise<string> {
  const id = newId();
  const viewerId = access.viewer.id;
  await store.chatAnswers.add({ id, viewerId, request, sessionId, turnId, createdAt: clock() });
  return id;
}

function createOpenAnswer(
  id: string | (() => string),
  { id: turnId, sessionId }: TurnRecord,
  parts: AsyncGenerator<AnswerPart>,
  { store, clock }: Context,
  readVersion: () => number,
): OpenAnswer {
  const readId = () => (typeof id === 'string' ? id : id());
  return {
    parts,
    complete: async (text) => {
      const turn = await store.turns.find(turnId);
      if (turn === null) return;
      const version = turn.sceneId === null ? null : readVersion();
      const sceneId = turn.sceneId ?? turn.baseSceneId;
      await store.chatAnswers.complete(readId(), { ...digestText(text), sceneId, version });
    },
    markDelivered: (isDelivered) => store.chatAnswers.markDelivered(readId(), isDelivered ? clock() : null),
    usage: async () => {
      const lines = await store.calls.usage({ turnId, sessionId });
      const sum = (count: (line: (typeof lines)[number]) => number) =>
        lines.reduce((total, line) => total + count(line), 0);
      return {
        promptTokens: sum((line) => line.inputTokens + line.cacheWriteTokens + line.cacheReadTokens),
        cachedTokens: sum((line) => line.cacheReadTokens),
        completionTokens: sum((line) => line.outputTokens),
      };
    },
  };
}

async function* tellTurn(
  turn: TurnRecord,
  options: AnswerOptions,
  context: Context,
): AsyncGenerator<AnswerPart> {
  const prologue = turn.input.kind === 'opening' ? await loadPrologue(turn.sessionId, context) : null;
  if (prologue !== null) yield { type: 'line', text: prologue };
  yield* followTurn(turn, context);
  yield* tellBelowProse(turn.id, options, context.renewed());
}

async function* tellNarration(
  turn: TurnRecord,
  version: number,
  options: AnswerOptions,
  context: Context,
): AsyncGenerator<AnswerPart> {
  const narrations = turn.sceneId === null ? [] : await context.store.narrations.narrationsOf(turn.sceneId);
  const told = narrations.find((one) => one.version === version);
  yield { type: 'prose', text: told?.narration ?? '' };
  yield* tellBelowProse(turn.id, options, context);
}

/** Tells what stands below the prose: the epilogue, what is awaited, or the choices. */
async function* tellBelowProse(
  turnId: string,
  { wantsChoices }: AnswerOptions,
  context: Context,
): AsyncGenerator<AnswerPart> {
  const { store } = context;
  const turn = await store.turns.find(turnId);
  if (turn?.status !== 'committed') return;
  for (const { payload } of await store.events.ofTurn(turn.sessionId, turnId, ['story-ended'])) {
    yield { type: 'line', text: String(Object(payload).epilogue) };
  }
  const session = await store.sessions.find(turn.sessionId);
  if (session === null || session.currentSceneId !== turn.sceneId) return;
  const prompt = await loadAwaitedPrompt(session, context);
  if (prompt !== null) yield { type: 'line', text: writePrompt(prompt) };
  if (prompt !== null || !wantsChoices) return;
  const choices = await loadOfferedChoices(session, context);
  if (choices.length > 0) yield { type: 'line', text: writeNumbered(choices.map(({ text }) => text)) };
}
