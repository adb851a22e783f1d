import {
  type ArgumentNode,
  type DocumentNode,
  type ExecutionArgs,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLCompositeType,
  type GraphQLError,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  getOperationAST,
  isCompositeType,
  isInterfaceType,
  isListType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  SchemaMetaFieldDef,
  type SelectionNode,
  type SelectionSetNode,
  TypeMetaFieldDef,
  type ValueNode,
  valueFromASTUntyped,
} from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { createLimitExceededError } from '../errors.ts';
import { isIntrospection } from './operation-size.ts';

/** Page length when the client sets none; see `connection.ts`. */
const USUAL_PAGE = 20;
/** Assumed length of a list without pages. */
const USUAL_LIST = 3;
/**
 * Fields of introspection that count as one. The schema is in memory and costs less than reads. The introspection query of tools
 * counts about a tenth of the default limit.
 */
const INTROSPECTED_FIELDS_PER_POINT = 500;
/** Assumed lengths of introspection lists: the types by number, the others about as long as in this schema. */
const INTROSPECTED_LISTS: Readonly<Record<string, number>> = {
  fields: 10,
  inputFields: 5,
  enumValues: 5,
  args: 2,
};

type Variables = Readonly<Record<string, unknown>>;

type Operation = {
  readonly schema: GraphQLSchema;
  readonly document: DocumentNode;
  readonly operation: OperationDefinitionNode;
  readonly variables: Variables;
};

/**
 * Calculates the maximum number of fields in an answer. Every field counts one; fields inside a page count once for every
 * requested item. The document must be valid.
 */
export function calculateComplexity({ schema, document, operation, variables }: Operation): number {
  const root = schema.getRootType(operation.operation);
  return root == null ? 0 : new Count(schema, document, variables).ofSet(operation.selectionSet, root, 1);
}

class Count {
  readonly #schema: GraphQLSchema;
  readonly #variables: Variables;
  readonly #fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  /** Cost of one item of a fragment, by its page: calculated once, however often the fragment is spread. */
  readonly #known = new Map<string, number>();

  constructor(schema: GraphQLSchema, document: DocumentNode, variables: Variables) {
    this.#schema = schema;
    this.#variables = variables;
    this.#fragments = new Map(
      document.definitions.flatMap((node) =>
        node.kind === Kind.FRAGMENT_DEFINITION ? [[node.name.value, node] as const] : [],
      ),
    );
  }

  /** Adds up a selection set. `page` is the number of items when the set belongs to a connection. */
  ofSet({ selections }: SelectionSetNode, parent: GraphQLCompositeType, page: number): number {
    let sum = 0;
    for (const selection of selections) sum += this.#ofSelection(selection, parent, page);
    return sum;
  }

  #ofSelection(selection: SelectionNode, parent: GraphQLCompositeType, page: number): number {
    switch (selection.kind) {
      case Kind.FIELD:
        return this.#ofField(selection, parent, page);
      case Kind.FRAGMENT_SPREAD:
        return this.#ofFragment(selection.name.value, page);
      case Kind.INLINE_FRAGMENT: {
        const type = this.#named(selection.typeCondition?.name.value) ?? parent;
        return this.ofSet(selection.selectionSet, type, page);
      }
    }
  }

  #ofFragment(name: string, page: number): number {
    const key = `${name}*${page}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    this.#known.set(key, 0);
    const fragment = this.#fragments.get(name);
    const type = this.#named(fragment?.typeCondition.name.value);
    const cost = fragment === undefined || type === null ? 0 : this.ofSet(fragment.selectionSet, type, page);
    this.#known.set(key, cost);
    return cost;
  }

  #ofField(field: FieldNode, parent: GraphQLCompositeType, page: number): number {
    const name = field.name.value;
    if (isIntrospection(name)) return this.#ofIntrospection(field);
    const type = typeOfField(parent, name);
    if (type === null || field.selectionSet === undefined) return 1;
    const inner = getNamedType(type);
    if (!isCompositeType(inner)) return 1;
    if (inner.name.endsWith('Connection'))
      return 1 + this.ofSet(field.selectionSet, inner, this.#pageOf(field));
    return 1 + this.#lengthOf(field, type, parent, page) * this.ofSet(field.selectionSet, inner, 1);
  }

  #ofIntrospection(field: FieldNode): number {
    const meta = field.name.value === '__schema' ? SchemaMetaFieldDef : TypeMetaFieldDef;
    const inner = getNamedType(meta.type);
    if (field.selectionSet === undefined || !isCompositeType(inner)) return 1;
    return 1 + Math.ceil(this.ofSet(field.selectionSet, inner, 1) / INTROSPECTED_FIELDS_PER_POINT);
  }

  #lengthOf(field: FieldNode, type: GraphQLOutputType, parent: GraphQLCompositeType, page: number): number {
    if (!isListType(getNullableType(type))) return 1;
    if (parent.name.endsWith('Connection')) return page;
    if (parent.name === '__Schema' && field.name.value === 'types')
      return Object.keys(this.#schema.getTypeMap()).length;
    if (parent.name.startsWith('__')) return INTROSPECTED_LISTS[field.name.value] ?? USUAL_LIST;
    return Math.max(USUAL_LIST, ...(field.arguments ?? []).map((argument) => this.#itemsOf(argument)));
  }

  #pageOf(field: FieldNode): number {
    const asked = (field.arguments ?? []).flatMap(({ name, value }) => {
      const number = ['first', 'last'].includes(name.value) ? this.#valueOf(value) : null;
      return typeof number === 'number' ? [number] : [];
    });
    return Math.max(1, ...(asked.length === 0 ? [USUAL_PAGE] : asked));
  }

  /** Counts the ids of `nodes(ids: […])`, which answers with one item for each. */
  #itemsOf({ value }: ArgumentNode): number {
    const given = this.#valueOf(value);
    return Array.isArray(given) ? given.length : 0;
  }

  #valueOf(value: ValueNode): unknown {
    return valueFromASTUntyped(value, this.#variables);
  }

  #named(name: string | undefined): GraphQLCompositeType | null {
    const type = name === undefined ? null : this.#schema.getType(name);
    return isCompositeType(type) ? type : null;
  }
}

function typeOfField(parent: GraphQLCompositeType, name: string): GraphQLOutputType | null {
  return isObjectType(parent) || isInterfaceType(parent) ? (parent.getFields()[name]?.type ?? null) : null;
}

/** Refuses operations whose answer could be too large. Runs when the variables are known, on every transport. */
export function useComplexityLimit(limit: number): Plugin {
  const check = (args: ExecutionArgs, refuse: (result: { errors: GraphQLError[] }) => void): void => {
    const asked = complexityOfArgs(args);
    if (asked <= limit) return;
    const message = `The answer to this operation could have ${asked} fields, and at most ${limit} are allowed. Ask for smaller pages, or for fewer fields of each item.`;
    refuse({ errors: [createLimitExceededError({ code: 'COMPLEXITY_LIMIT', message, limit, asked })] });
  };
  return {
    onExecute: ({ args, setResultAndStopExecution }) => check(args, setResultAndStopExecution),
    onSubscribe: ({ args, setResultAndStopExecution }) => check(args, setResultAndStopExecution),
  };
}

function complexityOfArgs({ schema, document, operationName, variableValues }: ExecutionArgs): number {
  const operation = getOperationAST(document, operationName);
  // The executor reports an unknown operation.
  if (operation == null) return 0;
  return calculateComplexity({
    schema,
    document,
    operation,
    variables: variablesOf(operation, variableValues),
  });
}

/** Returns the variables of the request, with defaults for absent ones. */
function variablesOf(
  { variableDefinitions = [] }: OperationDefinitionNode,
  given: ExecutionArgs['variableValues'],
): Record<string, unknown> {
  const defaults = variableDefinitions.flatMap(({ variable, defaultValue }) =>
    defaultValue === undefined ? [] : [[variable.name.value, valueFromASTUntyped(defaultValue)] as const],
  );
  return { ...Object.fromEntries(defaults), ...given };
}
