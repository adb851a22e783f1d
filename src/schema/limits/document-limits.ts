import { type DocumentNode, GraphQLError, parse } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { Limits } from '../limits.ts';
import { limitExceeded } from './limit-exceeded.ts';
import { nestingOf } from './nesting.ts';
import { type OperationShape, operationShapes } from './operation-shape.ts';

type ShapeLimits = Pick<Limits, 'depth' | 'aliases' | 'directives' | 'rootFields' | 'repeats' | 'complexity'>;

const RULES: Readonly<
  Record<keyof OperationShape, { readonly code: string; readonly say: (limit: number) => string }>
> = {
  depth: {
    code: 'DEPTH_LIMIT',
    say: (limit) => `fields may stand at most ${limit} deep inside each other; ask for less at once`,
  },
  aliases: {
    code: 'ALIAS_LIMIT',
    say: (limit) => `at most ${limit} fields may have an alias; send several operations`,
  },
  directives: { code: 'DIRECTIVE_LIMIT', say: (limit) => `at most ${limit} directives may be used` },
  rootFields: {
    code: 'ROOT_FIELD_LIMIT',
    say: (limit) => `at most ${limit} fields may stand at the top; send several operations`,
  },
  repeats: {
    code: 'REPEAT_LIMIT',
    say: (limit) => `the same field may stand beside itself at most ${limit} times; name it once`,
  },
  fields: {
    code: 'COMPLEXITY_LIMIT',
    say: (limit) => `at most ${limit} fields may be asked for, fragments unfolded; ask for less at once`,
  },
};

/** Refuses documents that are too long or of too large a shape, before they are checked against the schema. */
export function useDocumentLimits(limits: Limits): Plugin {
  return {
    onParse({ setParseFn }) {
      setParseFn((source, options) => parseWithin(limits.tokens, source, options));
    },
    onValidate({ params, setResult }) {
      const excess = shapeErrors(params.documentAST, limits);
      if (excess.length > 0) setResult(excess);
    },
  };
}

function shapeErrors(document: DocumentNode, limits: ShapeLimits): GraphQLError[] {
  const shapes = operationShapes(document, limits.complexity);
  return Object.entries(RULES).flatMap(([name, { code, say }]) => {
    // The keys of RULES are those of the shape.
    const key = name as keyof OperationShape;
    const asked = Math.max(0, ...shapes.map((shape) => shape[key]));
    const limit = key === 'fields' ? limits.complexity : limits[key];
    if (asked <= limit) return [];
    return limitExceeded({ code, message: `This operation has ${asked}: ${say(limit)}.`, limit, asked });
  });
}

/** Far beyond any depth that is allowed. Documents are read by functions that call themselves at every bracket. */
const MOST_NESTING = 200;

type Source = Parameters<typeof parse>[0];

function parseWithin(limit: number, source: Source, options: object | undefined): DocumentNode {
  const nesting = nestingOf(typeof source === 'string' ? source : source.body);
  if (nesting > MOST_NESTING) {
    const message = `Brackets may stand at most ${MOST_NESTING} deep inside each other, and here they stand ${nesting} deep.`;
    throw limitExceeded({ code: 'NESTING_LIMIT', message, limit: MOST_NESTING, asked: nesting });
  }
  try {
    return parse(source, { ...options, maxTokens: limit });
  } catch (error) {
    if (!(error instanceof GraphQLError) || !/contains more tha[nt] \d+ tokens/.test(error.message))
      throw error;
    const message = `A document may have at most ${limit} tokens (words and signs). Send several, and values as variables.`;
    // Reading stopped at the first token too many.
    throw limitExceeded({ code: 'TOKEN_LIMIT', message, limit, asked: limit + 1 });
  }
}
