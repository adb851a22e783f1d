import type { TurnInput, TurnMode, TurnRecord } from '#engine/domain/turn.ts';
import { canAnswerTurn, isWorldCommand } from '#engine/domain/turn-permissions.ts';
import { isGodCommand, isOwnWords, listTakableChoices, RETURN_TO_STORY } from '#engine/state/choices.ts';
import type { Choice } from '#engine/state/record.ts';
import type { SessionRecord } from '#engine/store/sessions.ts';
import type { Regeneration } from '#engine/turn/regenerate-turn.ts';
import { parseTurnMode } from '#engine/turn/turn-mode.ts';
import type { TurnRequest } from '#engine/turn/turn-runner.ts';
import { isRejection } from '#engine/util/rejection.ts';
import { loadSender, resolveActingPersona } from './access/acting-persona.ts';
import type { Context } from './context.ts';
import { createPlainTextSchema } from './input/plain-text.ts';
import { createInvalidInput, createNotFound, type Failure } from './types/failure.ts';
import { toAnswerRequest } from './types/play/answer-prompt.ts';
import { loadAwaiting, type PromptInSession, toPromptGlobalId } from './types/play/player-prompt.ts';
import { toSessionFailure } from './types/play/session.ts';
import {
  findPersonaName,
  findTurnPersonaName,
  refuseForeignAnswer,
  refusePersona,
  type TakenTurn,
  toTakeTurnResult,
} from './types/play/take-turn-result.ts';
import {
  createContinuation,
  findExistingTurn,
  type TurnAction,
  toTurnInput,
} from './types/play/turn-input.ts';
import { isTurnRetryable } from './types/play/turn-transcript.ts';
import { readCampaignTexts } from './views/pack-contents.ts';
import { canReadTurn } from './views/turn-records.ts';

/** Action of a viewer in a session. The caller has checked that the viewer is a member of its campaign. */
export type PlayerAction = {
  readonly sessionId: string;
  /** The client's own name for the action: sent again, it gives the same turn. */
  readonly actionId: string;
  readonly action: TurnAction;
  readonly mode?: TurnMode | null | undefined;
  readonly personaId?: string | null | undefined;
  /** Wishes for the prose of this turn. They count from a game master alone. */
  readonly tableNotes?: string;
};

/** Plays one action of a viewer. With `wait` it returns when the turn is over. */
export async function takeTurn(
  action: PlayerAction,
  wait: boolean,
  context: Context,
): Promise<TakenTurn | Failure> {
  const request = await createTurnRequest(action, context);
  if ('failure' in request) return request;
  return toTakeTurnResult(await context.turns.submit(request), wait, context);
}

/** Tries a failed turn again, with the same action, answers and dice. A turn that was told is returned as it is. */
export async function retryTurn(
  turnId: string,
  wait: boolean,
  context: Context,
): Promise<TakenTurn | Failure> {
  // Read without the cache, because the status of the turn changes meanwhile.
  const turn = await context.store.turns.find(turnId);
  const session = turn === null ? null : await context.loaders.session.load(turn.sessionId);
  if (turn === null || session === null) {
    return createNotFound(['input', 'turnId'], 'there is no such turn.');
  }
  if (turn.status === 'committed' || turn.status === 'answered') return { taken: turn };
  const sender = await loadSender(session, context);
  if (!sender.isMaster && !canPlayersRetry(turn, sender)) {
    return refuseForeignAnswer(await findTurnPersonaName(turn, context), ['input', 'turnId']);
  }
  if (turn.status !== 'running' && !(await isTurnRetryable(turn, context))) {
    const why = turn.status === 'failed' ? 'the story has gone on since' : 'it did not fail';
    return createInvalidInput(['input', 'turnId'], `${why}; take a turn instead.`);
  }
  const { sessionId, actionId, input } = turn;
  return toTakeTurnResult(await context.turns.submit({ sessionId, actionId, input, sender }), wait, context);
}

/** Returns whether a player may try a turn again: an opening, a continuation, or a turn of their own persona. */
function canPlayersRetry(turn: TurnRecord, sender: Parameters<typeof canAnswerTurn>[0]): boolean {
  if (isWorldCommand(turn)) return false;
  if (turn.input.kind === 'opening' || turn.input.kind === 'continuation') return true;
  return 'personaId' in turn.input && canAnswerTurn(sender, turn);
}

/** Returns the action that lets the story go on by itself from where a session stands. */
export async function loadContinuation(session: SessionRecord, context: Context): Promise<TurnAction> {
  const { checkpoint, sequenceId } = await createContinuation(session, context);
  const { sceneId: id, location, missions } = checkpoint;
  const sceneId = { typename: 'Scene', id } as const;
  return { continuation: { sceneId, sequenceId, location, missions: [...missions] } };
}

/** Prompt with the id that an answer names. */
export type AwaitedPrompt = PromptInSession & { readonly globalId: string };

/** Loads what a session waits for of this viewer; null when nothing is awaited. */
export async function loadAwaitedPrompt(
  session: SessionRecord,
  context: Context,
): Promise<AwaitedPrompt | null> {
  const prompt = await loadAwaiting(session, context);
  return prompt === null ? null : { ...prompt, globalId: toPromptGlobalId(prompt, {}, context) };
}

/** Loads the choices that the viewer's persona is offered where a session stands. */
export async function loadOfferedChoices(
  session: SessionRecord,
  context: Context,
): Promise<readonly Choice[]> {
  const personaId = await resolveActingPersona(null, false, session, context);
  const choices = listTakableChoices(await context.loaders.snapshot.load(session.currentSceneId), personaId);
  return choices.filter((choice) => !isOwnWords(choice) && !choice.key.startsWith('god:'));
}

/** Loads the authored text that players read before the opening of a session's campaign; null without one. */
export async function loadPrologue(sessionId: string, context: Context): Promise<string | null> {
  const session = await context.loaders.session.load(sessionId);
  const campaign = session === null ? null : await context.loaders.campaign.load(session.campaignId);
  return campaign === null ? null : (await readCampaignTexts(campaign, context)).prologue;
}

/** Has a turn told again for a viewer who may read it. */
export async function regenerateTurn(turnId: string, context: Context): Promise<Regeneration | Failure> {
  const turn = await context.loaders.turn.load(turnId);
  if (turn !== null && !(await canReadTurn(turn, context))) {
    return createNotFound(['input', 'turnId'], NOT_PERCEIVED);
  }
  const told = await context.tellings.regenerate(turnId);
  return isRejection(told) ? toSessionFailure(told) : told;
}

/** Players learn nothing of turns their persona did not perceive. */
export const NOT_PERCEIVED = 'there is none that your persona perceived.';

/** Rejects story actions while the scene waits for a roll on its table. */
async function checkOfferedRollTable(
  request: TurnRequest,
  { currentSceneId }: Pick<SessionRecord, 'currentSceneId'>,
  context: Context,
): Promise<TurnRequest | Failure> {
  if (!isStory(request.input)) return request;
  const { pendingRoll } = await context.loaders.snapshot.load(currentSceneId);
  if (pendingRoll === null) return request;
  // The action that produced the table keeps its turn when it is sent again.
  if ((await findExistingTurn(request.sessionId, request.actionId, context)) !== null) return request;
  const { personaId, purpose } = pendingRoll;
  const { sender } = request;
  if (sender === undefined || sender.isMaster || sender.plays.includes(personaId)) {
    return held(`a roll is awaited: ${purpose}. Send \`answer\`, with your own number or without.`);
  }
  const who = await findPersonaName(personaId, currentSceneId, context);
  return held(
    `a roll of ${who} is awaited, and the story waits for it; ask about the game with mode \`DM\`.`,
  );
}

function held(message: string): Failure {
  return createInvalidInput(['input', 'action'], message);
}

function isStory(input: TurnInput): boolean {
  if (input.kind === 'continuation' || input.kind === 'instruction') return true;
  return input.kind === 'story' && (input.mode === 'STORY' || input.mode === 'THINK');
}

const ActionId = createPlainTextSchema(
  128,
  'give each action a fresh name, a UUID for instance',
  'a UUID is a good choice',
);

async function createTurnRequest(input: PlayerAction, context: Context): Promise<TurnRequest | Failure> {
  const actionId = ActionId.safeParse(input.actionId);
  if (!actionId.success) {
    return createInvalidInput(['input', 'actionId'], `${actionId.error.issues[0]?.message}.`);
  }
  const session = await context.loaders.session.load(input.sessionId);
  if (session === null) return createNotFound(['input', 'sessionId'], 'there is no such session.');
  const campaign = await context.loaders.campaign.load(session.campaignId);
  if (campaign?.deletedAt != null) {
    return createInvalidInput(['input', 'sessionId'], 'its campaign is deleted; restore it to play on.');
  }
  const { action, mode = null, personaId: named = null } = input;
  if (action.answer != null && mode !== null && mode !== 'STORY') {
    return createInvalidInput(['input', 'mode'], `\`answer\` is not meant as ${mode}; leave \`mode\` out.`);
  }
  if (action.answer != null) {
    const sender = await loadSender(session, context);
    return toAnswerRequest(action.answer, { session, actionId: actionId.data, sender }, context);
  }
  const [personaId, sender] = await Promise.all([
    resolveActingPersona(named, isOfNobody(action, mode), session, context),
    loadSender(session, context),
  ]);
  if (personaId === null) return refusePersona(named, sender.isMaster);
  const acting = { personaId, isMaster: sender.isMaster, session, actionId: actionId.data };
  const asked = await toTurnInput(action, mode, acting, context);
  if (isRejection(asked))
    return createInvalidInput(['input', ...(asked.path ?? []).map(String)], asked.reason);
  const noted = withTableNotes(asked, input.tableNotes, sender.isMaster);
  const request = { sessionId: session.id, actionId: actionId.data, input: noted, sender };
  return checkOfferedRollTable(request, session, context);
}

/** Returns true for actions a game master takes without a persona: instructions, commands, and questions about the game. */
function isOfNobody(
  { text, choice, instruction, continuation }: TurnAction,
  asked: TurnMode | null,
): boolean {
  if (text != null) return ['GOD', 'DM'].includes(parseTurnMode(text, asked).mode);
  if (choice != null) return isGodCommand({ key: choice }) || choice === RETURN_TO_STORY.key;
  return instruction != null || continuation != null;
}

function withTableNotes(input: TurnInput, notes: string | undefined, isMaster: boolean): TurnInput {
  if (input.kind !== 'story' || notes === undefined || !isMaster) return input;
  return { ...input, tableNotes: notes };
}
