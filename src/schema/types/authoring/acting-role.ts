import { builder } from '../../builder.ts';

/**
 * Role a client must name to read secrets, so that no client requests them by accident.
 * The server checks that the viewer holds the role before any resolver runs; see `access/`.
 */
export const ActingRole = builder.enumType('ActingAs', {
  description: 'Role in which the caller reads secrets.',
  values: {
    AUTHOR: { value: 'author', description: 'Author of packs, who may read all their secrets.' },
  } as const,
});

export const AS_AUTHOR_ARGUMENT = {
  type: ActingRole,
  required: true,
  description: 'Has to be `AUTHOR`: what follows holds secrets of the story.',
} as const;
