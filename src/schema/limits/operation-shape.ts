import {
  type DocumentNode,
  type FieldNode,
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
  /** How often the same name stands in one place of the answer. Checking that such fields agree costs the square of it. */
  readonly repeats: number;
};

/** The fields of an answer, those of the same name in the same place laid over each other. */
type Tree = Map<string, { count: number; readonly inside: Tree }>;

type Selected = { readonly aliases: number; readonly directives: number; readonly tree: Tree };

const NOTHING: Selected = { aliases: 0, directives: 0, tree: new Map() };

/** The shapes of all the operations of a document: whichever is run must be within the limits. */
export function operationShapes(document: DocumentNode): OperationShape[] {
  const measure = measureWith(document);
  return document.definitions.flatMap((definition) =>
    definition.kind === Kind.OPERATION_DEFINITION ? [shapeOf(definition, measure)] : [],
  );
}

type Measure = (set: SelectionSetNode | undefined) => Selected;

function shapeOf(operation: OperationDefinitionNode, measure: Measure): OperationShape {
  const own = operation.directives?.length ?? 0;
  const ofVariables = (operation.variableDefinitions ?? []).reduce(
    (sum, { directives }) => sum + (directives?.length ?? 0),
    0,
  );
  const { aliases, directives, tree } = measure(operation.selectionSet);
  return {
    depth: depthOf(tree),
    aliases,
    directives: directives + own + ofVariables,
    rootFields: [...tree.values()].reduce((sum, { count }) => sum + count, 0),
    repeats: repeatsIn(tree),
  };
}

/** Every fragment is measured once however often it is spread, so a document cannot make measuring it expensive. */
function measureWith(document: DocumentNode): Measure {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const definition of document.definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments.set(definition.name.value, definition);
  }
  const known = new Map<string, Selected>();

  const fragment = (name: string): Selected => {
    const before = known.get(name);
    if (before !== undefined) return before;
    // A fragment that spreads itself adds nothing here; validation refuses it by name.
    known.set(name, NOTHING);
    const selected = measure(fragments.get(name)?.selectionSet);
    known.set(name, selected);
    return selected;
  };
  const inner = (selection: SelectionNode): Selected => {
    switch (selection.kind) {
      case Kind.FIELD:
        return fieldOf(
          selection,
          isIntrospection(selection.name.value) ? NOTHING : measure(selection.selectionSet),
        );
      case Kind.INLINE_FRAGMENT:
        return measure(selection.selectionSet);
      case Kind.FRAGMENT_SPREAD:
        return fragment(selection.name.value);
    }
  };
  const measure: Measure = (set) => {
    const tree: Tree = new Map();
    let [aliases, directives] = [0, 0];
    for (const selection of set?.selections ?? []) {
      const one = inner(selection);
      layOver(tree, one.tree);
      aliases += one.aliases;
      directives += one.directives + (selection.directives?.length ?? 0);
    }
    return { aliases, directives, tree };
  };
  return measure;
}

/** How deep introspection may go is a rule of its own in the specification's validation. */
export function isIntrospection(name: string): boolean {
  return name === '__schema' || name === '__type';
}

function fieldOf({ alias, name }: FieldNode, { aliases, directives, tree }: Selected): Selected {
  return {
    aliases: aliases + (alias === undefined ? 0 : 1),
    directives,
    tree: new Map([[alias?.value ?? name.value, { count: 1, inside: tree }]]),
  };
}

/** Adds a tree to another. What is added is copied, because a fragment's tree is added in many places. */
function layOver(tree: Tree, added: Tree): void {
  for (const [name, { count, inside }] of added) {
    const there = tree.get(name) ?? { count: 0, inside: new Map() };
    there.count += count;
    tree.set(name, there);
    layOver(there.inside, inside);
  }
}

function depthOf(tree: Tree): number {
  return Math.max(0, ...[...tree.values()].map(({ inside }) => depthOf(inside) + 1));
}

function repeatsIn(tree: Tree): number {
  return Math.max(0, ...[...tree.values()].flatMap(({ count, inside }) => [count, repeatsIn(inside)]));
}
