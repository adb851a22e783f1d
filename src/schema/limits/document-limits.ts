import {
  type DocumentNode,
  type FragmentDefinitionNode,
  GraphQLError,
  Kind,
  type OperationDefinitionNode,
  parse,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { createLimitExceededError } from '../errors.ts';
import type { Limits } from '../limits.ts';
import { listFragments, measureOperationSizes, type OperationSize } from './operation-size.ts';

const STRING_COMMENT_OR_BRACKET = /"""[\s\S]*?"""|"(?:\\.|[^"\\\n])*"|#[^\n]*|[[\](){}]/g;

/** Measures the nesting depth of brackets in a document, ignoring strings and comments. */
export function measureNesting(source: string): number {
  let [depth, deepest] = [0, 0];
  for (const [found] of source.matchAll(STRING_COMMENT_OR_BRACKET)) {
    if ('[({'.includes(found)) deepest = Math.max(deepest, ++depth);
    else if ('])}'.includes(found)) depth -= 1;
  }
  return deepest;
}

type OperationShape = OperationSize & {
  /**
   * Maximum repetitions of one name in one place of the answer. Validation compares such fields with each other, at quadratic
   * cost. 0 when the operation has too many fields to lay out, which is refused for that.
   */
  readonly repeats: number;
};

/** Fields of an answer; fields of the same name in the same place are merged. */
type Tree = Map<string, { count: number; readonly inside: Tree }>;

/** Measures the shapes of all operations of a document, because each of them must be within the limits. */
export function measureOperationShapes(document: DocumentNode, mostFields: number): OperationShape[] {
  const sizeOf = measureOperationSizes(document);
  const fragments = listFragments(document);
  return document.definitions
    .filter((node): node is OperationDefinitionNode => node.kind === Kind.OPERATION_DEFINITION)
    .map((operation) => {
      const size = sizeOf(operation);
      const tree = size.fields <= mostFields ? new Layout(fragments, mostFields).of(operation) : null;
      return tree === null ? { ...size, repeats: 0 } : { ...size, repeats: repeatsIn(tree) };
    });
}

/** Lays out the fields of an operation, and stops when there are more than allowed. */
class Layout {
  readonly #fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  #left: number;

  constructor(fragments: ReadonlyMap<string, FragmentDefinitionNode>, most: number) {
    this.#fragments = fragments;
    this.#left = most;
  }

  of({ selectionSet }: OperationDefinitionNode): Tree | null {
    const tree: Tree = new Map();
    this.#set(tree, selectionSet, []);
    return this.#left < 0 ? null : tree;
  }

  /** Adds a selection set. `within` names the fragments around it. Validation refuses a fragment that spreads itself, by name. */
  #set(tree: Tree, set: SelectionSetNode | undefined, within: readonly string[]): void {
    for (const selection of set?.selections ?? []) {
      this.#left -= 1;
      if (this.#left < 0) return;
      this.#one(tree, selection, within);
    }
  }

  #one(tree: Tree, selection: SelectionNode, within: readonly string[]): void {
    switch (selection.kind) {
      case Kind.INLINE_FRAGMENT:
        this.#set(tree, selection.selectionSet, within);
        break;
      case Kind.FRAGMENT_SPREAD: {
        const name = selection.name.value;
        if (!within.includes(name))
          this.#set(tree, this.#fragments.get(name)?.selectionSet, [...within, name]);
        break;
      }
      case Kind.FIELD: {
        const shown = (selection.alias ?? selection.name).value;
        const there = tree.get(shown) ?? { count: 0, inside: new Map() };
        there.count += 1;
        tree.set(shown, there);
        this.#set(there.inside, selection.selectionSet, within);
      }
    }
  }
}

function repeatsIn(tree: Tree): number {
  return Math.max(0, ...[...tree.values()].flatMap(({ count, inside }) => [count, repeatsIn(inside)]));
}

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

/** Refuses documents that are too long or too large in shape, before validation against the schema. */
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
  const shapes = measureOperationShapes(document, limits.complexity);
  return Object.entries(RULES).flatMap(([name, { code, say }]) => {
    // The keys of RULES are those of the shape.
    const key = name as keyof OperationShape;
    const asked = Math.max(0, ...shapes.map((shape) => shape[key]));
    const limit = key === 'fields' ? limits.complexity : limits[key];
    if (asked <= limit) return [];
    return createLimitExceededError({
      code,
      message: `This operation has ${asked}: ${say(limit)}.`,
      limit,
      asked,
    });
  });
}

/** Maximum nesting of brackets, far above any allowed depth. The parser recurses at every bracket. */
const MOST_NESTING = 200;

type Source = Parameters<typeof parse>[0];

function parseWithin(limit: number, source: Source, options: object | undefined): DocumentNode {
  const nesting = measureNesting(typeof source === 'string' ? source : source.body);
  if (nesting > MOST_NESTING) {
    const message = `Brackets may stand at most ${MOST_NESTING} deep inside each other, and here they stand ${nesting} deep.`;
    throw createLimitExceededError({ code: 'NESTING_LIMIT', message, limit: MOST_NESTING, asked: nesting });
  }
  try {
    return parse(source, { ...options, maxTokens: limit });
  } catch (error) {
    if (!(error instanceof GraphQLError) || !/contains more tha[nt] \d+ tokens/.test(error.message))
      throw error;
    const message = `A document may have at most ${limit} tokens (words and signs). Send several, and values as variables.`;
    // The parser stopped at the first token too many.
    throw createLimitExceededError({ code: 'TOKEN_LIMIT', message, limit, asked: limit + 1 });
  }
}
