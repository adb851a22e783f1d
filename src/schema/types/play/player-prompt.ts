import { isStoryTurn } from '#engine/domain/turn.ts';
import {
  createScenePrompt,
  createTablePrompt,
  createTurnPrompt,
  type PlayerPrompt as Prompt,
} from '#engine/live/player-prompt.ts';
import type { SessionRecord } from '#engine/store/sessions.ts';
import { builder } from '../../builder.ts';
import type { Context } from '../../context.ts';
import { encodeGlobalId } from '../../views/global-id.ts';
import { canPerceive, canReadTurn } from '../../views/turn-records.ts';
import { loadVisibleScene } from '../../views/visible-scene.ts';
import { findKnownCharacter, KnownCharacter } from '../scene/known-entity.ts';
import { Advantage, RollTarget } from './roll.ts';
import { Session } from './session.ts';
import { Turn } from './turn.ts';

/** Prompt with the session it is asked in and the turn that asks. */
export type PromptInSession<Kind extends Prompt['kind'] = Prompt['kind']> = Extract<
  Prompt,
  { readonly kind: Kind }
> & { readonly sessionId: string; readonly turnId: string | null };

/** API type of each kind of prompt; its name is part of the id. */
const TYPE_NAMES = { roll: 'RollPrompt', question: 'QuestionPrompt' } as const;

/** Returns the id of a prompt as clients get it. */
export function toPromptGlobalId(
  { kind, id }: Pick<Prompt, 'kind' | 'id'>,
  _args: object,
  context: Context,
): string {
  return encodeGlobalId(TYPE_NAMES[kind], id, context);
}

/** Returns the id of an option of a question. */
export function toOptionId(promptId: string, index: number): string {
  return `${promptId}#${index}`;
}

async function loadPersona({ sessionId, personaId }: PromptInSession, context: Context) {
  const session = await context.loaders.session.load(sessionId);
  const scene = session === null ? null : await context.loaders.scene.load(session.currentSceneId);
  if (scene === null) return null;
  const { view, viewScope } = await loadVisibleScene(scene, context);
  return findKnownCharacter(viewScope, personaId ?? view.personas[0] ?? null);
}

const TURN = 'Turn that asks. Of a table it is the turn that offered it, which is committed.';
const PERSONA = 'Persona that is asked.';

const RollPromptRow = builder.objectRef<PromptInSession<'roll'>['rows'][number]>('RollPromptRow').implement({
  description: 'Meaning of a range of totals, modifiers included.',
  fields: (t) => ({
    from: t.exposeInt('from', { description: 'Lowest total, included.' }),
    to: t.exposeInt('to', { description: 'Highest total, included.' }),
    text: t.exposeString('text', { nullable: true, description: 'What happens. Null when it is not told.' }),
  }),
});

const RollPrompt = builder.objectRef<PromptInSession<'roll'>>('RollPrompt');
RollPrompt.implement({
  description: 'Dice that play waits for. The row they hit is binding.',
  fields: (t) => ({
    id: t.id({ description: 'Its id, to be sent with the answer.', resolve: toPromptGlobalId }),
    turn: t.field({
      type: Turn,
      nullable: true,
      description: TURN,
      resolve: ({ turnId }, _args, { loaders }) => (turnId === null ? null : loaders.turn.load(turnId)),
    }),
    persona: t.field({
      type: KnownCharacter,
      nullable: true,
      description: PERSONA,
      resolve: (prompt, _args, context) => loadPersona(prompt, context),
    }),
    label: t.exposeString('label', { description: 'Purpose of the roll.' }),
    dice: t.exposeString('dice', { description: 'Dice to roll: `2d6+1`.' }),
    modifier: t.exposeInt('modifier', { description: 'Sum of the plain numbers in `dice`.' }),
    advantage: t.field({
      type: Advantage,
      description: 'Whether the first die is thrown twice.',
      resolve: ({ advantage }) => advantage,
    }),
    rows: t.expose('rows', {
      type: [RollPromptRow],
      description: 'Meaning of each total, lowest first. Empty when the total alone does not decide.',
    }),
    target: t.field({
      type: RollTarget,
      nullable: true,
      description: 'Number to reach. Null when there is none.',
      resolve: ({ target }) => target ?? null,
    }),
  }),
});

type Option = { readonly id: string; readonly text: string };

const PromptOption = builder.objectRef<Option>('PromptOption').implement({
  description: 'Answer to choose.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Its id, to be sent with the answer.' }),
    text: t.exposeString('text', { description: 'Text of the answer.' }),
  }),
});

const QuestionPrompt = builder.objectRef<PromptInSession<'question'>>('QuestionPrompt');
QuestionPrompt.implement({
  description: 'Question that play waits with.',
  fields: (t) => ({
    id: t.id({ description: 'Its id, to be sent with the answer.', resolve: toPromptGlobalId }),
    turn: t.field({
      type: Turn,
      nullable: true,
      description: TURN,
      resolve: ({ turnId }, _args, { loaders }) => (turnId === null ? null : loaders.turn.load(turnId)),
    }),
    persona: t.field({
      type: KnownCharacter,
      nullable: true,
      description: PERSONA,
      resolve: (prompt, _args, context) => loadPersona(prompt, context),
    }),
    question: t.exposeString('question', { description: 'Question to show.' }),
    options: t.field({
      type: [PromptOption],
      description: 'Answers to choose from. Free words are accepted too. Empty when there are none.',
      resolve: ({ id, options }, _args, context) =>
        options.map((text, index) => ({
          id: encodeGlobalId('PromptOption', toOptionId(id, index), context),
          text,
        })),
    }),
  }),
});

export const PlayerPrompt = builder.unionType('PlayerPrompt', {
  description: 'What play waits for. Answer it with `takeTurn` and the action `answer`.',
  types: [RollPrompt, QuestionPrompt],
  resolveType: ({ kind }) => TYPE_NAMES[kind],
});

/** Loads what a session waits for, limited to the asked player and the game master. Null when nothing is awaited. */
export async function loadAwaiting(
  { id: sessionId, status, waitingTurnId, currentSceneId, runningTurnId }: SessionRecord,
  context: Context,
): Promise<PromptInSession | null> {
  if (status !== 'active') return null;
  const { loaders } = context;
  const waiting = waitingTurnId === null ? null : await loaders.turn.load(waitingTurnId);
  if (waiting?.suspension != null && waiting.status.startsWith('awaiting-')) {
    if (!(await canReadTurn(waiting, context))) return null;
    return { ...createTurnPrompt(waiting, waiting.suspension), sessionId, turnId: waiting.id };
  }
  const running = runningTurnId === null ? null : await loaders.turn.load(runningTurnId);
  // The answer to a scene is a turn of its own.
  if (running !== null && isStoryTurn(running.input)) return null;
  const [{ pendingRoll, pendingClarification }, scene] = await Promise.all([
    loaders.snapshot.load(currentSceneId),
    loaders.scene.load(currentSceneId),
  ]);
  const personaId = pendingRoll?.personaId ?? pendingClarification?.personaId;
  if (personaId === undefined || !(await canPerceive(sessionId, [personaId], context))) return null;
  const origin = { sessionId, turnId: scene?.turnId ?? null };
  if (pendingRoll !== null) return { ...createTablePrompt(sessionId, pendingRoll), ...origin };
  return pendingClarification === null
    ? null
    : { ...createScenePrompt(sessionId, pendingClarification), ...origin };
}

builder.objectField(Session, 'awaiting', (t) =>
  t.field({
    type: PlayerPrompt,
    nullable: true,
    description:
      'Dice or an answer that play waits for. Only the player who is asked and the game master get it; null for others, and when nothing is awaited.',
    resolve: (session, _args, context) => loadAwaiting(session, context),
  }),
);
