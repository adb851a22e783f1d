import type { LibraryPack } from '#engine/content/library.ts';
import { builder } from '../builder.ts';

type LicenseData = NonNullable<LibraryPack['manifest']['license']>;

export const LicenseType = builder.enumType('LicenseType', {
  description: 'What others may do with a pack.',
  values: {
    COMMERCIAL: { value: 'commercial', description: 'Bought; all rights reserved.' },
    CC0: { value: 'cc0', description: 'Anything: Creative Commons Zero.' },
    CC_BY: { value: 'cc-by', description: 'Anything with attribution: Creative Commons Attribution.' },
    CC_BY_SA: {
      value: 'cc-by-sa',
      description: 'Anything with attribution under the same licence: Creative Commons ShareAlike.',
    },
    CUSTOM: { value: 'custom', description: 'As the licence itself says.' },
  } as const,
});

export const License = builder.objectRef<LicenseData>('License').implement({
  description: 'Under which terms a pack is published.',
  fields: (t) => ({
    type: t.field({
      type: LicenseType,
      description: 'What others may do with it.',
      resolve: ({ type }) => type,
    }),
    publisher: t.string({
      nullable: true,
      description: 'Who publishes it; null when nobody is named.',
      resolve: ({ publisher }) => publisher,
    }),
    attribution: t.string({
      nullable: true,
      description: 'What the licence asks to be said, word for word; null when it asks for nothing.',
      resolve: ({ attribution }) => attribution,
    }),
    url: t.string({
      nullable: true,
      description: 'Where the licence can be read; null when no place is named.',
      resolve: ({ url }) => url,
    }),
    sku: t.string({
      nullable: true,
      description: 'The publisher’s number of the product; null when there is none.',
      resolve: ({ sku }) => sku,
    }),
  }),
});
