import type { PlayerContent } from '#engine/content/player-content.ts';
import { AUTHORING_ONLY, builder, defineWordEnum } from '../../builder.ts';
import { defineConnectionNames, paginateContents } from '../../connection.ts';
import { findPlayerContent, listPlayerContents } from '../../views/pack-contents.ts';
import { ContentInterface, getContentTypeName } from './content.ts';
import { LORE_KINDS, LoreKind } from './content-kind.ts';
import { Pack } from './pack.ts';

/** Content about a world that players may read. */
const LoreContent = builder.interfaceRef<PlayerContent<(typeof LORE_KINDS)[number]>>('LoreContent');

LoreContent.implement({
  subGraphs: AUTHORING_ONLY,
  description:
    'Knowledge about a world that players may read: places, factions, customs, history and the like.',
  interfaces: [builder.nodeInterfaceRef(), ContentInterface],
  resolveType: getContentTypeName,
  fields: (t) => ({
    loreKind: t.field({
      type: LoreKind,
      description: 'Kind of lore.',
      resolve: ({ kind }) => kind,
    }),
  }),
});

builder.queryField('loreContents', (t) =>
  t.connection(
    {
      subGraphs: AUTHORING_ONLY,
      type: LoreContent,
      description: 'Lore of the loaded packs that players may read. This field does not search by meaning.',
      args: {
        kind: t.arg({ type: LoreKind, description: 'Only knowledge of this kind.' }),
        packId: t.arg.globalID({ for: Pack, description: 'Only knowledge of this pack.' }),
      },
      resolve: (_root, { kind, packId, ...args }, { library }) => {
        const kinds = kind == null ? LORE_KINDS : [kind];
        const found = kinds.flatMap((one) => [...listPlayerContents(library(), one)]);
        return paginateContents(
          found.filter((content) => packId == null || content.packId === packId.id),
          args,
        );
      },
    },
    ...defineConnectionNames('LoreContent', 'pieces of knowledge'),
  ),
);

type Way = NonNullable<PlayerContent<'location'>['exits']>[number];

const LocationLore = builder.objectRef<PlayerContent<'location'>>('LocationLore');

const LocationExit = builder.objectRef<Way>('LocationExit').implement({
  description: 'Exit of a place, visible to all players.',
  fields: (t) => ({
    label: t.exposeString('label', {
      nullable: true,
      description: 'Appearance from here; null when the pack describes none.',
    }),
    minutes: t.exposeFloat('minutes', {
      nullable: true,
      description: 'Travel time on foot; null when the pack names none.',
    }),
    blocked: t.exposeString('blocked', {
      nullable: true,
      description: 'Reason the way is blocked; null when it is open.',
    }),
    to: t.field({
      type: LocationLore,
      description: 'Destination.',
      resolve: ({ to }, _args, { library }) => {
        const place = findPlayerContent(library(), 'location', to);
        if (place === null) throw new Error(`a way leads to ${to}, which is not there for players`);
        return place;
      },
    }),
  }),
});

builder.node(LocationLore, {
  subGraphs: AUTHORING_ONLY,
  description: 'Public view of a place.',
  interfaces: [ContentInterface, LoreContent],
  id: { resolve: ({ id }) => id, description: 'Its id.' },
  loadOne: (id, { library }) => findPlayerContent(library(), 'location', id),
  fields: (t) => ({
    district: t.exposeString('district', {
      nullable: true,
      description: 'The part of town or country it lies in; null when it is not said.',
    }),
    effects: t.exposeStringList('effects', { description: 'Effects of the place on characters in it.' }),
    exits: t.expose('exits', {
      type: [LocationExit],
      nullable: true,
      description:
        'The ways out that can be seen; null where no map is drawn and every place can be reached.',
    }),
  }),
});

const FactionLore = builder.objectRef<PlayerContent<'faction'>>('FactionLore');

builder.node(FactionLore, {
  subGraphs: AUTHORING_ONLY,
  description: 'Public view of a house, guild, company or gang.',
  interfaces: [ContentInterface, LoreContent],
  id: { resolve: ({ id }) => id, description: 'Its id.' },
  loadOne: (id, { library }) => findPlayerContent(library(), 'faction', id),
});

const CultureLore = builder.objectRef<PlayerContent<'culture'>>('CultureLore');

builder.node(CultureLore, {
  subGraphs: AUTHORING_ONLY,
  description: 'Customs: daily life, speech, belief, food or mourning.',
  interfaces: [ContentInterface, LoreContent],
  id: { resolve: ({ id }) => id, description: 'Its id.' },
  loadOne: (id, { library }) => findPlayerContent(library(), 'culture', id),
});

const HistoryLore = builder.objectRef<PlayerContent<'history'>>('HistoryLore');

builder.node(HistoryLore, {
  subGraphs: AUTHORING_ONLY,
  description: 'Past events that shaped the present, as they are told.',
  interfaces: [ContentInterface, LoreContent],
  id: { resolve: ({ id }) => id, description: 'Its id.' },
  loadOne: (id, { library }) => findPlayerContent(library(), 'history', id),
});

const TechnologyLore = builder.objectRef<PlayerContent<'technology'>>('TechnologyLore');

builder.node(TechnologyLore, {
  subGraphs: AUTHORING_ONLY,
  description: 'Capabilities and limits of tools, crafts or magic.',
  interfaces: [ContentInterface, LoreContent],
  id: { resolve: ({ id }) => id, description: 'Its id.' },
  loadOne: (id, { library }) => findPlayerContent(library(), 'technology', id),
});

const ItemLore = builder.objectRef<PlayerContent<'item'>>('ItemLore');

builder.node(ItemLore, {
  subGraphs: AUTHORING_ONLY,
  description: 'A thing people can hold, want or lose.',
  interfaces: [ContentInterface, LoreContent],
  id: { resolve: ({ id }) => id, description: 'Its id.' },
  loadOne: (id, { library }) => findPlayerContent(library(), 'item', id),
  fields: (t) => ({
    value: t.exposeString('value', {
      nullable: true,
      description: 'Price; null when the pack names none.',
    }),
  }),
});

const EventLore = builder.objectRef<PlayerContent<'event'>>('EventLore');

builder.node(EventLore, {
  subGraphs: AUTHORING_ONLY,
  description: 'Something that happened on one day, as it is told.',
  interfaces: [ContentInterface, LoreContent],
  id: { resolve: ({ id }) => id, description: 'Its id.' },
  loadOne: (id, { library }) => findPlayerContent(library(), 'event', id),
  fields: (t) => ({
    date: t.exposeString('date', { description: 'Date in the calendar of its world.' }),
    eventType: t.exposeString('eventType', {
      description: 'Kind of event, as declared by its pack.',
    }),
  }),
});

export const LawStatus = defineWordEnum('LawStatus', 'Whether a law is in force.', {
  active: 'It is.',
  repealed: 'It was.',
});

const LawLore = builder.objectRef<PlayerContent<'law'>>('LawLore');

builder.node(LawLore, {
  subGraphs: AUTHORING_ONLY,
  description: 'Prohibitions, duties and rights. Laws are public.',
  interfaces: [ContentInterface, LoreContent],
  id: { resolve: ({ id }) => id, description: 'Its id.' },
  loadOne: (id, { library }) => findPlayerContent(library(), 'law', id),
  fields: (t) => ({
    status: t.field({
      type: LawStatus,
      description: 'Whether it is in force.',
      resolve: ({ status }) => status,
    }),
    enacted: t.exposeString('enacted', { description: 'Since when, in the calendar of its world.' }),
    repealed: t.exposeString('repealed', {
      nullable: true,
      description: 'End date; null while it is in force or when the pack names none.',
    }),
    jurisdiction: t.exposeString('jurisdiction', {
      nullable: true,
      description: 'Jurisdiction; null when the pack names none.',
    }),
    penalty: t.exposeString('penalty', {
      nullable: true,
      description: 'Penalty; null when the pack names none.',
    }),
  }),
});
