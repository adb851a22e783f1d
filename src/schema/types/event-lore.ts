import type { PlayerContent } from '#engine/content/player-facing.ts';
import { builder } from '../builder.ts';
import { findPlayerContent } from '../player-contents.ts';
import { ContentInterface } from './content.ts';
import { LoreContent } from './lore-content.ts';

const EventLore = builder.objectRef<PlayerContent<'event'>>('EventLore');

builder.node(EventLore, {
  description: 'Something that happened on one day, as it is told.',
  interfaces: [ContentInterface, LoreContent],
  id: { resolve: ({ id }) => id, description: 'Its id.' },
  loadOne: (id, { library }) => findPlayerContent(library(), 'event', id),
  fields: (t) => ({
    date: t.exposeString('date', { description: 'When, in the calendar of its world.' }),
    eventType: t.exposeString('eventType', {
      description: 'What kind of event it was, by the word its pack declares.',
    }),
  }),
});
