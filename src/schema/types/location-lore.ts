import type { PlayerContent } from '#engine/content/player-facing.ts';
import { builder } from '../builder.ts';
import { findPlayerContent } from '../player-contents.ts';
import { ContentInterface } from './content.ts';
import { LoreContent } from './lore-content.ts';

type Way = NonNullable<PlayerContent<'location'>['exits']>[number];

const LocationLore = builder.objectRef<PlayerContent<'location'>>('LocationLore');

const LocationExit = builder.objectRef<Way>('LocationExit').implement({
  description: 'A way out of a place that anybody can see.',
  fields: (t) => ({
    label: t.exposeString('label', {
      nullable: true,
      description: 'How it looks from here; null when it is not said.',
    }),
    minutes: t.exposeFloat('minutes', {
      nullable: true,
      description: 'How long the way takes on foot; null when it is not said.',
    }),
    blocked: t.exposeString('blocked', {
      nullable: true,
      description: 'Why nobody can pass now; null when the way is open.',
    }),
    to: t.field({
      type: LocationLore,
      description: 'Where it leads.',
      resolve: ({ to }, _args, { library }) => {
        const place = findPlayerContent(library(), 'location', to);
        if (place === null) throw new Error(`a way leads to ${to}, which is not there for players`);
        return place;
      },
    }),
  }),
});

builder.node(LocationLore, {
  description: 'A place, as anybody may know it.',
  interfaces: [ContentInterface, LoreContent],
  id: { resolve: ({ id }) => id, description: 'Its id.' },
  loadOne: (id, { library }) => findPlayerContent(library(), 'location', id),
  fields: (t) => ({
    district: t.exposeString('district', {
      nullable: true,
      description: 'The part of town or country it lies in; null when it is not said.',
    }),
    effects: t.exposeStringList('effects', { description: 'What the place does to those in it.' }),
    exits: t.expose('exits', {
      type: [LocationExit],
      nullable: true,
      description:
        'The ways out that can be seen; null where no map is drawn and every place can be reached.',
    }),
  }),
});
