import { z } from 'zod';
import { isRejection, type Rejection, reject } from '#engine/kit/rejection.ts';
import type { Choice } from '#engine/state/record.ts';
import { isCommand, RETURN_TO_STORY } from '#engine/state/return-to-story.ts';
import type { SessionRecord } from '#engine/store/sessions.ts';
import { storyInput, type TurnInput, type TurnMode } from '#engine/store/turns.ts';
import { modeOf } from '#engine/turn/mode-of.ts';
import type { Context } from '../context.ts';
import { plainText } from '../plain-text.ts';
import { shortly } from '../shortly.ts';
import { continued, goingOn } from './continuation.ts';
import { standingTurn } from './standing-turn.ts';
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
  const { personaId, isMaster } = acting;
  const contradicted = contradiction(action, asked);
  if (contradicted !== null) return contradicted;
  const { text, choice, roll, clarification, instruction, continuation } = action;
  if (text != null) return spoken(text, asked, personaId, isMaster);
  if (choice != null) return chosen(choice, acting, context);
  if (roll != null) return rolled(roll, personaId);
  if (clarification != null) return clarified(clarification);
  if (instruction != null) return instructed(instruction, isMaster);
  if (continuation != null) return continued(continuation, acting, context);
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

async function chosen(key: string, acting: Acting, context: Context): Promise<TurnInput | Rejection> {
  const { personaId, isMaster, session, actionId } = acting;
  if (key === RETURN_TO_STORY.key) return returned(acting, context);
  if (isCommand({ key }) && !isMaster) return mastersOnly(['action', 'choice']);
  const { planning } = await context.loaders.snapshot.load(session.currentSceneId);
  if (!planning.choices.some((choice) => choice.key === key)) {
    // What was chosen before may be sent again, whatever the scene offers by now.
    const earlier = await context.store.turns.findByAction(session.id, actionId);
    return earlier?.input.kind === 'story' && earlier.input.choiceKey === key
      ? { ...earlier.input, personaId }
      : notOffered(key, planning.choices, isMaster);
  }
  if (key === 'other_action' || key === 'custom_action') {
    return reject('choice-needs-words', 'say in `text` what you do instead.', ['action', 'choice']);
  }
  return storyInput('', { personaId, choiceKey: key, mode: isCommand({ key }) ? 'GOD' : 'STORY' });
}

/** The way back into the story is open to everybody, and once it was taken stays where it was taken from. */
async function returned({ session, isMaster, actionId }: Acting, context: Context) {
  const earlier = await standingTurn(session.id, actionId, context);
  if (earlier?.input.kind === 'continuation') return earlier.input;
  const { choices } = (await context.loaders.snapshot.load(session.currentSceneId)).planning;
  return choices.some(({ key }) => key === RETURN_TO_STORY.key)
    ? goingOn(session, context)
    : notOffered(RETURN_TO_STORY.key, choices, isMaster);
}

function notOffered(key: string, choices: readonly Choice[], isMaster: boolean): Rejection {
  const shown = choices.filter((choice) => isMaster || !isCommand(choice)).map((choice) => choice.key);
  const offered = shown.length === 0 ? 'the scene offers none' : `the scene offers ${shown.join(', ')}`;
  return reject('unknown-choice', `there is no choice ${JSON.stringify(shortly(key))}; ${offered}.`, [
    'action',
    'choice',
  ]);
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

function worded(text: string, path: readonly string[]): { readonly words: string } | Rejection {
  const words = Words.safeParse(text);
  if (words.success) return { words: words.data };
  return reject('bad-text', `${words.error.issues[0]?.message}.`, [...path]);
}

function mastersOnly(path: readonly string[]): Rejection {
  return reject('game-master-only', 'only the game master of this campaign may do this.', [...path]);
}
