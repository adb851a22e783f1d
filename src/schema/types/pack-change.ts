import { changedPacks } from '#engine/content/begin-campaign.ts';
import type { PinnedPack } from '#engine/store/campaigns.ts';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';

type Change = {
  readonly pinned: PinnedPack;
  readonly kind: 'changed' | 'missing';
  readonly message: string;
  readonly isKept: boolean;
};

const PackChangeKind = builder.enumType('PackChangeKind', {
  description: 'What has become of a pack since a campaign began with it.',
  values: {
    CHANGED: { value: 'changed', description: 'The installed one says something else.' },
    MISSING: { value: 'missing', description: 'It is not installed any more, or has errors.' },
  } as const,
});

export const PackChange = builder.objectRef<Change>('PackChange').implement({
  description: 'A pack that is no longer what it was when a campaign began with it.',
  fields: (t) => ({
    packId: t.string({ description: 'The id the pack gives itself.', resolve: ({ pinned }) => pinned.id }),
    kind: t.field({
      type: PackChangeKind,
      description: 'What has become of it.',
      resolve: ({ kind }) => kind,
    }),
    message: t.exposeString('message', { description: 'A sentence that can be shown to a person.' }),
    pinnedVersion: t.string({
      description: 'The version the campaign began with and is played with.',
      resolve: ({ pinned }) => pinned.version,
    }),
    installedVersion: t.string({
      nullable: true,
      description: 'The version that is installed now; null when there is none.',
      resolve: ({ pinned }, _args, { library }) => library().findPack(pinned.id)?.version,
    }),
    isKept: t.exposeBoolean('isKept', {
      description:
        'Whether the server keeps the pack as the campaign began with it. If not, its turns fail with CONTENT_MISSING until that version is installed again.',
    }),
  }),
});

/** What has become of the packs of a campaign. */
export async function changesOf(
  pins: readonly PinnedPack[],
  { library, shelf }: Context,
): Promise<readonly Change[]> {
  const changes = changedPacks(library(), pins);
  if (changes.length === 0) return [];
  const kept = await shelf.kept(pins.map(({ hash }) => hash));
  return changes.flatMap(({ rejected, reason, path }) => {
    const pinned = pins.find(({ id }) => id === path?.[0]);
    if (pinned === undefined) return [];
    const kind = rejected === 'pack-missing' ? 'missing' : 'changed';
    return [{ pinned, kind, message: reason, isKept: kept.has(pinned.hash) }];
  });
}
