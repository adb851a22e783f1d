import SchemaBuilder, { type InputRef } from '@pothos/core';
import RelayPlugin from '@pothos/plugin-relay';
import SubGraphPlugin from '@pothos/plugin-sub-graph';
import { GraphQLError, GraphQLScalarType, Kind } from 'graphql';
import { DateTimeResolver, JSONResolver, SafeIntResolver } from 'graphql-scalars';
import type { Json } from '#engine/util/canonical-json.ts';
import { hasStorableTexts } from '#engine/util/plain-text.ts';
import type { Context } from './context.ts';
import { abbreviate } from './errors.ts';
import { decodeGlobalId, encodeGlobalId, type GlobalId } from './views/global-id.ts';

/** Decodes an id for the relay plugin. Ids without the right form were replaced before: see `input/argument-ids.ts`. */
function decodeKnownGlobalId(globalId: string): GlobalId {
  const decoded = decodeGlobalId(globalId);
  if (decoded === null) throw new Error(`“${abbreviate(globalId)}” is no id of the API`);
  return decoded;
}

/** Marks types and fields that the schema of game clients leaves out: authoring, views of game masters, operation. */
export const AUTHORING_ONLY: 'game'[] = [];

/** Builder of every type of the API. A field is never null unless it says so. */
export const builder = new SchemaBuilder<{
  Context: Context;
  SubGraphs: 'game';
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
  plugins: [RelayPlugin, SubGraphPlugin],
  subGraphs: { defaultForTypes: ['game'], defaultForFields: ['game'] },
  defaultFieldNullability: false,
  relay: {
    cursorType: 'String',
    decodeGlobalID: decodeKnownGlobalId,
    encodeGlobalID: encodeGlobalId,
    nodesOnConnection: { description: 'The items of this page without their cursors.' },
    idFieldOptions: { description: 'Its id, unique among everything.' },
    edgesFieldOptions: { nullable: false, description: 'Items of this page, each with its cursor.' },
    nodeFieldOptions: { nullable: false, description: 'The item itself.' },
    nodeTypeOptions: { description: 'Object that can be fetched by its id.' },
    pageInfoTypeOptions: { description: 'Position of a page within its connection.' },
    nodeQueryOptions: {
      description: 'Fetches an object by its id. Null when it does not exist.',
      args: { id: { description: 'Id of the object.' } },
    },
    nodesQueryOptions: {
      description: 'Fetches several objects by their ids, in the order requested.',
      args: { ids: { description: 'Ids of the objects.' } },
    },
    pageInfoFieldOptions: { description: 'Position of this page within the connection.' },
    cursorFieldOptions: { description: 'Position of this item. Pass it back as `after` or `before`.' },
    hasNextPageFieldOptions: { description: 'Whether there is more after this page.' },
    hasPreviousPageFieldOptions: { description: 'Whether there is more before this page.' },
    startCursorFieldOptions: { description: 'The cursor of the first item; null when the page is empty.' },
    endCursorFieldOptions: { description: 'The cursor of the last item; null when the page is empty.' },
    firstArgOptions: {
      description: 'Page size, 1 to 100. Default 20.',
    },
    lastArgOptions: {
      description: 'Page size counted from the end, 1 to 100. Use it instead of `first`.',
    },
    afterArgOptions: { description: 'Returns only items after this cursor.' },
    beforeArgOptions: { description: 'Returns only items before this cursor.' },
  },
});

builder.queryType({ description: 'Queries.' });
builder.mutationType({ description: 'Mutations.' });
builder.subscriptionType({ description: 'Live streams.' });

/** Defines an enum of the engine's own words with their meanings: `in_progress` becomes IN_PROGRESS. */
export function defineWordEnum<Word extends string>(
  name: string,
  description: string,
  meanings: Readonly<Record<Word, string>>,
  options: { readonly subGraphs?: 'game'[] } = {},
) {
  const words = Object.keys(meanings) as Word[];
  const values = words.map((word) => {
    return [
      word.toUpperCase().replace(/[^A-Z0-9]+/g, '_'),
      { value: word, description: meanings[word] },
    ] as const;
  });
  const ref = builder.enumType(name, { ...options, description, values: Object.fromEntries(values) });
  wordEnums.set(joinWords(words), ref);
  return ref;
}

/** Enums by their words, so that inputs share those of the answers. */
const wordEnums = new Map<string, InputRef<unknown>>();

const joinWords = (words: readonly string[]): string => words.toSorted().join('|');

/** Returns the enum of exactly these words; null when none was defined. */
export function findWordEnum(words: readonly string[]): InputRef<unknown> | null {
  return wordEnums.get(joinWords(words)) ?? null;
}

builder.addScalarType('DateTime', DateTimeResolver, {
  description: 'A moment of the real world, as in RFC 3339: `2026-11-16T09:30:00.000Z`.',
  specifiedByURL: 'https://scalars.graphql.org/andimarek/date-time.html',
});

builder.addScalarType('SafeInt', SafeIntResolver, {
  description: 'A whole number that may be larger than Int allows, but never than JavaScript keeps exact.',
});

/** Refuses texts and keys that no database keeps. */
function rejectUnstorable<Value>(value: Value): Value {
  if (hasStorableTexts(value)) return value;
  throw new GraphQLError('The value holds characters that are no text; leave them out.', {
    extensions: { code: 'BAD_USER_INPUT' },
  });
}

const jsonConfig = JSONResolver.toConfig();
const JsonOfTexts = new GraphQLScalarType({
  ...jsonConfig,
  parseValue: (value) => rejectUnstorable(jsonConfig.parseValue(value)),
  parseLiteral: (node, variables) => rejectUnstorable(jsonConfig.parseLiteral(node, variables)),
});

builder.addScalarType('JSON', JsonOfTexts, {
  description: 'Any JSON value, where a type would say less than the engine checks anyway.',
});

const notText = (): GraphQLError =>
  new GraphQLError('A cursor is a string.', { extensions: { code: 'BAD_USER_INPUT' } });

const Cursor = new GraphQLScalarType<string, string>({
  name: 'Cursor',
  description:
    'An opaque place in the events of a session. Pass back the one you were given; do not make one.',
  serialize: String,
  parseValue: (value) => {
    if (typeof value !== 'string') throw notText();
    return value;
  },
  parseLiteral: (node) => {
    if (node.kind !== Kind.STRING) throw notText();
    return node.value;
  },
});
builder.addScalarType('Cursor', Cursor);
