import {
  type DocumentNode,
  type FieldNode,
  type GraphQLSchema,
  getNamedType,
  getOperationAST,
  isCompositeType,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import type { Maybe } from 'graphql/jsutils/Maybe.js';

/** Traits of a subscription that decide which others it can share results with. */
export type OperationTraits = {
  readonly rootField: FieldNode;
  /** Variables that only set the start and do not change the result of an event. */
  readonly startVariables: ReadonlySet<string>;
  /** Whether it selects only data of the events themselves, so that the result does not depend on the viewer. */
  readonly isImpersonal: boolean;
  /** Number that identifies its document. */
  readonly documentNumber: number;
};

const START_ARGUMENT = 'after';
const known = new WeakMap<DocumentNode, Map<string, OperationTraits | null>>();
let documents = 0;

/** Analyses each document once: the same text is parsed once, so it is the same object each time. */
export function analyseOperation(
  schema: GraphQLSchema,
  document: DocumentNode,
  operationName: Maybe<string>,
): OperationTraits | null {
  const byName = known.get(document) ?? new Map<string, OperationTraits | null>();
  known.set(document, byName);
  const name = operationName ?? '';
  const seen = byName.get(name);
  if (seen !== undefined) return seen;
  const operation = getOperationAST(document, operationName);
  const rootField = operation == null ? null : firstField(document, operation.selectionSet);
  const traits =
    operation == null || rootField === null ? null : traitsOf(schema, document, operation, rootField);
  byName.set(name, traits);
  return traits;
}

function traitsOf(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  rootField: FieldNode,
): OperationTraits {
  documents += 1;
  return {
    rootField,
    startVariables: startVariables(document, rootField),
    isImpersonal: isImpersonal(schema, document, operation),
    documentNumber: documents,
  };
}

function firstField(document: DocumentNode, { selections }: SelectionSetNode): FieldNode | null {
  for (const selection of selections) {
    if (selection.kind === Kind.FIELD) return selection;
    const inner =
      selection.kind === Kind.INLINE_FRAGMENT
        ? selection.selectionSet
        : fragment(document, selection.name.value);
    const found = inner === null ? null : firstField(document, inner);
    if (found !== null) return found;
  }
  return null;
}

function fragment(document: DocumentNode, name: string): SelectionSetNode | null {
  for (const definition of document.definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION && definition.name.value === name)
      return definition.selectionSet;
  }
  return null;
}

/** Finds the variables given to `after` and to no other argument. */
function startVariables(document: DocumentNode, rootField: FieldNode): ReadonlySet<string> {
  const start = rootField.arguments?.find(({ name }) => name.value === START_ARGUMENT)?.value;
  if (start?.kind !== Kind.VARIABLE) return new Set();
  let uses = 0;
  visit(document, {
    VariableDefinition: () => false,
    Variable: ({ name }) => {
      if (name.value === start.name.value) uses += 1;
    },
  });
  return uses === 1 ? new Set([start.name.value]) : new Set();
}

function isImpersonal(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
): boolean {
  const types = new TypeInfo(schema);
  let reachesFurther = false;
  visit(
    document,
    visitWithTypeInfo(types, {
      OperationDefinition: (node) => (node === operation ? undefined : false),
      Field: () => {
        const isRoot = types.getParentType() === schema.getSubscriptionType();
        const type = getNamedType(types.getType());
        if (!isRoot && (type == null || isCompositeType(type))) reachesFurther = true;
      },
    }),
  );
  return !reachesFurther;
}
