import type { Snapshot } from '#engine/state/snapshot.ts';
import { builder } from '../../builder.ts';

export const Difficulty = builder.enumType('Difficulty', {
  description: 'Difficulty.',
  values: {
    GENTLE: { value: 'gentle', description: 'Mistakes are forgiven.' },
    NORMAL: { value: 'normal', description: 'Mistakes have consequences.' },
    HARD: { value: 'hard', description: 'Mistakes cost dearly.' },
    BRUTAL: { value: 'brutal', description: 'Mistakes kill.' },
  } as const,
});

export const Pacing = builder.enumType('Pacing', {
  description: 'Pace of the story.',
  values: {
    SLOW: { value: 'slow', description: 'It lingers.' },
    NORMAL: { value: 'normal', description: 'It moves when the players do.' },
    FAST: { value: 'fast', description: 'It cuts to the next turn of events.' },
  } as const,
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
