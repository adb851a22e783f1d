import { builder } from '../builder.ts';

/**
 * Whoever wants to read what players must not know has to say in which role they ask. There are no accounts yet and one owner sits
 * at the machine, so saying it is enough; when there are accounts, this is where they are asked.
 */
export const ActingAs = builder.enumType('ActingAs', {
  description: 'In which role one asks for what players must not know.',
  values: {
    AUTHOR: { value: 'author', description: 'Somebody who writes packs and knows all their secrets.' },
  } as const,
});

export const AS_AUTHOR = {
  type: ActingAs,
  required: true,
  description: 'Has to be `AUTHOR`: what follows holds secrets of the story.',
} as const;
