import { builder } from '../builder.ts';
import { LoreQueryInput, searchLore } from './lore-query.ts';
import { LoreSearchResult } from './lore-result.ts';

builder.queryField('lore', (t) =>
  t.field({
    type: LoreSearchResult,
    description:
      'Searches lore by words and by meaning, as far as you may know it: a player finds nothing that packs hide, other characters alone know or other branches hold; the game master of a campaign, and in packs an author, finds everything.',
    args: {
      query: t.arg({ type: LoreQueryInput, required: true, description: 'What is asked.' }),
      explain: t.arg.boolean({
        defaultValue: false,
        description: 'Whether to tell why each chunk was taken or left out.',
      }),
    },
    resolve: (_root, { query, explain }, context) => searchLore(query, explain ?? false, context),
  }),
);
