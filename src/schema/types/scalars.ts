import { GraphQLError, GraphQLScalarType, Kind } from 'graphql';
import { DateTimeResolver, JSONResolver, SafeIntResolver } from 'graphql-scalars';
import { builder } from '../builder.ts';

builder.addScalarType('DateTime', DateTimeResolver, {
  description: 'A moment of the real world, as in RFC 3339: `2026-11-16T09:30:00.000Z`.',
  specifiedByURL: 'https://scalars.graphql.org/andimarek/date-time.html',
});

builder.addScalarType('SafeInt', SafeIntResolver, {
  description: 'A whole number that may be larger than Int allows, but never than JavaScript keeps exact.',
});

builder.addScalarType('JSON', JSONResolver, {
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
