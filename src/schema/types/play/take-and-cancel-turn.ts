import { hasBindingRoll, type TurnInput, type TurnMode, type TurnRecord } from '#engine/domain/turn.ts';
import { canAnswerTurn, canCancelTurn, isWorldCommand } from '#engine/domain/turn-permissions.ts';
import { isGodCommand, RETURN_TO_STORY } from '#engine/state/choices.ts';
import type { SessionRecord } from '#engine/store/sessions.ts';
import { parseTurnMode } from '#engine/turn/turn-mode.ts';
import type { TurnRequest } from '#engine/turn/turn-runner.ts';
import { isRejection } from '#engine/util/rejection.ts';
import { loadSender, resolveActingPersona } from '../../access/acting-persona.ts';
import { builder } from '../../builder.ts';
import type { Context } from '../../context.ts';
import { createPlainTextSchema } from '../../input/plain-text.ts';
import { createInvalidInput, createNotFound, type Failure } from '../failure.ts';
import { toAnswerRequest } from './answer-prompt.ts';
import { Session } from './session.ts';
import {
  findPersonaName,
  findTurnPersonaName,
  refuseCommandCancellation,
  refuseForeignAnswer,
  refuseForeignCancellation,
  refusePersona,
  type TakenTurn,
  TurnResult,
  toTakeTurnResult,
} from './take-turn-result.ts';
import { Turn, TurnModeEnum } from './turn.ts';
import { findExistingTurn, type TurnAction, TurnActionInput, toTurnInput } from './turn-input.ts';
import { isTurnRetryable } from './turn-transcript.ts';

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

const TakeTurnInput = builder.inputType('TakeTurnInput', {
  description: 'Action of a player.',
  fields: (t) => ({
    sessionId: t.globalID({ required: true, for: Session, description: 'The session to play in.' }),
    actionId: t.id({
      required: true,
      description:
        'Your own name for this action, a fresh UUID for instance. Sent again, it gives the same turn: never a second one. The answer to a turn that waits resumes that turn.',
    }),
    action: t.field({ type: TurnActionInput, required: true, description: 'Action.' }),
    mode: t.field({
      type: TurnModeEnum,
      description:
        'Mode of the text. Default: read from the text. `GOD MODE:` and a `GOD_MODE_SET:` block command, `DM:` asks out of character, `THINK` and "I think about …" think, all else is story. Other actions than `text` have their own mode; a different one is rejected.',
    }),
    personaId: t.id({
      description:
        'Acting persona, by the id inside the campaign. Default: your persona. A game master may act for personas without a player.',
    }),
    wait: t.boolean({
      defaultValue: true,
      description:
        'Whether to answer when the turn is finished, or as soon as it has begun. It goes on either way.',
    }),
  }),
});

builder.mutationField('takeTurn', (t) =>
  t.field({
    type: TurnResult,
    description: 'Plays one turn. It runs on the server whether or not you stay to watch.',
    args: { input: t.arg({ type: TakeTurnInput, required: true, description: 'Action of the player.' }) },
    resolve: async (_root, { input }, context) => {
      const request = await requestOf(input, context);
      if ('failure' in request) return request;
      return toTakeTurnResult(await context.turns.submit(request), input.wait ?? true, context);
    },
  }),
);

async function requestOf(
  input: typeof TakeTurnInput.$inferInput,
  context: Context,
): Promise<TurnRequest | Failure> {
  const actionId = ActionId.safeParse(input.actionId);
  if (!actionId.success) {
    return createInvalidInput(['input', 'actionId'], `${actionId.error.issues[0]?.message}.`);
  }
  const session = await context.loaders.session.load(input.sessionId.id);
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
  const request = { sessionId: session.id, actionId: actionId.data, input: asked, sender };
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

const CancelTurnInput = builder.inputType('CancelTurnInput', {
  description: 'The turn to cancel.',
  fields: (t) => ({
    turnId: t.globalID({ required: true, for: Turn, description: 'The turn to call off.' }),
  }),
});

builder.mutationField('cancelTurn', (t) =>
  t.field({
    type: TurnResult,
    description:
      'Cancels a running or waiting turn. Allowed for the player of its persona and the game master; after awaited dice were rolled, for the game master alone. Only its recording is kept.',
    args: { input: t.arg({ type: CancelTurnInput, required: true, description: 'The turn to cancel.' }) },
    resolve: async (_root, { input: { turnId } }, context) => {
      const refused = await refusalOf(turnId.id, context);
      if (refused !== null) return refused;
      const turn = await context.turns.cancel(turnId.id);
      if (turn === null) return createNotFound(['input', 'turnId'], 'there is no such turn.');
      if (turn.status === 'cancelled') return { taken: turn };
      return createInvalidInput(
        ['input', 'turnId'],
        `this turn is ${turn.status} and cannot be called off any more.`,
      );
    },
  }),
);

async function refusalOf(turnId: string, context: Context): Promise<Failure | null> {
  // Read without the cache, because the status and dice of the turn change meanwhile.
  const turn = await context.store.turns.find(turnId);
  const session = turn === null ? null : await context.loaders.session.load(turn.sessionId);
  if (turn === null || session === null) return null;
  if (!canCancelTurn(await loadSender(session, context), turn)) {
    return isWorldCommand(turn)
      ? refuseCommandCancellation(['input', 'turnId'])
      : refuseForeignCancellation(await findTurnPersonaName(turn, context), ['input', 'turnId']);
  }
  // Prevents players from cancelling a turn because they dislike its dice.
  const standing = hasBindingRoll(turn) ? await context.access.standingIn(session.campaignId) : null;
  if (standing === null || standing.role === 'gm') return null;
  return createInvalidInput(
    ['input', 'turnId'],
    'its dice have fallen; only the game master can call it off now.',
  );
}

const RetryTurnInput = builder.inputType('RetryTurnInput', {
  description: 'The turn to try again.',
  fields: (t) => ({
    turnId: t.globalID({ required: true, for: Turn, description: 'A turn that failed, an opening too.' }),
    wait: t.boolean({
      defaultValue: true,
      description: 'Whether to answer when the turn is finished, or as soon as it has begun. Default true.',
    }),
  }),
});

builder.mutationField('retryTurn', (t) =>
  t.field({
    type: TurnResult,
    description:
      'Tries a failed turn again, with the same action, answers and dice. A turn that was told is returned as it is, never told twice.',
    args: { input: t.arg({ type: RetryTurnInput, required: true, description: 'The turn to try again.' }) },
    resolve: (_root, { input }, context) => retry(input.turnId.id, input.wait ?? true, context),
  }),
);

async function retry(turnId: string, wait: boolean, context: Context): Promise<TakenTurn | Failure> {
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
