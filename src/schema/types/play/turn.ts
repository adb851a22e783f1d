import type { TurnFailure, TurnRecord } from '#engine/domain/turn.ts';
import { isWorldCommand } from '#engine/domain/turn-permissions.ts';
import { isTurnFailureCode } from '#engine/turn/turn-failure.ts';
import { builder } from '../../builder.ts';
import { canReadTurn, readPlayerText } from '../../views/turn-records.ts';
import { FailureCodeEnum, RETRY_AFTER_DESCRIPTION } from '../failure.ts';
import { Scene } from '../scene/scene.ts';
import { VIEW_AS, VIEW_PERSONA } from '../view-as.ts';

export const TurnModeEnum = builder.enumType('TurnMode', {
  description: 'Mode of the player text.',
  values: {
    STORY: { description: 'In the story.' },
    DM: { description: 'A question outside the story. Nothing advances and no scene is made.' },
    GOD: { description: 'A command to the world. Only the game master may give one.' },
    THINK: { description: 'Your character thinks: the situation is weighed and nothing happens.' },
  } as const,
});

const TurnStatus = builder.enumType('TurnStatus', {
  description: 'Status of a turn.',
  values: {
    RUNNING: { value: 'running', description: 'It is being played.' },
    COMMITTED: { value: 'committed', description: 'It made a scene, which stays.' },
    FAILED: { value: 'failed', description: 'It failed; the story is unchanged.' },
    CANCELLED: { value: 'cancelled', description: 'It was cancelled; the story is unchanged.' },
    ANSWERED: { value: 'answered', description: 'It was answered out of character and made no scene.' },
    AWAITING_CLARIFICATION: {
      value: 'awaiting-clarification',
      description: 'It waits for an answer to one question: `Session.awaiting`.',
    },
    AWAITING_ROLL: {
      value: 'awaiting-roll',
      description: 'It waits for a roll: `Session.awaiting`.',
    },
  } as const,
});

const TurnFailureReason = builder.objectRef<TurnFailure>('TurnFailureReason').implement({
  description: 'Reason a turn failed.',
  fields: (t) => ({
    code: t.field({
      type: FailureCodeEnum,
      description: 'Stable and meant for programs.',
      resolve: ({ code }) => (isTurnFailureCode(code) ? code : 'INTERNAL'),
    }),
    message: t.exposeString('message', { description: 'A sentence that can be shown to a person.' }),
    retryable: t.exposeBoolean('retryable', {
      description: 'Whether sending the same action again may work. It is never run twice.',
    }),
    retryAfterSeconds: t.int({
      nullable: true,
      description: RETRY_AFTER_DESCRIPTION,
      resolve: ({ retryAfterSeconds }) => retryAfterSeconds ?? null,
    }),
  }),
});

export const Turn = builder.objectRef<TurnRecord>('Turn');

builder.node(Turn, {
  description: 'One player input on its way through the engine. It makes exactly one scene, or nothing.',
  id: { resolve: ({ id }) => id, description: 'Its id.' },
  loadOne: (id, { loaders }) => loaders.turn.load(id),
  fields: (t) => ({
    actionId: t.exposeID('actionId', { description: 'The name its client gave the action.' }),
    status: t.field({
      type: TurnStatus,
      description: 'Status.',
      resolve: ({ status }) => status,
    }),
    attempt: t.exposeInt('attempt', {
      description: 'Number of attempts: 1 unless an earlier attempt failed.',
    }),
    playerText: t.string({
      nullable: true,
      description:
        'Player text; null when there was none or you may not read it. Others than its player read it once the turn is committed and their persona perceived it; commands are for game masters only.',
      resolve: readPlayerText,
    }),
    mode: t.field({
      type: TurnModeEnum,
      nullable: true,
      description: 'Mode of the text; null when there was none.',
      resolve: ({ input }) => (input.kind === 'story' ? input.mode : null),
    }),
    answer: t.string({
      nullable: true,
      description:
        'Out-of-character answer; null unless it is ANSWERED. Only the persona who asked and the game master get it.',
      resolve: async (turn, _args, context) =>
        turn.status === 'answered' && (await canReadTurn(turn, context)) ? (turn.answer?.text ?? null) : null,
    }),
    scene: t.field({
      type: Scene,
      nullable: true,
      description: 'The scene it made; null unless it is committed.',
      resolve: ({ sceneId }, _args, { loaders }) => (sceneId === null ? null : loaders.scene.load(sceneId)),
    }),
    failure: t.field({
      type: TurnFailureReason,
      nullable: true,
      description: 'Reason it failed; null unless it did.',
      resolve: ({ failure }) => failure,
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Time of the first request.' }),
    finishedAt: t.expose('finishedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Time it was committed or failed; null while it runs.',
    }),
  }),
});

builder.queryField('turn', (t) =>
  t.field({
    type: Turn,
    nullable: true,
    description: 'A turn by its id; null when there is none.',
    args: {
      id: t.arg.globalID({ required: true, for: Turn, description: 'The id of the turn.' }),
      as: t.arg(VIEW_AS),
      persona: t.arg(VIEW_PERSONA),
    },
    resolve: (_root, { id }, { loaders }) => loaders.turn.load(id.id),
  }),
);

builder.objectField(Turn, 'commandReport', (t) =>
  t.string({
    nullable: true,
    description:
      'Report of a command in GOD mode, line by line, and warnings of a change by hand; null for other turns and for viewers other than the game master.',
    resolve: async (turn, _args, context) => {
      const isCommand = isWorldCommand(turn) || turn.input.kind === 'operations';
      const isMaster = (await context.access.standingAt(turn.sessionId))?.role === 'gm';
      return isCommand && turn.status === 'committed' && isMaster ? (turn.answer?.text ?? null) : null;
    },
  }),
);
