import {
  type DocumentNode,
  type FragmentDefinitionNode,
  Kind,
  type OperationDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';

/** How large an operation is before anything is known of the schema. Fragments count wherever they are spread. */
export type OperationShape = {
  readonly depth: number;
  readonly aliases: number;
  readonly directives: number;
  readonly rootFields: number;
};

/** `rootFields` of a selection set: the fields that stand at its own top. */
const NOTHING: OperationShape = { depth: 0, aliases: 0, directives: 0, rootFields: 0 };

/** The shapes of all the operations of a document: whichever is run must be within the limits. */
export function operationShapes(document: DocumentNode): OperationShape[] {
  const measure = measureWith(document);
  return document.definitions.flatMap((definition) =>
    definition.kind === Kind.OPERATION_DEFINITION ? [shapeOf(definition, measure)] : [],
  );
}

type Measure = (set: SelectionSetNode | undefined) => OperationShape;

function shapeOf(operation: OperationDefinitionNode, measure: Measure): OperationShape {
  const own = operation.directives?.length ?? 0;
  const ofVariables = (operation.variableDefinitions ?? []).reduce(
    (sum, { directives }) => sum + (directives?.length ?? 0),
    0,
  );
  const selected = measure(operation.selectionSet);
  return { ...selected, directives: selected.directives + own + ofVariables };
}

/** Every fragment is measured once however often it is spread, so a document cannot make measuring it expensive. */
function measureWith(document: DocumentNode): Measure {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const definition of document.definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments.set(definition.name.value, definition);
  }
  const known = new Map<string, OperationShape>();

  const fragment = (name: string): OperationShape => {
    const before = known.get(name);
    if (before !== undefined) return before;
    // A fragment that spreads itself adds nothing here; validation refuses it by name.
    known.set(name, NOTHING);
    const shape = measure(fragments.get(name)?.selectionSet);
    known.set(name, shape);
    return shape;
  };
  const inner = (selection: SelectionNode): OperationShape => {
    switch (selection.kind) {
      case Kind.FIELD:
        return isIntrospection(selection.name.value)
          ? leaf(selection.alias !== undefined)
          : field(selection.alias !== undefined, measure(selection.selectionSet));
      case Kind.INLINE_FRAGMENT:
        return measure(selection.selectionSet);
      case Kind.FRAGMENT_SPREAD:
        return fragment(selection.name.value);
    }
  };
  const measure: Measure = (set) =>
    (set?.selections ?? []).reduce<OperationShape>((sum, selection) => {
      const shape = inner(selection);
      return {
        depth: Math.max(sum.depth, shape.depth),
        aliases: sum.aliases + shape.aliases,
        directives: sum.directives + shape.directives + (selection.directives?.length ?? 0),
        rootFields: sum.rootFields + shape.rootFields,
      };
    }, NOTHING);
  return measure;
}

/** How deep introspection may go is a rule of its own in the specification's validation. */
export function isIntrospection(name: string): boolean {
  return name === '__schema' || name === '__type';
}

function leaf(isAliased: boolean): OperationShape {
  return { depth: 1, aliases: isAliased ? 1 : 0, directives: 0, rootFields: 1 };
}

function field(isAliased: boolean, inside: OperationShape): OperationShape {
  return {
    depth: inside.depth + 1,
    aliases: inside.aliases + (isAliased ? 1 : 0),
    directives: inside.directives,
    rootFields: 1,
  };
}
