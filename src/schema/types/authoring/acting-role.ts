import { builder } from '../../builder.ts';

/**
 * Role a client must name to read secrets, so that no client requests them by accident.
 * The server checks that the viewer holds the role before any resolver runs; see `access/`.
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
