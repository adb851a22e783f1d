import { z } from 'zod';
import { createStoryInput, type TurnInput } from '#engine/domain/turn.ts';
import { type ActionSender, canAnswerTurn, getPersonaId } from '#engine/domain/turn-permissions.ts';
import { parsePromptId } from '#engine/live/player-prompt.ts';
import type { SessionRecord } from '#engine/store/sessions.ts';
import type { TurnRequest } from '#engine/turn/turn-runner.ts';
import { builder } from '../../builder.ts';
import type { Context } from '../../context.ts';
import { PlayerText } from '../../input/plain-text.ts';
import { decodeGlobalId } from '../../views/global-id.ts';
import { createInvalidInput, type Failure } from '../failure.ts';
import { toOptionId } from './player-prompt.ts';
import { findPersonaName, refuseForeignAnswer } from './take-turn-result.ts';

export const AnswerInput = builder.inputType('AnswerInput', {
  description:
    'Answer to a prompt. A roll takes `faces` or nothing; a question takes `optionId` or `text`. Sent again, it counts once.',
  fields: (t) => ({
    promptId: t.id({
      required: true,
      description: 'The prompt, from `Session.awaiting` or `PlayerPrompted`.',
    }),
    optionId: t.id({ description: 'The option that is chosen.' }),
    text: t.string({ description: 'Answer in free words.' }),
    faces: t.intList({
      description: 'Faces of your own dice, in order, without modifiers. Without it, the engine rolls.',
    }),
  }),
});

type Answer = typeof AnswerInput.$inferInput;
type Answering = {
  readonly session: SessionRecord;
  readonly actionId: string;
  readonly sender: ActionSender;
};

const PATH = ['input', 'action', 'answer'];
const Faces = z.array(z.int().min(1).max(1000)).min(1).max(100);

function refuse(field: keyof Answer, message: string): Failure {
  return createInvalidInput([...PATH, field], message);
}

const NOT_AWAITED = 'this is not awaited any more; look again at what the story waits for.';

/** Converts an answer into the request that resumes the turn it was asked in, or plays the turn it begins. */
export async function toAnswerRequest(
  answer: Answer,
  answering: Answering,
  context: Context,
): Promise<TurnRequest | Failure> {
  const named = decodeGlobalId(answer.promptId);
  const origin = named === null ? null : parsePromptId(named.id);
  if (named === null || origin === null || !['RollPrompt', 'QuestionPrompt'].includes(named.typename)) {
    return refuse('promptId', 'this is no prompt; give the id of `Session.awaiting` just as it is.');
  }
  const given =
    named.typename === 'RollPrompt' ? readFaces(answer) : await readWords(answer, named.id, context);
  if ('failure' in given) return given;
  if ('turnId' in origin) return toTurnAnswer(origin, given, answering, context);
  if (origin.sessionId !== answering.session.id) return refuse('promptId', NOT_AWAITED);
  return toSceneAnswer(origin.sceneIndex, given, answering, context);
}

type Given = { readonly faces: readonly number[] | null } | { readonly text: string };

async function toTurnAnswer(
  { turnId, waitId }: { readonly turnId: string; readonly waitId: string },
  given: Given,
  { session, sender }: Answering,
  { store }: Context,
): Promise<TurnRequest | Failure> {
  // Read without the cache: other answers may have come in meanwhile.
  const turn = await store.turns.find(turnId);
  if (turn === null || turn.sessionId !== session.id) return refuse('promptId', NOT_AWAITED);
  const input: TurnInput =
    'faces' in given
      ? { kind: 'roll', personaId: getPersonaId(turn.input), faces: given.faces, rollId: waitId }
      : { kind: 'clarification', text: given.text, questionId: waitId };
  return { sessionId: session.id, actionId: turn.actionId, input, sender };
}

/** Creates the turn that answers a scene. An answer that was sent before under the same action id is recognised. */
async function toSceneAnswer(
  sceneIndex: number,
  given: Given,
  { session, actionId, sender }: Answering,
  context: Context,
): Promise<TurnRequest | Failure> {
  const { currentSceneId, id: sessionId } = session;
  const earlier = await context.store.turns.findByAction(sessionId, actionId);
  const { pendingRoll, pendingClarification } = await context.loaders.snapshot.load(currentSceneId);
  const pending = 'faces' in given ? pendingRoll : pendingClarification;
  const personaId =
    earlier !== null
      ? getPersonaId(earlier.input)
      : pending?.sceneIndex === sceneIndex
        ? pending.personaId
        : null;
  if (personaId === null) return refuse('promptId', NOT_AWAITED);
  if (!canAnswerTurn(sender, { input: { kind: 'roll', personaId, faces: null } })) {
    return refuseForeignAnswer(await findPersonaName(personaId, currentSceneId, context), PATH);
  }
  if ('faces' in given) {
    return { sessionId, actionId, sender, input: { kind: 'roll', personaId, faces: given.faces } };
  }
  const question = earlier?.input.kind === 'story' ? earlier.input.asked : readQuestion(pendingClarification);
  const input = createStoryInput(given.text, {
    personaId,
    ...(question === undefined ? {} : { asked: question }),
  });
  return { sessionId, actionId, sender, input };
}

function readQuestion(pending: { readonly question: string; readonly actionText: string } | null) {
  return pending === null ? undefined : { question: pending.question, actionText: pending.actionText };
}

function readFaces({ faces = null, text, optionId }: Answer): Given | Failure {
  if (text != null) return refuse('text', 'dice are awaited: give `faces`, or nothing and the engine rolls.');
  if (optionId != null)
    return refuse('optionId', 'dice are awaited: give `faces`, or nothing and the engine rolls.');
  if (faces !== null && !Faces.safeParse(faces).success) {
    return refuse('faces', 'name what each die shows, one whole number from 1 up for each.');
  }
  return { faces };
}

async function readWords(
  { faces, text, optionId }: Answer,
  promptId: string,
  context: Context,
): Promise<Given | Failure> {
  if (faces != null) return refuse('faces', 'a question was asked: answer with `optionId` or `text`.');
  if ((text == null) === (optionId == null)) {
    return refuse('text', 'answer with `optionId` or `text`, one of them.');
  }
  if (text != null) {
    const words = PlayerText.safeParse(text);
    return words.success ? { text: words.data } : refuse('text', `${words.error.issues[0]?.message}.`);
  }
  const chosen = await findOption(promptId, optionId ?? '', context);
  return chosen === null ? refuse('optionId', 'this is no option of the question.') : { text: chosen };
}

/** Finds the text of an option. An answer that was given before is found although its turn no longer waits. */
async function findOption(promptId: string, optionId: string, { store }: Context): Promise<string | null> {
  const chosenId = decodeGlobalId(optionId)?.id;
  const origin = parsePromptId(promptId);
  if (origin === null || !('turnId' in origin)) return null;
  const turn = await store.turns.find(origin.turnId);
  if (turn === null) return null;
  const answer = turn.answers.find((one) => one.kind === 'clarification' && one.questionId === origin.waitId);
  if (answer?.kind === 'clarification') return answer.text;
  const options = turn.suspension?.kind === 'clarification' ? (turn.suspension.options ?? []) : [];
  return options.find((_text, index) => toOptionId(promptId, index) === chosenId) ?? null;
}
