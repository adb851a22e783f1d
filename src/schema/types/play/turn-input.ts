import {
  type Checkpoint,
  createStoryInput,
  type TurnInput,
  type TurnMode,
  type TurnRecord,
} from '#engine/domain/turn.ts';
import { isGodCommand, isOwnWords, listTakableChoices, RETURN_TO_STORY } from '#engine/state/choices.ts';
import type { Choice } from '#engine/state/record.ts';
import type { SessionRecord } from '#engine/store/sessions.ts';
import { parseTurnMode } from '#engine/turn/turn-mode.ts';
import { isRejection, type Rejection, reject } from '#engine/util/rejection.ts';
import { builder } from '../../builder.ts';
import type { Context } from '../../context.ts';
import { abbreviate } from '../../errors.ts';
import { PlayerText } from '../../input/plain-text.ts';
import { loadVisibleScene } from '../../views/visible-scene.ts';
import { Scene } from '../scene/scene.ts';
import { AnswerInput } from './answer-prompt.ts';

/** Instructions a game master can give; each is narrated in its own way. */
const InstructionType = builder.enumType('InstructionType', {
  description: 'Kind of instruction from a game master to the storyteller.',
  values: {
    SCENE_DIRECTION: { value: 'scene_direction', description: 'Something happens now.' },
    TIME_SKIP: { value: 'time_skip', description: 'The story goes on later.' },
    CHAPTER_START: { value: 'chapter_start', description: 'A new chapter is opened.' },
  } as const,
});

const InstructionInput = builder.inputType('InstructionInput', {
  description: 'Instruction of the game master, instead of a player action.',
  fields: (t) => ({
    type: t.field({ type: InstructionType, required: true, description: 'Kind of instruction.' }),
    text: t.string({ required: true, description: 'Instruction in free text.' }),
  }),
});

const ContinuationInput = builder.inputType('ContinuationInput', {
  description:
    'Position of the story as the client knows it. The turn is rejected when the position differs.',
  fields: (t) => ({
    sceneId: t.globalID({ required: true, for: Scene, description: 'The scene you have before you.' }),
    sequenceId: t.int({ required: true, description: 'The index of that scene.' }),
    location: t.string({ required: true, description: 'The name of the place it ends at; empty for none.' }),
    missions: t.stringList({ required: true, description: 'The ids of the missions that are under way.' }),
  }),
});

export const TurnActionInput = builder.inputType('TurnActionInput', {
  description: 'Action of a turn: exactly one of these.',
  isOneOf: true,
  fields: (t) => ({
    text: t.string({ description: 'Action or speech of your character, in free text.' }),
    choice: t.string({ description: 'The key of one of the choices the scene offers.' }),
    answer: t.field({
      type: AnswerInput,
      description: 'The dice or the answer that play waits for, as `Session.awaiting` says.',
    }),
    instruction: t.field({ type: InstructionInput, description: 'Only the game master may give one.' }),
    continuation: t.field({ type: ContinuationInput, description: 'Let the story go on by itself.' }),
  }),
});

export type TurnAction = typeof TurnActionInput.$inferInput;

/** Finds the turn of an action id. Returns null when the id is new, or when its turn failed or was cancelled and may be retried. */
export async function findExistingTurn(
  sessionId: string,
  actionId: string,
  { store }: Pick<Context, 'store'>,
): Promise<TurnRecord | null> {
  const turn = await store.turns.findByAction(sessionId, actionId);
  return turn?.status === 'failed' || turn?.status === 'cancelled' ? null : turn;
}

type Given = NonNullable<TurnAction['continuation']>;
type Continuation = Extract<TurnInput, { readonly kind: 'continuation' }>;
type Acting = { readonly session: SessionRecord; readonly actionId: string };

/** Returns a continuation when the client names the current position; rejects it with the first wrong field otherwise. */
async function checkContinuation(
  given: Given,
  { session, actionId }: Acting,
  context: Context,
): Promise<Continuation | Rejection> {
  const { sceneId, sequenceId, location, missions } = given;
  const mistaken = mistakeIn(given, await createContinuation(session, context));
  const checkpoint = { sceneId: sceneId.id, location, missions: [...missions] };
  // A repeated action keeps its turn, although the story has moved past its checkpoint.
  const isKnown = mistaken !== null && (await findExistingTurn(session.id, actionId, context)) !== null;
  return mistaken === null || isKnown
    ? { kind: 'continuation', checkpoint, sequenceId }
    : reject('out-of-step', mistaken.reason, ['action', 'continuation', mistaken.field]);
}

/** Creates a continuation from the current scene, limited to the view of the caller. */
export async function createContinuation(
  { currentSceneId, sceneIndex }: SessionRecord,
  context: Context,
): Promise<Continuation> {
  const checkpoint = await checkpointAt(currentSceneId, context);
  return { kind: 'continuation', checkpoint, sequenceId: sceneIndex };
}

async function checkpointAt(sceneId: string, context: Context): Promise<Checkpoint> {
  const scene = await context.loaders.scene.load(sceneId);
  if (scene === null) throw new Error(`a session stands at scene ${sceneId}, which is not there`);
  const { view, viewScope } = await loadVisibleScene(scene, context);
  const missions = view.missions.filter(({ status }) => status === 'accepted' || status === 'in_progress');
  const location = viewScope.entityOf(view.scene.placeId)?.name ?? '';
  return { sceneId, location, missions: missions.map(({ id }) => id) };
}

function mistakeIn(
  { sceneId, sequenceId, location, missions }: Given,
  { checkpoint: stands, sequenceId: index }: Continuation,
): { readonly field: keyof Given; readonly reason: string } | null {
  const where = `the story stands at scene ${index}; read it and ask again.`;
  if (sequenceId !== index) return { field: 'sequenceId', reason: where };
  if (sceneId.id !== stands.sceneId) return { field: 'sceneId', reason: `this is another scene; ${where}` };
  if (location !== stands.location) {
    const place = stands.location === '' ? 'no place' : stands.location;
    return { field: 'location', reason: `the scene ends at ${place}.` };
  }
  if (missions.length !== stands.missions.length || !stands.missions.every((id) => missions.includes(id))) {
    const which = stands.missions.length === 0 ? 'none are' : `these are: ${stands.missions.join(', ')}`;
    return { field: 'missions', reason: `not those that are under way; ${which}.` };
  }
  return null;
}

type ActingTurnInputFor = {
  readonly personaId: string;
  readonly isMaster: boolean;
  readonly session: SessionRecord;
  readonly actionId: string;
};

/** Converts an action other than an answer into a turn input; rejects it when it lacks something its kind needs. */
export async function toTurnInput(
  action: TurnAction,
  asked: TurnMode | null,
  acting: ActingTurnInputFor,
  context: Context,
): Promise<TurnInput | Rejection> {
  const { personaId, isMaster } = acting;
  const contradicted = contradiction(action, asked);
  if (contradicted !== null) return contradicted;
  const { text, choice, instruction, continuation } = action;
  if (text != null) return spoken(text, asked, personaId, isMaster);
  if (choice != null) return chosen(choice, acting, context);
  if (instruction != null) return instructed(instruction, isMaster);
  if (continuation != null) return checkContinuation(continuation, acting, context);
  return reject('nothing-done', 'say what is done: one of its fields is needed.', ['action']);
}

/** Rejects a mode that contradicts the kind of action. Only text can have several modes. */
function contradiction(action: TurnAction, asked: TurnMode | null): Rejection | null {
  const [kind] = Object.entries(action).find(([, given]) => given != null) ?? ['text'];
  if (asked === null || asked === 'STORY' || kind === 'text') return null;
  if (asked === 'GOD' && action.choice?.startsWith('god:')) return null;
  return reject(
    'mode-contradicted',
    `\`${kind}\` is not meant as ${asked}; leave \`mode\` out, or say it in \`text\`.`,
    ['mode'],
  );
}

function instructed(
  { type: instructionType, text }: NonNullable<TurnAction['instruction']>,
  isMaster: boolean,
): TurnInput | Rejection {
  const said = worded(text, ['action', 'instruction', 'text']);
  if (isRejection(said)) return said;
  if (!isMaster) return mastersOnly(['action', 'instruction']);
  return { kind: 'instruction', instructionType, text: said.words };
}

function spoken(
  text: string,
  asked: TurnMode | null,
  personaId: string,
  isMaster: boolean,
): TurnInput | Rejection {
  const words = worded(text, ['action', 'text']);
  if (isRejection(words)) return words;
  const meant = parseTurnMode(words.words, asked);
  if (meant.text.trim() === '') {
    const wanted = `say there what you ${meant.mode === 'GOD' ? 'command' : 'ask'}`;
    return reject('bad-text', `The text is empty behind ${JSON.stringify(words.words)}; ${wanted}.`, [
      'action',
      'text',
    ]);
  }
  if (meant.mode === 'GOD' && !isMaster) return mastersOnly(['mode']);
  return createStoryInput(meant.text, { personaId, mode: meant.mode });
}

async function chosen(
  key: string,
  acting: ActingTurnInputFor,
  context: Context,
): Promise<TurnInput | Rejection> {
  const { personaId, isMaster, session, actionId } = acting;
  if (key === RETURN_TO_STORY.key) return returned(acting, context);
  if (isGodCommand({ key }) && !isMaster) return mastersOnly(['action', 'choice']);
  const offered = listTakableChoices(await context.loaders.snapshot.load(session.currentSceneId), personaId);
  if (!offered.some((choice) => choice.key === key)) {
    // An earlier choice may be sent again, even if the scene no longer offers it.
    const earlier = await context.store.turns.findByAction(session.id, actionId);
    return earlier?.input.kind === 'story' && earlier.input.choiceKey === key
      ? { ...earlier.input, personaId }
      : notOffered(key, offered, isMaster);
  }
  if (isOwnWords({ key })) {
    return reject('choice-needs-words', 'say in `text` what you do instead.', ['action', 'choice']);
  }
  return createStoryInput('', { personaId, choiceKey: key, mode: isGodCommand({ key }) ? 'GOD' : 'STORY' });
}

/** Returns to the story. Every player may do so; a repeated action keeps its original continuation. */
async function returned({ session, isMaster, actionId, personaId }: ActingTurnInputFor, context: Context) {
  const earlier = await findExistingTurn(session.id, actionId, context);
  if (earlier?.input.kind === 'continuation') return earlier.input;
  const snapshot = await context.loaders.snapshot.load(session.currentSceneId);
  const choices = listTakableChoices(snapshot, personaId);
  return choices.some(({ key }) => key === RETURN_TO_STORY.key)
    ? createContinuation(session, context)
    : notOffered(RETURN_TO_STORY.key, choices, isMaster);
}

function notOffered(key: string, choices: readonly Choice[], isMaster: boolean): Rejection {
  const shown = choices
    .filter((choice) => !isOwnWords(choice) && (isMaster || !isGodCommand(choice)))
    .map((choice) => choice.key);
  const offered = shown.length === 0 ? 'the scene offers none' : `the scene offers ${shown.join(', ')}`;
  return reject('unknown-choice', `there is no choice ${JSON.stringify(abbreviate(key))}; ${offered}.`, [
    'action',
    'choice',
  ]);
}

function worded(text: string, path: readonly string[]): { readonly words: string } | Rejection {
  const words = PlayerText.safeParse(text);
  if (words.success) return { words: words.data };
  return reject('bad-text', `${words.error.issues[0]?.message}.`, [...path]);
}

function mastersOnly(path: readonly string[]): Rejection {
  return reject('game-master-only', 'only the game master of this campaign may do this.', [...path]);
}
