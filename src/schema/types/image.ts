import { findContentImage } from '#engine/content/pack-images.ts';
import { toSnakeName } from '#engine/state/ids.ts';
import type { ImageInfo } from '#engine/util/image-file.ts';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { buildImageAddress } from '../image-files.ts';
import type { ViewScope } from '../views/visible-scene.ts';

export const Image = builder.objectRef<ImageInfo>('Image').implement({
  description: 'An image: PNG, JPEG, WebP or AVIF.',
  fields: (t) => ({
    url: t.string({
      description:
        'Address on this server, to be used as it is in `<img>`: it needs no token, never changes and may be cached for ever. Whoever has it sees the image.',
      resolve: ({ hash }) => buildImageAddress(hash),
    }),
    width: t.exposeInt('width', { description: 'Width in pixels.' }),
    height: t.exposeInt('height', { description: 'Height in pixels.' }),
  }),
});

/** Finds the uploaded portrait of a character, else that of the packs. The caller has checked that the viewer knows them. */
export async function loadPortrait(entity: Pictured, context: Context): Promise<ImageInfo | null> {
  const session = await context.loaders.session.load(entity.viewScope.sessionId);
  if (session === null) return null;
  const uploaded = await context.loaders.portraits.load(session.campaignId);
  const own = uploaded.find(({ characterId }) => characterId === entity.id);
  return own ?? loadEntityImage(entity, 'portrait', context);
}

type Pictured = { readonly id: string; readonly name: string; readonly viewScope: ViewScope };

/** Finds the image that a pack has for an entity of a campaign. */
export async function loadEntityImage(
  { id, name, viewScope }: Pictured,
  key: 'portrait' | 'image',
  { loaders, library }: Context,
): Promise<ImageInfo | null> {
  const session = await loaders.session.load(viewScope.sessionId);
  const campaign = session === null ? null : await loaders.campaign.load(session.campaignId);
  if (campaign === null) return null;
  const packs = library().narrowedTo(campaign.packs.map((pack) => pack.id));
  const contents = packs.all(key === 'portrait' ? 'character' : 'location');
  // An id in a campaign is made of the id in the pack; the name tells apart packs that use the same one.
  const source = contents.find(
    (one) =>
      one.name === name && id.replace(/^[a-z]+_/, '').replace(/_\d+$/, '') === toSnakeName(one.localId),
  );
  return source === undefined ? null : findContentImage(packs, source.id, key);
}
