import { mayAnswer, personaOf } from '#engine/store/sender.ts';
import type { SessionRecord } from '#engine/store/sessions.ts';
import type { RollGiven, TurnInput } from '#engine/store/turns.ts';
import type { TurnRequest } from '#engine/turn/turn-runner.ts';
import type { Context } from '../context.ts';
import { type Failure, invalidInput } from './failure.ts';
import { personaName } from './persona-name.ts';
import { standingTurn } from './standing-turn.ts';
import { awaitedOf } from './take-turn-result.ts';

/**
 * Holds an action against the table its scene has offered. While that waits for its roll the story waits too, and the roll is
 * given for the persona it was offered to, by whoever may.
 */
export async function atOfferedTable(
  request: TurnRequest,
  { currentSceneId }: Pick<SessionRecord, 'currentSceneId'>,
  context: Context,
): Promise<TurnRequest | Failure> {
  const { input } = request;
  if (input.kind !== 'roll' && !isStory(input)) return request;
  const { pendingRoll } = await context.loaders.snapshot.load(currentSceneId);
  if (input.kind === 'roll') {
    const of = await rollerOf(request, pendingRoll?.personaId ?? null, context);
    return of === null ? request : givenFor(of, { ...request, input }, currentSceneId, context);
  }
  if (pendingRoll === null) return request;
  // The action that brought the table up, sent again, is still the turn it was.
  if ((await standingTurn(request.sessionId, request.actionId, context)) !== null) return request;
  const { personaId, purpose } = pendingRoll;
  const { sender } = request;
  if (sender === undefined || sender.isMaster || sender.plays.includes(personaId)) {
    return held(`a roll is awaited: ${purpose}. Send \`roll\`, with your own number or without.`);
  }
  const who = await personaName(personaId, currentSceneId, context);
  return held(
    `a roll of ${who} is awaited, and the story waits for it; ask about the game with mode \`DM\`.`,
  );
}

/** A roll in the name of the persona whose it is, from whoever may give it. */
async function givenFor(
  personaId: string,
  request: TurnRequest & { readonly input: RollGiven },
  sceneId: string,
  context: Context,
): Promise<TurnRequest | Failure> {
  const { input, sender } = request;
  const roll: RollGiven = { ...input, personaId };
  if (sender === undefined || mayAnswer(sender, { input: roll })) return { ...request, input: roll };
  return awaitedOf(await personaName(personaId, sceneId, context), ['input', 'action', 'roll']);
}

function held(message: string): Failure {
  return invalidInput(['input', 'action'], message);
}

function isStory(input: TurnInput): boolean {
  if (input.kind === 'continuation' || input.kind === 'instruction') return true;
  return input.kind === 'story' && (input.mode === 'STORY' || input.mode === 'THINK');
}

/** Whose roll begins a turn; null when it answers one that began otherwise, or nobody is to roll. One that was sent before stays whose it was. */
async function rollerOf(
  { sessionId, actionId }: TurnRequest,
  offeredTo: string | null,
  { store }: Context,
): Promise<string | null> {
  const earlier = await store.turns.findByAction(sessionId, actionId);
  if (earlier === null) return offeredTo;
  return earlier.input.kind === 'roll' ? personaOf(earlier.input) : null;
}
