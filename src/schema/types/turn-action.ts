import { builder } from '../builder.ts';
import { Scene } from './scene.ts';

const RollInput = builder.inputType('RollInput', {
  description: 'Dice that were asked for.',
  fields: (t) => ({
    faces: t.intList({
      description:
        'What each of your own dice shows, in order, without modifiers. Leave it out and the engine throws.',
    }),
    rollId: t.string({
      description:
        'Which roll this is, as `RollAwaited` and `AwaitedRoll` name it. Delivered twice, it then counts once; left out, it is whichever roll the turn waits for.',
    }),
  }),
});

/** The instructions a game master can give; each is told in its own way. */
const InstructionType = builder.enumType('InstructionType', {
  description: 'What a game master asks of the storyteller.',
  values: {
    SCENE_DIRECTION: { value: 'scene_direction', description: 'Something happens now.' },
    TIME_SKIP: { value: 'time_skip', description: 'The story goes on later.' },
    CHAPTER_START: { value: 'chapter_start', description: 'A new chapter is opened.' },
  } as const,
});

const InstructionInput = builder.inputType('InstructionInput', {
  description: 'What the game master asks for instead of a player.',
  fields: (t) => ({
    type: t.field({ type: InstructionType, required: true, description: 'What kind of instruction it is.' }),
    text: t.string({ required: true, description: 'What is to happen, in your own words.' }),
  }),
});

const ContinuationInput = builder.inputType('ContinuationInput', {
  description:
    'Where you believe the story stands. When it stands elsewhere, nothing is done and you are told.',
  fields: (t) => ({
    sceneId: t.globalID({ required: true, for: Scene, description: 'The scene you have before you.' }),
    sequenceId: t.int({ required: true, description: 'The index of that scene.' }),
    location: t.string({ required: true, description: 'The name of the place it ends at; empty for none.' }),
    missions: t.stringList({ required: true, description: 'The ids of the missions that are under way.' }),
  }),
});

export const TurnActionInput = builder.inputType('TurnActionInput', {
  description: 'What is done in a turn: exactly one of these.',
  isOneOf: true,
  fields: (t) => ({
    text: t.string({ description: 'What your character does or says, in your own words.' }),
    choice: t.string({ description: 'The key of one of the choices the scene offers.' }),
    roll: t.field({ type: RollInput, description: 'The roll that is awaited.' }),
    clarification: t.string({
      description: 'The answer to the question this action raised. Send it under the same action id.',
    }),
    instruction: t.field({ type: InstructionInput, description: 'Only the game master may give one.' }),
    continuation: t.field({ type: ContinuationInput, description: 'Let the story go on by itself.' }),
  }),
});

export type TurnAction = typeof TurnActionInput.$inferInput;
