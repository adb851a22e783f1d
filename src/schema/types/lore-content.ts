import type { PlayerContent } from '#engine/content/player-facing.ts';
import { builder } from '../builder.ts';
import { connectionNames } from '../connection.ts';
import { contentPage } from '../content-page.ts';
import { playerContents } from '../player-contents.ts';
import { ContentInterface, typeNameOf } from './content.ts';
import { LORE_KINDS, LoreKind } from './content-kind.ts';
import { Pack } from './pack.ts';

/** What players may read about a world. */
export const LoreContent = builder.interfaceRef<PlayerContent<(typeof LORE_KINDS)[number]>>('LoreContent');

LoreContent.implement({
  description:
    'Knowledge about a world that players may read: places, factions, customs, history and the like.',
  interfaces: [ContentInterface],
  resolveType: typeNameOf,
  fields: (t) => ({
    loreKind: t.field({
      type: LoreKind,
      description: 'What kind of knowledge it is.',
      resolve: ({ kind }) => kind,
    }),
  }),
});

builder.queryField('loreContents', (t) =>
  t.connection(
    {
      type: LoreContent,
      description:
        'What the loaded packs tell players about their worlds. To search it by meaning is another matter.',
      args: {
        kind: t.arg({ type: LoreKind, description: 'Only knowledge of this kind.' }),
        packId: t.arg.globalID({ for: Pack, description: 'Only knowledge of this pack.' }),
      },
      resolve: (_root, { kind, packId, ...args }, { library }) => {
        const kinds = kind == null ? LORE_KINDS : [kind];
        const found = kinds.flatMap((one) => [...playerContents(library(), one)]);
        return contentPage(
          found.filter((content) => packId == null || content.packId === packId.id),
          args,
        );
      },
    },
    ...connectionNames('LoreContent', 'pieces of knowledge'),
  ),
);
