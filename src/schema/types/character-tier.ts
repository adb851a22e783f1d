import { builder } from '../builder.ts';

export const CharacterTier = builder.enumType('CharacterTier', {
  description:
    'How much of the story somebody carries. When a prompt grows too long, minor ones leave it first.',
  values: {
    MAJOR: { value: 'major', description: 'Carries the story.' },
    SUPPORTING: { value: 'supporting', description: 'Comes and goes.' },
    MINOR: { value: 'minor', description: 'Passes by.' },
  } as const,
});
