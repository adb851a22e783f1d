import { builder } from '../builder.ts';

export const LawStatus = builder.enumType('LawStatus', {
  description: 'Whether a law is in force.',
  values: {
    ACTIVE: { value: 'active', description: 'It is.' },
    REPEALED: { value: 'repealed', description: 'It was.' },
  } as const,
});
