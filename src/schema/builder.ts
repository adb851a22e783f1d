import SchemaBuilder from '@pothos/core';
import RelayPlugin from '@pothos/plugin-relay';
import { GraphQLError } from 'graphql';
import type { Json } from '#engine/util/canonical-json.ts';
import type { Context } from './context.ts';
import { abbreviate } from './errors.ts';

const GLOBAL_ID = /^(?<typename>[A-Z_a-z]\w*):(?<id>.+)$/su;

/** Decodes an id of the API. Refuses an invalid one with a sentence that names the right form. */
function decodeGlobalId(globalId: string): { readonly typename: string; readonly id: string } {
  const { typename, id } = GLOBAL_ID.exec(Buffer.from(globalId, 'base64').toString())?.groups ?? {};
  if (typename !== undefined && id !== undefined) return { typename, id };
  throw new GraphQLError(
    `“${abbreviate(globalId)}” is no id of this server; pass an id just as a field \`id\` gave it.`,
    { extensions: { code: 'BAD_USER_INPUT' } },
  );
}

/** Builder of every type of the API. A field is never null unless it says so. */
export const builder = new SchemaBuilder<{
  Context: Context;
  DefaultFieldNullability: false;
  DefaultEdgesNullability: false;
  DefaultNodeNullability: false;
  Scalars: {
    ID: { Input: string; Output: string };
    DateTime: { Input: Date; Output: Date };
    Cursor: { Input: string; Output: string };
    JSON: { Input: Json; Output: unknown };
    SafeInt: { Input: number; Output: number };
  };
}>({
  plugins: [RelayPlugin],
  defaultFieldNullability: false,
  relay: {
    cursorType: 'String',
    decodeGlobalID: decodeGlobalId,
    nodesOnConnection: { description: 'The items of this page without their cursors.' },
    idFieldOptions: { description: 'Its id, unique among everything.' },
    edgesFieldOptions: { nullable: false, description: 'The items of this page, each with its cursor.' },
    nodeFieldOptions: { nullable: false, description: 'The item itself.' },
    nodeTypeOptions: { description: 'Anything that can be fetched again by its id.' },
    pageInfoTypeOptions: { description: 'Where a page of a connection stands in the whole.' },
    nodeQueryOptions: {
      description: 'Fetches anything by its id; null when there is no such thing.',
      args: { id: { description: 'The id of the thing.' } },
    },
    nodesQueryOptions: {
      description: 'Fetches several things by their ids, in the order asked for.',
      args: { ids: { description: 'The ids of the things.' } },
    },
    pageInfoFieldOptions: { description: 'Where this page stands in the whole.' },
    cursorFieldOptions: { description: 'The place of this item; pass it back as `after` or `before`.' },
    hasNextPageFieldOptions: { description: 'Whether there is more after this page.' },
    hasPreviousPageFieldOptions: { description: 'Whether there is more before this page.' },
    startCursorFieldOptions: { description: 'The cursor of the first item; null when the page is empty.' },
    endCursorFieldOptions: { description: 'The cursor of the last item; null when the page is empty.' },
    firstArgOptions: {
      description: 'How many items from the start of the stretch: 1 to 100, 20 if nothing is said.',
    },
    lastArgOptions: {
      description: 'How many items from the end of the stretch, instead of `first`: 1 to 100.',
    },
    afterArgOptions: { description: 'Only what comes after this cursor.' },
    beforeArgOptions: { description: 'Only what comes before this cursor.' },
  },
});

builder.queryType({ description: 'Everything that can be read.' });
builder.mutationType({ description: 'Everything that changes something.' });
builder.subscriptionType({ description: 'Everything that can be watched as it happens.' });

/** Defines an enum of the engine's own words with their meanings: `in_progress` becomes IN_PROGRESS. */
export function defineWordEnum<Word extends string>(
  name: string,
  description: string,
  meanings: Readonly<Record<Word, string>>,
) {
  const words = Object.keys(meanings) as Word[];
  const values = words.map((word) => {
    return [
      word.toUpperCase().replace(/[^A-Z0-9]+/g, '_'),
      { value: word, description: meanings[word] },
    ] as const;
  });
  return builder.enumType(name, { description, values: Object.fromEntries(values) });
}
