import { GraphQLError } from 'graphql';
import type { Library } from '#engine/content/library.ts';
import { findContentImage } from '#engine/content/pack-images.ts';
import type { PlayerContent } from '#engine/content/player-content.ts';
import { AUTHORING_ONLY, builder, defineWordEnum } from '../../builder.ts';
import { defineConnectionNames, paginateContents } from '../../connection.ts';
import { findPlayerContent, listPlayerContents } from '../../views/pack-contents.ts';
import { ActingRole } from '../authoring/acting-role.ts';
import { Image } from '../image.ts';
import { ContentInterface } from './content.ts';
import { Pack } from './pack.ts';

export const CharacterTier = defineWordEnum(
  'CharacterTier',
  'Importance of a character. Minor characters are cut first when a prompt grows too long.',
  {
    major: 'Carries the story.',
    supporting: 'Comes and goes.',
    minor: 'Passes by.',
  },
);

export const KinType = defineWordEnum('KinType', 'Kinship of one character to another.', {
  spouse: 'Husband or wife.',
  parent: 'Father or mother.',
  child: 'Son or daughter.',
  sibling: 'Brother or sister.',
  relative: 'Any other relative.',
});

export const Character = builder.objectRef<PlayerContent<'character'>>('Character');

builder.node(Character, {
  description: 'Public view of a character of a pack. The character develops separately in each campaign.',
  interfaces: [ContentInterface],
  id: { resolve: ({ id }) => id, description: 'Their id.' },
  loadOne: (id, { library }) => findPlayerContent(library(), 'character', id),
  fields: (t) => ({
    title: t.exposeString('title', {
      nullable: true,
      description: 'Rank or trade, as people would say it; null when they have none.',
    }),
    role: t.exposeString('role', {
      nullable: true,
      description: 'Role in the world; null when the pack names none.',
    }),
    appearance: t.exposeString('appearance', {
      nullable: true,
      description: 'Appearance; null when the pack describes none.',
    }),
    portrait: t.field({
      type: Image,
      nullable: true,
      description: 'Portrait; null without one.',
      resolve: ({ id }, _args, { library }) => findContentImage(library(), id, 'portrait'),
    }),
    pronouns: t.exposeString('pronouns', {
      nullable: true,
      description: 'Pronouns; null when the pack names none.',
    }),
    isPlayable: t.exposeBoolean('isPlayable', {
      description: 'Whether players may take them as their persona.',
    }),
  }),
});

type Secretive = { readonly category?: string | null | undefined; readonly tier?: string | null | undefined };

builder.queryField('characters', (t) =>
  t.connection(
    {
      subGraphs: AUTHORING_ONLY,
      type: Character,
      description: 'The people of the loaded packs that players may know of.',
      args: {
        packId: t.arg.globalID({ for: Pack, description: 'Only people of this pack.' }),
        playable: t.arg.boolean({ description: 'Only people players may play, or only those they may not.' }),
        category: t.arg.string({
          description:
            'Only people of this group, by its id. Who belongs to a group may be a secret: needs `as: AUTHOR`.',
        }),
        tier: t.arg({
          type: CharacterTier,
          description:
            'Only people who carry so much of the story. Who does may be a secret: needs `as: AUTHOR`.',
        }),
        as: t.arg({ type: ActingRole, description: 'Needed to ask by `category` or `tier`.' }),
      },
      resolve: (_root, { packId, playable, category, tier, as, ...args }, { library }) => {
        const asked = { category, tier };
        if (as == null) refuseSecretive(asked);
        const found = listPlayerContents(library(), 'character').filter(
          (one) =>
            (packId == null || one.packId === packId.id) &&
            (playable == null || one.isPlayable === playable) &&
            fits(library(), one.id, asked),
        );
        return paginateContents(found, args);
      },
    },
    ...defineConnectionNames('Character', 'characters'),
  ),
);

function refuseSecretive(asked: Secretive): void {
  const [name] = Object.entries(asked).find(([, value]) => value != null) ?? [];
  if (name === undefined) return;
  const message = `${name}: this may give a secret away; ask for it \`as: AUTHOR\`.`;
  throw new GraphQLError(message, { extensions: { code: 'BAD_USER_INPUT', path: [name] } });
}

function fits(library: Library, id: string, { category, tier }: Secretive): boolean {
  if (category == null && tier == null) return true;
  const data = library.find('character', id)?.data;
  const groups = data?.categories ?? [];
  const isOfGroup =
    category == null || groups.some((one) => one === category || one.endsWith(`:${category}`));
  return isOfGroup && (tier == null || data?.tier === tier);
}
