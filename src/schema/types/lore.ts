import { builder } from '../builder.ts';
import { AuthoringDesk } from './authoring-desk.ts';
import { LoreQueryInput, searchLore } from './lore-query.ts';
import { LoreSearchResult } from './lore-result.ts';

const QUERY = { type: LoreQueryInput, required: true, description: 'What is asked.' } as const;
const EXPLAIN = {
  defaultValue: false,
  description: 'Whether to tell why each chunk was taken or left out.',
} as const;

builder.queryField('lore', (t) =>
  t.field({
    type: LoreSearchResult,
    description:
      'Searches lore by words and by meaning, as a player: what packs hide, what other characters know and what happened on other branches is not there.',
    args: { query: t.arg(QUERY), explain: t.arg.boolean(EXPLAIN) },
    resolve: (_root, { query, explain }, context) => searchLore(query, explain ?? false, 'player', context),
  }),
);

builder.objectField(AuthoringDesk, 'lore', (t) =>
  t.field({
    type: LoreSearchResult,
    description:
      'The same search over everything, secrets included. Its explanation also tells what a filter kept back.',
    args: { query: t.arg(QUERY), explain: t.arg.boolean(EXPLAIN) },
    resolve: (_desk, { query, explain }, context) => searchLore(query, explain ?? false, 'gm', context),
  }),
);
