import { isOwnWords } from '#engine/state/choices.ts';
import { isTurnFailureCode } from '#engine/turn/turn-failure.ts';
import { defineWordEnum } from '../../builder.ts';
import { FailureCodeEnum, RETRY_AFTER_DESCRIPTION } from '../failure.ts';
import { SceneLoreBoundary } from '../lore/scene-lore.ts';
import { PlayerPrompt } from '../play/player-prompt.ts';
import { Roll } from '../play/roll.ts';
import { Scene, SceneChoice } from '../scene/scene.ts';
import { Urgency } from '../scene/story-progress.ts';
import { defineTurnEvent, TURN_EVENT_INTERFACES } from './live-event.ts';

const TurnStarted = defineTurnEvent('TurnStarted', 'turn-started').implement({
  description: 'A turn, or another attempt at it, has begun.',
  interfaces: TURN_EVENT_INTERFACES,
  fields: (t) => ({
    actionId: t.id({
      description: 'The name its client gave the action.',
      resolve: ({ body }) => body.actionId,
    }),
  }),
});

const StepStarted = defineTurnEvent('StepStarted', 'step-started').implement({
  description: 'A step of the turn has begun.',
  interfaces: TURN_EVENT_INTERFACES,
  fields: (t) => ({ step: t.string({ description: 'Its name.', resolve: ({ body }) => body.step }) }),
});

const StepFinished = defineTurnEvent('StepFinished', 'step-finished').implement({
  description: 'A step of the turn is done.',
  interfaces: TURN_EVENT_INTERFACES,
  fields: (t) => ({
    step: t.string({ description: 'Its name.', resolve: ({ body }) => body.step }),
    milliseconds: t.float({
      description: 'Duration in milliseconds.',
      resolve: ({ body }) => body.milliseconds,
    }),
  }),
});

const DiceRolled = defineTurnEvent('DiceRolled', 'dice-rolled').implement({
  description: 'The engine has rolled. Nothing a model says can change it.',
  interfaces: TURN_EVENT_INTERFACES,
  fields: (t) => ({
    roll: t.field({
      type: Roll,
      description: 'The roll, the same as `Turn.rolls` has later.',
      resolve: ({ body, sessionId }) => ({ ...body.roll, sessionId }),
    }),
  }),
});

const NarrationDelta = defineTurnEvent('NarrationDelta', 'narration-delta').implement({
  description: 'The next piece of the narration. The pieces of an attempt, joined, are the narration.',
  interfaces: TURN_EVENT_INTERFACES,
  fields: (t) => ({
    text: t.string({
      description: 'The piece, to be shown as text and never as markup.',
      resolve: ({ body }) => body.text,
    }),
  }),
});

const NarrationRepaired = defineTurnEvent('NarrationRepaired', 'narration-repaired').implement({
  description: 'The narration broke a rule of the table and was set right.',
  interfaces: TURN_EVENT_INTERFACES,
  fields: (t) => ({
    text: t.string({
      description: 'The whole narration. It replaces every delta of this attempt.',
      resolve: ({ body }) => body.text,
    }),
  }),
});

const NarrationWithdrawn = defineTurnEvent('NarrationWithdrawn', 'narration-withdrawn').implement({
  description:
    'The server of this attempt is gone, and another one takes the turn over. Everything this attempt told no longer counts; the turn is told anew under the next attempt.',
  interfaces: TURN_EVENT_INTERFACES,
});

const CharacterActed = defineTurnEvent('CharacterActed', 'character-acted').implement({
  description:
    'A character has decided what to do. Only the game master hears of it before the story tells it.',
  interfaces: TURN_EVENT_INTERFACES,
  fields: (t) => ({
    characterId: t.id({
      description: 'Acting character, by the id inside the campaign.',
      resolve: ({ body }) => body.characterId,
    }),
    action: t.string({
      description: 'Perceivable part of the action.',
      resolve: ({ body }) => body.action,
    }),
    intents: t.stringList({ description: 'Intent, as tags.', resolve: ({ body }) => body.intents }),
  }),
});

const PlayerPrompted = defineTurnEvent('PlayerPrompted', 'player-prompted').implement({
  description:
    'Play waits for dice or an answer of one player. `Session.awaiting` has the same prompt until it is answered.',
  interfaces: TURN_EVENT_INTERFACES,
  fields: (t) => ({
    prompt: t.field({
      type: PlayerPrompt,
      description: 'What is awaited.',
      resolve: ({ body, sessionId, turnId }) => ({ ...body.prompt, sessionId, turnId }),
    }),
  }),
});

const ChoicesOffered = defineTurnEvent('ChoicesOffered', 'choices-offered').implement({
  description:
    'The choices of the scene, as soon as the narrator has written them. A later event of the same turn replaces them. They can be taken once the turn is committed.',
  interfaces: TURN_EVENT_INTERFACES,
  fields: (t) => ({
    choices: t.field({
      type: [SceneChoice],
      description: 'Choices for the next turn. Free text is always possible.',
      resolve: ({ body }) =>
        body.choices.filter((choice) => !isOwnWords(choice)).map((choice) => ({ ...choice })),
    }),
  }),
});

const DeadlineWarningLevel = defineWordEnum('DeadlineWarningLevel', 'How near a deadline is.', {
  subtle: 'It can be felt.',
  clear: 'It is plain.',
  urgent: 'It is almost there.',
});

const ContextReset = defineTurnEvent('ContextReset', 'context-reset').implement({
  description:
    'The storyteller’s knowledge of the scene was gathered anew. The state, memories and the latest exchanges carry over; details of prose that nobody noted may not.',
  interfaces: TURN_EVENT_INTERFACES,
  fields: (t) => ({
    cause: t.field({ type: SceneLoreBoundary, description: 'Why.', resolve: ({ body }) => body.cause }),
  }),
});

const DeadlineWarned = defineTurnEvent('DeadlineWarned', 'deadline-warned').implement({
  description: 'A deadline draws nearer. Each of its three warnings comes once.',
  interfaces: TURN_EVENT_INTERFACES,
  fields: (t) => ({
    deadlineId: t.id({
      description: 'Its id inside the campaign.',
      resolve: ({ body }) => body.deadlineId,
    }),
    description: t.string({ description: 'What is due.', resolve: ({ body }) => body.description }),
    level: t.field({
      type: DeadlineWarningLevel,
      description: 'How near it is.',
      resolve: ({ body }) => body.level,
    }),
    urgency: t.field({
      type: Urgency,
      description: 'Its urgency from now on.',
      resolve: ({ body }) => body.urgency,
    }),
  }),
});

const CommandReported = defineTurnEvent('CommandReported', 'command-reported').implement({
  description: 'A command of the game master’s was carried out. Only game masters hear of it.',
  interfaces: TURN_EVENT_INTERFACES,
  fields: (t) => ({
    text: t.string({
      description: 'Applied and rejected commands, line by line.',
      resolve: ({ body }) => body.text,
    }),
  }),
});

const NoticeReason = defineWordEnum('NoticeReason', 'Reason of a private notice.', {
  discovery: 'Your persona found something out that others do not know.',
  absence: 'Your persona is back with others and hears what happened meanwhile.',
});

const PersonaNotified = defineTurnEvent('PersonaNotified', 'persona-notified').implement({
  description: 'What your persona alone learns in this turn. Other players do not get it.',
  interfaces: TURN_EVENT_INTERFACES,
  fields: (t) => ({
    reason: t.field({ type: NoticeReason, description: 'Reason.', resolve: ({ body }) => body.reason }),
    text: t.string({ description: 'Text to show to this player.', resolve: ({ body }) => body.text }),
  }),
});

const TurnAnswered = defineTurnEvent('TurnAnswered', 'turn-answered').implement({
  description: 'A question outside the story was answered. No scene came of it and no time passed.',
  interfaces: TURN_EVENT_INTERFACES,
  fields: (t) => ({
    text: t.string({ description: 'The answer.', resolve: ({ body }) => body.text }),
  }),
});

const TurnCancelled = defineTurnEvent('TurnCancelled', 'turn-cancelled').implement({
  description: 'The turn was cancelled. Remove any narration of it from the display.',
  interfaces: TURN_EVENT_INTERFACES,
});

const TurnCommitted = defineTurnEvent('TurnCommitted', 'turn-committed').implement({
  description: 'The turn is saved; its scene is there to be read.',
  interfaces: TURN_EVENT_INTERFACES,
  fields: (t) => ({
    sceneIndex: t.int({ description: 'The number of its scene.', resolve: ({ body }) => body.sceneIndex }),
    flags: t.stringList({
      description:
        'Checks the narration did not pass even when it was set right: `length`, `agency`. Usually none.',
      resolve: ({ body }) => body.flags,
    }),
    scene: t.field({
      type: Scene,
      nullable: true,
      description: 'The scene it made; null when its campaign is gone again.',
      resolve: ({ body }, _args, { loaders }) => loaders.scene.load(body.sceneId),
    }),
  }),
});

const StoryEnded = defineTurnEvent('StoryEnded', 'story-ended').implement({
  description:
    'The story has ended with the scene that was just saved. Show the epilogue after its narration.',
  interfaces: TURN_EVENT_INTERFACES,
  fields: (t) => ({
    endingId: t.id({ description: 'The id of the ending.', resolve: ({ body }) => body.endingId }),
    title: t.string({ description: 'Name of the ending.', resolve: ({ body }) => body.title }),
    epilogue: t.string({
      description: 'The epilogue, to be shown as text and never as markup.',
      resolve: ({ body }) => body.epilogue,
    }),
  }),
});

const TurnFailed = defineTurnEvent('TurnFailed', 'turn-failed').implement({
  description: 'The attempt failed. Remove any narration of it from the display.',
  interfaces: TURN_EVENT_INTERFACES,
  fields: (t) => ({
    code: t.field({
      type: FailureCodeEnum,
      description: 'Stable and meant for programs.',
      resolve: ({ body: { code } }) => (isTurnFailureCode(code) ? code : 'INTERNAL'),
    }),
    message: t.string({
      description: 'A sentence that can be shown to a person.',
      resolve: ({ body }) => body.message,
    }),
    retryable: t.boolean({
      description: 'Whether sending the same action again may work.',
      resolve: ({ body }) => body.retryable,
    }),
    retryAfterSeconds: t.int({
      nullable: true,
      description: RETRY_AFTER_DESCRIPTION,
      resolve: ({ body }) => body.retryAfterSeconds ?? null,
    }),
  }),
});

/** All kinds of turn events, as members of the union. */
export const TURN_EVENT_TYPES = [
  TurnStarted,
  StepStarted,
  StepFinished,
  DiceRolled,
  NarrationDelta,
  NarrationRepaired,
  NarrationWithdrawn,
  CharacterActed,
  CommandReported,
  ContextReset,
  DeadlineWarned,
  PlayerPrompted,
  ChoicesOffered,
  PersonaNotified,
  TurnAnswered,
  TurnCommitted,
  StoryEnded,
  TurnFailed,
  TurnCancelled,
] as const;
