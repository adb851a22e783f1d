import { builder } from '../../builder.ts';

/**
 * Whoever wants to read what players must not know has to say in which role they ask, so that no client asks for secrets by
 * accident. Whether they hold the role is checked before any resolver runs; see `access/`.
 */
export const ActingRole = builder.enumType('ActingAs', {
  description: 'In which role one asks for what players must not know.',
  values: {
    AUTHOR: { value: 'author', description: 'Somebody who writes packs and knows all their secrets.' },
  } as const,
});

export const AS_AUTHOR_ARGUMENT = {
  type: ActingRole,
  required: true,
  description: 'Has to be `AUTHOR`: what follows holds secrets of the story.',
} as const;
