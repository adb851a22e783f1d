import { type DocumentNode, GraphQLError, visit } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { memoizeByObject } from '#engine/util/memoize.ts';
import { isIntrospection } from './operation-size.ts';

/** Whether whoever asks may read the schema itself. Asked when it is known who they are. */
export type MayIntrospect = (context: unknown) => boolean;

const REFUSED = 'The schema is not told here. Its SDL comes with the server’s source.';

/** Keeps the schema from those who may not read it. */
export function useIntrospectionPolicy(mayIntrospect: MayIntrospect): Plugin {
  const asksForSchema = memoizeByObject(hasIntrospection);
  const isRefused = (document: DocumentNode, context: unknown): boolean =>
    asksForSchema(document) && !mayIntrospect(context);
  return {
    onExecute({ args, setResultAndStopExecution }) {
      if (isRefused(args.document, args.contextValue)) setResultAndStopExecution({ errors: [refusal()] });
    },
    onSubscribe({ args, setResultAndStopExecution }) {
      if (isRefused(args.document, args.contextValue)) setResultAndStopExecution({ errors: [refusal()] });
    },
  };
}

function refusal(): GraphQLError {
  return new GraphQLError(REFUSED, { extensions: { code: 'INTROSPECTION_DISABLED' } });
}

function hasIntrospection(document: DocumentNode): boolean {
  let found = false;
  visit(document, {
    Field: ({ name }) => {
      if (isIntrospection(name.value)) found = true;
    },
  });
  return found;
}
