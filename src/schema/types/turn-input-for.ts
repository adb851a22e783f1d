import { z } from 'zod';
import { isRejection, type Rejection, reject } from '#engine/kit/rejection.ts';
import { isCommand, RETURN_TO_STORY } from '#engine/state/return-to-story.ts';
import type { Snapshot } from '#engine/state/snapshot.ts';
import type { SessionRecord } from '#engine/store/sessions.ts';
import { storyInput, type TurnInput, type TurnMode } from '#engine/store/turns.ts';
import { modeOf } from '#engine/turn/mode-of.ts';
import type { Context } from '../context.ts';
import { plainText } from '../plain-text.ts';
import type { TurnAction } from './turn-action.ts';

const MOST_CHARACTERS = 4_000;
const Words = plainText(MOST_CHARACTERS, 'say what your character does or says', 'say it in several turns');
const Faces = z.array(z.int().min(1).max(1000)).min(1).max(100);

type Acting = {
  readonly personaId: string;
  readonly isMaster: boolean;
  readonly session: SessionRecord;
  readonly actionId: string;
};

/** What an action sets going, once it is known to have all that its kind needs; or what it lacks. */
export async function turnInputFor(
  action: TurnAction,
  asked: TurnMode | null,
  acting: Acting,
  context: Context,
): Promise<TurnInput | Rejection> {
  const { personaId, isMaster, session } = acting;
  const contradicted = contradiction(action, asked);
  if (contradicted !== null) return contradicted;
  const { text, choice, roll, clarification, instruction, continuation } = action;
  if (text != null) return spoken(text, asked, personaId, isMaster);
  if (choice != null) return chosen(choice, acting, context);
  if (roll != null) return rolled(roll, personaId);
  if (clarification != null) return clarified(clarification);
  if (instruction != null) return instructed(instruction, isMaster);
  if (continuation != null) return continued(continuation, session, context);
  return reject('nothing-done', 'say what is done: one of its fields is needed.', ['action']);
}

/** Words can be meant in several ways; whatever else is done means itself. */
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

function clarified(text: string): TurnInput | Rejection {
  const said = worded(text, ['action', 'clarification']);
  return isRejection(said) ? said : { kind: 'clarification', text: said.words };
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
  const meant = modeOf(words.words, asked);
  if (meant.text.trim() === '') {
    const wanted = `say there what you ${meant.mode === 'GOD' ? 'command' : 'ask'}`;
    return reject('bad-text', `is empty behind ${JSON.stringify(words.words)}; ${wanted}.`, [
      'action',
      'text',
    ]);
  }
  if (meant.mode === 'GOD' && !isMaster) return mastersOnly(['mode']);
  return storyInput(meant.text, { personaId, mode: meant.mode });
}

async function chosen(
  key: string,
  { personaId, isMaster, session, actionId }: Acting,
  { loaders, store }: Context,
): Promise<TurnInput | Rejection> {
  const snapshot = await loaders.snapshot.load(session.currentSceneId);
  const { planning } = snapshot;
  const keys = planning.choices.map((choice) => choice.key);
  if (!keys.includes(key)) {
    // What was chosen before may be sent again, whatever the scene offers by now.
    const earlier = await store.turns.findByAction(session.id, actionId);
    if (earlier?.input.kind === 'story' && earlier.input.choiceKey === key) {
      return { ...earlier.input, personaId };
    }
    const shown = planning.choices
      .filter((choice) => isMaster || !isCommand(choice))
      .map((choice) => choice.key);
    const offered = shown.length === 0 ? 'the scene offers none' : `the scene offers ${shown.join(', ')}`;
    return reject('unknown-choice', `there is no choice ${JSON.stringify(key)}; ${offered}.`, [
      'action',
      'choice',
    ]);
  }
  if (key === 'other_action' || key === 'custom_action') {
    return reject('choice-needs-words', 'say in `text` what you do instead.', ['action', 'choice']);
  }
  if (key === RETURN_TO_STORY.key) return goingOn(session, snapshot);
  if (!key.startsWith('god:')) return storyInput('', { personaId, choiceKey: key });
  if (!isMaster) return mastersOnly(['action', 'choice']);
  return storyInput('', { personaId, choiceKey: key, mode: 'GOD' });
}

/** The story goes on by itself from where it stands. */
function goingOn({ currentSceneId: sceneId, sceneIndex }: SessionRecord, snapshot: Snapshot): TurnInput {
  const { scene, entities, missions } = snapshot;
  const location = scene.placeId === null ? '' : (entities[scene.placeId]?.name ?? '');
  const checkpoint = { sceneId, location, missions: Object.keys(missions) };
  return { kind: 'continuation', checkpoint, sequenceId: sceneIndex };
}

function rolled(
  { faces = null, rollId = null }: NonNullable<TurnAction['roll']>,
  personaId: string,
): TurnInput | Rejection {
  if (faces !== null && !Faces.safeParse(faces).success) {
    return reject('bad-faces', 'name what each die shows, one whole number from 1 up for each.', [
      'action',
      'roll',
      'faces',
    ]);
  }
  return { kind: 'roll', personaId, faces, ...(rollId === null ? {} : { rollId }) };
}

async function continued(
  given: NonNullable<TurnAction['continuation']>,
  session: SessionRecord,
  { loaders }: Context,
): Promise<TurnInput | Rejection> {
  const path = ['action', 'continuation'];
  const { sceneId, sequenceId, location, missions } = given;
  if (sceneId.id !== session.currentSceneId || sequenceId !== session.sceneIndex) {
    return reject('out-of-step', `the story stands at scene ${session.sceneIndex}; read it and ask again.`, [
      ...path,
      'sequenceId',
    ]);
  }
  const { scene, entities } = await loaders.snapshot.load(session.currentSceneId);
  const place = scene.placeId === null ? '' : (entities[scene.placeId]?.name ?? '');
  if (location !== place) {
    return reject('out-of-step', `the scene ends at ${place === '' ? 'no place' : place}.`, [
      ...path,
      'location',
    ]);
  }
  return {
    kind: 'continuation',
    checkpoint: { sceneId: sceneId.id, location, missions: [...missions] },
    sequenceId,
  };
}

function worded(text: string, path: readonly string[]): { readonly words: string } | Rejection {
  const words = Words.safeParse(text);
  if (words.success) return { words: words.data };
  return reject('bad-text', `${words.error.issues[0]?.message}.`, [...path]);
}

function mastersOnly(path: readonly string[]): Rejection {
  return reject('game-master-only', 'only the game master of this campaign may do this.', [...path]);
}
