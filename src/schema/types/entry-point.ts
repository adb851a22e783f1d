import type { Content } from '#engine/content/library.ts';
import { builder } from '../builder.ts';
import { connectionNames, connectionOf, pageRequest, textKey } from '../connection.ts';
import { pageOfList } from '../page-of-list.ts';

const EntryPointType = builder.enumType('EntryPointType', {
  description: 'What kind of story an entry point leads into.',
  values: {
    ADVENTURE: { value: 'adventure', description: 'A story with a direction.' },
    SCENARIO: { value: 'scenario', description: 'One situation to be met.' },
    SANDBOX: { value: 'sandbox', description: 'A place to go one’s own way in.' },
    QUEST: { value: 'quest', description: 'A goal to be reached.' },
  } as const,
});

export const EntryPoint = builder.objectRef<Content<'entry_point'>>('EntryPoint');

builder.node(EntryPoint, {
  description: 'One way into a world: where a campaign begins.',
  id: { resolve: ({ id }) => id, description: 'Its id.' },
  loadOne: (id, { library }) => library.find('entry_point', id),
  fields: (t) => ({
    entryPointId: t.exposeString('id', { description: 'Its id among all packs: `neo_seattle:dead_drop`.' }),
    name: t.exposeString('name', { description: 'What it is called.' }),
    type: t.field({
      type: EntryPointType,
      description: 'What kind of story it is.',
      resolve: ({ data }) => data.type,
    }),
    summary: t.string({ description: 'What it is about.', resolve: ({ data }) => data.summary }),
    goals: t.stringList({ description: 'What the players are after.', resolve: ({ data }) => data.goals }),
  }),
});

builder.queryField('entryPoints', (t) =>
  t.connection(
    {
      type: EntryPoint,
      description: 'Every way into a story that the loaded packs offer.',
      resolve: (_root, args, { library }) => {
        const request = pageRequest(args, textKey);
        return connectionOf(
          pageOfList(library.all('entry_point'), request, ({ id }) => id),
          request,
          ({ id }) => id,
        );
      },
    },
    ...connectionNames('EntryPoint', 'entry points'),
  ),
);
