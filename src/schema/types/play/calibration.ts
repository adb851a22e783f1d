import type { Snapshot } from '#engine/state/snapshot.ts';
import { builder, defineWordEnum } from '../../builder.ts';

const Difficulty = defineWordEnum('Difficulty', 'Difficulty.', {
  gentle: 'Mistakes are forgiven.',
  normal: 'Mistakes have consequences.',
  hard: 'Mistakes cost dearly.',
  brutal: 'Mistakes kill.',
});

const Pacing = defineWordEnum('Pacing', 'Pace of the story.', {
  slow: 'It lingers.',
  normal: 'It moves when the players do.',
  fast: 'It cuts to the next turn of events.',
});

export const Calibration = builder.objectRef<Snapshot['calibration']>('Calibration').implement({
  description: 'Agreement of the table before play.',
  fields: (t) => ({
    tone: t.exposeString('tone', { description: 'Tone.' }),
    boundaries: t.exposeStringList('boundaries', { description: 'Excluded topics.' }),
    difficulty: t.field({
      type: Difficulty,
      description: 'Difficulty.',
      resolve: ({ difficulty }) => difficulty,
    }),
    pacing: t.field({
      type: Pacing,
      description: 'Pace of the story.',
      resolve: ({ pacing }) => pacing,
    }),
    allowsOwnPersonas: t.boolean({
      description: 'Whether players may bring personas they made themselves: `createPersona`.',
      resolve: ({ ownPersonas }) => ownPersonas === true,
    }),
  }),
});

export const CalibrationInput = builder.inputType('CalibrationInput', {
  description: 'Agreement of the table. Omitted fields keep the values of the entry point.',
  fields: (t) => ({
    tone: t.string({ description: 'Tone in a few words, at most 400 characters.' }),
    boundaries: t.stringList({
      description:
        'Excluded topics: at most 40 lines of at most 400 characters. Replaces those of the entry point.',
    }),
    difficulty: t.field({ type: Difficulty, description: 'Difficulty.' }),
    pacing: t.field({ type: Pacing, description: 'Pace of the story.' }),
    allowsOwnPersonas: t.boolean({
      description: 'Whether players who join may bring personas they made themselves.',
    }),
  }),
});
