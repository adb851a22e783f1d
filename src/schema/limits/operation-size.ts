import {
  type DocumentNode,
  type FragmentDefinitionNode,
  Kind,
  type OperationDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';

/** Size of an operation with all fragments expanded, measured without the schema. */
export type OperationSize = {
  readonly depth: number;
  readonly aliases: number;
  readonly directives: number;
  readonly rootFields: number;
  /** Total number of fields and fragments. */
  readonly fields: number;
};

const NOTHING: OperationSize = { depth: 0, aliases: 0, directives: 0, rootFields: 0, fields: 0 };

/** Returns the fragments of a document by name. */
export function listFragments({ definitions }: DocumentNode): ReadonlyMap<string, FragmentDefinitionNode> {
  return new Map(
    definitions.flatMap((node) =>
      node.kind === Kind.FRAGMENT_DEFINITION ? [[node.name.value, node] as const] : [],
    ),
  );
}

/** Recognises introspection fields. Validation by the specification has its own rule for their depth. */
export function isIntrospection(name: string): boolean {
  return name === '__schema' || name === '__type';
}

/**
 * Measures operations by numbers alone, every fragment once however often it is spread. So a document whose fragments double at
 * every level costs no more to measure than any other.
 */
export function measureOperationSizes(
  document: DocumentNode,
): (operation: OperationDefinitionNode) => OperationSize {
  const fragments = listFragments(document);
  const known = new Map<string, OperationSize>();
  const fragment = (name: string): OperationSize => {
    const before = known.get(name);
    if (before !== undefined) return before;
    // A fragment that spreads itself adds nothing here; validation refuses it by name.
    known.set(name, NOTHING);
    const size = ofSet(fragments.get(name)?.selectionSet);
    known.set(name, size);
    return size;
  };
  const ofSelection = (selection: SelectionNode): OperationSize => {
    if (selection.kind !== Kind.FIELD) {
      const inside =
        selection.kind === Kind.FRAGMENT_SPREAD
          ? fragment(selection.name.value)
          : ofSet(selection.selectionSet);
      return { ...inside, fields: inside.fields + 1 };
    }
    const inside = ofSet(selection.selectionSet);
    const { name, alias } = selection;
    return {
      depth: 1 + (isIntrospection(name.value) ? 0 : inside.depth),
      aliases: inside.aliases + (alias === undefined ? 0 : 1),
      directives: inside.directives,
      rootFields: 1,
      fields: inside.fields + 1,
    };
  };
  const ofSet = (set: SelectionSetNode | undefined): OperationSize =>
    (set?.selections ?? []).reduce(
      (size, selection) => together(size, ofSelection(selection), selection.directives?.length ?? 0),
      NOTHING,
    );
  return ({ selectionSet, directives = [], variableDefinitions = [] }) => {
    const ofVariables = variableDefinitions.reduce((sum, one) => sum + (one.directives?.length ?? 0), 0);
    return together(ofSet(selectionSet), NOTHING, directives.length + ofVariables);
  };
}

/** Adds the sizes of neighbouring selections. Caps the sums, because repeated doubling would exceed safe integers. */
function together(one: OperationSize, other: OperationSize, directives: number): OperationSize {
  const sum = (a: number, b: number) => Math.min(a + b, Number.MAX_SAFE_INTEGER);
  return {
    depth: Math.max(one.depth, other.depth),
    aliases: sum(one.aliases, other.aliases),
    directives: sum(one.directives, other.directives + directives),
    rootFields: sum(one.rootFields, other.rootFields),
    fields: sum(one.fields, other.fields),
  };
}
