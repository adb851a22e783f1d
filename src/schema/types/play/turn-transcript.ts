import type { TurnAnswer, TurnInput, TurnRecord } from '#engine/domain/turn.ts';
import { getPersonaId } from '#engine/domain/turn-permissions.ts';
import { encodeCursor } from '#engine/live/cursor.ts';
import { parseTurnEvent } from '#engine/live/turn-event.ts';
import { listTakableChoices } from '#engine/state/choices.ts';
import type { MemberRecord } from '#engine/store/members.ts';
import { builder, defineWordEnum } from '../../builder.ts';
import type { Context } from '../../context.ts';
import { canPerceive, canReadTurn, isHiddenCommand } from '../../views/turn-records.ts';
import { loadVisibleScene } from '../../views/visible-scene.ts';
import { findKnownCharacter, KnownCharacter } from '../scene/known-entity.ts';
import { EMPHASIS_ARGUMENT, formatNarration } from '../scene/narration-text.ts';
import { CampaignMember } from './campaign-member.ts';
import { Turn } from './turn.ts';

const TurnActionKind = defineWordEnum('TurnActionKind', 'What a turn began with.', {
  TEXT: 'Words of the player.',
  CHOICE: 'A choice the scene offered.',
  ROLL: 'A roll on the table the scene offered.',
  ANSWER: 'The answer to a question the scene asked.',
  CONTINUATION: 'The story goes on by itself.',
  OPENING: 'The beginning of the story.',
  INSTRUCTION: 'An instruction of the game master to the storyteller.',
  OPERATIONS: 'A change of the world by the game master’s hand.',
});
type Kind = (typeof TurnActionKind)['$inferType'];

const TurnActionType = builder
  .objectRef<{ readonly kind: Kind; readonly text: string; readonly question: string | null }>('TurnAction')
  .implement({
    description: 'What a turn began with, as it can be shown in a transcript.',
    fields: (t) => ({
      kind: t.field({ type: TurnActionKind, description: 'Kind of action.', resolve: ({ kind }) => kind }),
      text: t.exposeString('text', {
        description:
          'Text to show. Empty when there is none, and when you may not read it: words of other players before they are told, commands of the game master.',
      }),
      question: t.exposeString('question', {
        nullable: true,
        description:
          'Question of the scene it answers. Null for other kinds, and when you may not read the text.',
      }),
    }),
  });

/** Answer a turn was given while it waited. */
type Exchange = { readonly prompt: string; readonly text: string };

const TurnExchange = builder.objectRef<Exchange>('TurnExchange').implement({
  description: 'A question or a roll for which a turn waited, and what the player gave.',
  fields: (t) => ({
    prompt: t.exposeString('prompt', { description: 'Question, or purpose of the roll.' }),
    text: t.exposeString('text', {
      description: 'Answer. Of a roll the faces the player gave; empty when the engine rolled.',
    }),
  }),
});

function getActionKind(input: TurnInput): Kind {
  switch (input.kind) {
    case 'story':
      if (input.asked !== undefined) return 'ANSWER';
      return input.choiceKey === null ? 'TEXT' : 'CHOICE';
    case 'roll':
      return 'ROLL';
    case 'clarification':
      return 'ANSWER';
    case 'continuation':
      return 'CONTINUATION';
    case 'opening':
      return 'OPENING';
    case 'instruction':
      return 'INSTRUCTION';
    case 'operations':
      return 'OPERATIONS';
  }
}

/** Returns the text of a turn's action. Instructions and commands are for the game master alone. */
async function readActionText(turn: TurnRecord, context: Context): Promise<string> {
  const { input, sessionId, baseSceneId } = turn;
  if (input.kind === 'instruction') {
    return (await context.access.standingAt(sessionId))?.role === 'gm' ? input.text : '';
  }
  if (input.kind !== 'story' && input.kind !== 'roll') return '';
  if ((await isHiddenCommand(turn, context)) || !(await canReadTurn(turn, context))) return '';
  if (input.kind === 'story' && input.choiceKey === null) return input.text;
  const snapshot = await context.loaders.snapshot.load(baseSceneId);
  if (input.kind === 'roll') return snapshot.pendingRoll?.purpose ?? '';
  const choice = listTakableChoices(snapshot, input.personaId).find(({ key }) => key === input.choiceKey);
  return choice?.text ?? input.chosen ?? '';
}

function toExchange(answer: TurnAnswer): Exchange {
  const text = answer.kind === 'roll' ? (answer.faces ?? []).join(', ') : answer.text;
  return { prompt: answer.asked ?? '', text };
}

/** Returns the persona a turn is played by; null when it is no persona's. */
async function findActingPersona(turn: TurnRecord, context: Context): Promise<string | null> {
  if (turn.input.kind !== 'story' && turn.input.kind !== 'roll') return null;
  const { personas } = await context.loaders.snapshot.load(turn.baseSceneId);
  return getPersonaId(turn.input) ?? personas[0] ?? null;
}

/** Finds the member who plays the persona of a turn. A game master acts for personas without a player. */
async function findActingMember(turn: TurnRecord, context: Context): Promise<MemberRecord | null> {
  if (turn.input.kind === 'opening') return null;
  const session = await context.loaders.session.load(turn.sessionId);
  if (session === null) return null;
  const members = await context.loaders.members.load(session.campaignId);
  const personaId = await findActingPersona(turn, context);
  const player = personaId === null ? undefined : members.find((member) => member.personaId === personaId);
  return player ?? members.find(({ role }) => role === 'gm') ?? null;
}

const PROSE_EVENTS = ['narration-delta', 'narration-repaired'];

/** Returns the prose of the present attempt that the viewer has been sent, or of the scene once there is one. */
async function readNarrationSoFar(turn: TurnRecord, context: Context): Promise<string> {
  const { id, sessionId, status, attempt, sceneId } = turn;
  if (sceneId !== null) {
    const scene = await context.loaders.scene.load(sceneId);
    const isPerceived = scene !== null && (await canPerceive(sessionId, scene.audience ?? null, context));
    return isPerceived ? scene.narration : '';
  }
  if (status !== 'running') return '';
  let prose = '';
  for (const row of await context.store.events.ofTurn(sessionId, id, PROSE_EVENTS)) {
    const { body } = parseTurnEvent(row);
    if (body.attempt !== attempt || !(await canPerceive(sessionId, row.personaIds ?? null, context)))
      continue;
    if (body.type === 'narration-delta') prose += body.text;
    if (body.type === 'narration-repaired') prose = body.text;
  }
  return prose;
}

/** Returns whether a failed turn can be tried again: the story still stands where the turn began. */
export async function isTurnRetryable(
  { status, sessionId, baseSceneId }: TurnRecord,
  { loaders }: Context,
): Promise<boolean> {
  if (status !== 'failed') return false;
  const session = await loaders.session.load(sessionId);
  return session?.status === 'active' && session.currentSceneId === baseSceneId;
}

builder.objectFields(Turn, (t) => ({
  persona: t.field({
    type: KnownCharacter,
    nullable: true,
    description: 'Persona that acts. Null when it is no persona’s turn, or your persona does not know it.',
    resolve: async (turn, _args, context) => {
      const scene = await context.loaders.scene.load(turn.sceneId ?? turn.baseSceneId);
      if (scene === null) return null;
      const { viewScope } = await loadVisibleScene(scene, context);
      return findKnownCharacter(viewScope, await findActingPersona(turn, context));
    },
  }),
  member: t.field({
    type: CampaignMember,
    nullable: true,
    description:
      'Member who plays its persona; for personas without a player and for instructions the game master. Null for the opening.',
    resolve: (turn, _args, context) => findActingMember(turn, context),
  }),
  action: t.field({
    type: TurnActionType,
    description: 'What it began with, with the text to show.',
    resolve: async (turn, _args, context) => {
      const { input } = turn;
      const isAnswer = input.kind === 'story' && input.asked !== undefined;
      const question =
        isAnswer && (await canReadTurn(turn, context)) ? (input.asked?.question ?? null) : null;
      return { kind: getActionKind(input), text: await readActionText(turn, context), question };
    },
  }),
  exchanges: t.field({
    type: [TurnExchange],
    description:
      'Questions and rolls it waited for, with the answers, in order. Empty when you may not read its texts.',
    resolve: async (turn, _args, context) =>
      (await canReadTurn(turn, context)) ? turn.answers.map(toExchange) : [],
  }),
  notices: t.stringList({
    description: 'What your persona alone learned in it, in order; `PersonaNotified` told it live.',
    resolve: async ({ id, sessionId }, _args, context) => {
      const rows = await context.loaders.notices.load(sessionId);
      const texts: string[] = [];
      for (const row of rows) {
        if (row.turnId !== id || !(await canPerceive(sessionId, row.personaIds ?? null, context))) continue;
        const { body } = parseTurnEvent(row);
        if (body.type === 'persona-notified') texts.push(body.text);
      }
      return texts;
    },
  }),
  narrationSoFar: t.string({
    description:
      'Prose that is told so far: of a running turn what its events have told, of a committed one the narration of its scene. Empty otherwise. In the format of `Scene.narration`.',
    args: { emphasis: t.arg(EMPHASIS_ARGUMENT) },
    resolve: async (turn, { emphasis }, context) =>
      formatNarration(await readNarrationSoFar(turn, context), emphasis),
  }),
  firstEventCursor: t.field({
    type: 'Cursor',
    nullable: true,
    description:
      'Place before its first event: subscribe with `after` set to it to get all of the turn. Null when it has no event yet.',
    resolve: async ({ id, sessionId }, _args, { loaders }) => {
      const first = await loaders.firstSequence.load({ sessionId, turnId: id });
      return first === null ? null : encodeCursor(sessionId, first - 1);
    },
  }),
  isRetryable: t.boolean({
    description: 'Whether `retryTurn` can try it again: it failed, and the story stands where it began.',
    resolve: (turn, _args, context) => isTurnRetryable(turn, context),
  }),
}));
