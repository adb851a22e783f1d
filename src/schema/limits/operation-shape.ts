import {
  type DocumentNode,
  type FragmentDefinitionNode,
  Kind,
  type OperationDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';
import { fragmentsOf, type OperationSize, sizesOf } from './operation-size.ts';

export type OperationShape = OperationSize & {
  /**
   * How often the same name stands in one place of the answer. Checking that such fields agree costs the square of it. 0 where
   * there is too much to lay out, which is refused for that.
   */
  readonly repeats: number;
};

/** The fields of an answer, those of the same name in the same place laid over each other. */
type Tree = Map<string, { count: number; readonly inside: Tree }>;

/** The shapes of all the operations of a document: whichever is run must be within the limits. */
export function operationShapes(document: DocumentNode, mostFields: number): OperationShape[] {
  const sizeOf = sizesOf(document);
  const fragments = fragmentsOf(document);
  return document.definitions
    .filter((node): node is OperationDefinitionNode => node.kind === Kind.OPERATION_DEFINITION)
    .map((operation) => {
      const size = sizeOf(operation);
      const tree = size.fields <= mostFields ? new Layout(fragments, mostFields).of(operation) : null;
      return tree === null ? { ...size, repeats: 0 } : { ...size, repeats: repeatsIn(tree) };
    });
}

/** Lays the fields of an operation out, and gives up where there is more of it than may be. */
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

  /** `within` are the fragments a set stands in. One that spreads itself is refused by validation, by its name. */
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
