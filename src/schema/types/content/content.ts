import type { PlayerContent, PlayerContentKind, PlayerSection } from '#engine/content/player-content.ts';
import { AUTHORING_ONLY, builder } from '../../builder.ts';
import { AS_AUTHOR_ARGUMENT } from '../authoring/acting-role.ts';
import { AuthoredContent, findContentSource } from '../authoring/authored-content.ts';
import { ContentKind } from './content-kind.ts';
import { Pack } from './pack.ts';

const ContentSection = builder.objectRef<PlayerSection>('ContentSection').implement({
  description: 'A piece of text that players may read.',
  fields: (t) => ({
    heading: t.exposeString('heading', {
      nullable: true,
      description: 'Its heading; null for the overview.',
    }),
    text: t.exposeString('text', { description: 'Markdown, without its own heading.' }),
  }),
});

const TYPE_NAMES: Readonly<Record<PlayerContentKind, string>> = {
  world: 'World',
  ruleset: 'Ruleset',
  entry_point: 'EntryPoint',
  character: 'Character',
  location: 'LocationLore',
  faction: 'FactionLore',
  culture: 'CultureLore',
  history: 'HistoryLore',
  technology: 'TechnologyLore',
  item: 'ItemLore',
  event: 'EventLore',
  law: 'LawLore',
};

/** Content as players may see it. Its parent type has no field that could hold a secret. */
export const ContentInterface = builder.interfaceRef<PlayerContent>('Content');

ContentInterface.implement({
  subGraphs: AUTHORING_ONLY,
  description:
    'Something of a pack, as players may see it. What they must not know stands in `authoring` and nowhere else.',
  interfaces: [builder.nodeInterfaceRef()],
  resolveType: getContentTypeName,
  fields: (t) => ({
    contentId: t.exposeID('id', { description: 'Its id among all packs: `neo_seattle:viktor`.' }),
    kind: t.field({ type: ContentKind, description: 'Kind.', resolve: ({ kind }) => kind }),
    name: t.exposeString('name', { description: 'Name.' }),
    summary: t.exposeString('summary', {
      nullable: true,
      description: 'Summary in a line or two; null when its author wrote none.',
    }),
    sections: t.expose('sections', {
      type: [ContentSection],
      description: 'The text about it that players may read, in order.',
    }),
    pack: t.field({
      type: Pack,
      description: 'The pack it belongs to.',
      resolve: ({ packId }, _args, { library }) => {
        const pack = library().findPack(packId);
        if (pack === null) throw new Error(`${packId} has contents and is not loaded`);
        return pack;
      },
    }),
    authoring: t.field({
      type: AuthoredContent,
      nullable: true,
      description:
        'All of it, as its author wrote it: secrets, notes, prompts, versions. Null when the folder of its pack says something else by now.',
      args: { as: t.arg(AS_AUTHOR_ARGUMENT) },
      resolve: ({ id }, _args, context) => findContentSource(id, context),
    }),
  }),
});

export function getContentTypeName({ kind }: Pick<PlayerContent, 'kind'>): string {
  return TYPE_NAMES[kind];
}
