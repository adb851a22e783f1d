import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { type DocumentNode, Kind, type OperationDefinitionNode, parse } from 'graphql';

export type ExampleOperation = {
  /** `take-turn`, of `operations/take-turn.graphql`. */
  readonly file: string;
  readonly text: string;
  readonly document: DocumentNode;
  readonly definitions: readonly OperationDefinitionNode[];
  /** Whether it is for the authoring endpoint; the others are for both. */
  readonly isAuthoring: boolean;
};

/** Every example of `operations/`, by the name of its file. */
export function exampleOperations(): readonly ExampleOperation[] {
  return globSync('operations/**/*.graphql')
    .toSorted()
    .map((path) => {
      const text = readFileSync(path, 'utf8');
      const document = parse(text);
      const definitions = document.definitions.filter((one) => one.kind === Kind.OPERATION_DEFINITION);
      const isAuthoring = path.includes('authoring/');
      return { file: basename(path, '.graphql'), text, document, definitions, isAuthoring };
    });
}

/** The fields of the root types that an operation asks for: `Query.session`. */
export function rootFields({ operation, selectionSet }: OperationDefinitionNode): readonly string[] {
  const owner = { query: 'Query', mutation: 'Mutation', subscription: 'Subscription' }[operation];
  return selectionSet.selections.flatMap((one) =>
    one.kind === Kind.FIELD ? `${owner}.${one.name.value}` : [],
  );
}
