import { type DocumentNode, GraphQLError, visit } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { memoizeByObject } from '#engine/util/memoize.ts';
import { isIntrospection } from './operation-size.ts';

/** Checks whether the viewer may read the schema itself. Called once the viewer is known. */
type MayIntrospect = (context: unknown) => boolean;

const REFUSED = 'The schema is not told here. Its SDL comes with the server’s source.';

/** Refuses introspection to viewers who may not read the schema. */
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

const SUGGESTION = /\s*Did you mean [\s\S]*$/;

/** Removes "Did you mean …" from every error, so that a hidden schema cannot be guessed. */
export function useNoSuggestions(): Plugin {
  return {
    onValidate:
      () =>
      ({ result, setResult }) => {
        if (result.length > 0) setResult([...result].map((error: Error) => withoutSuggestion(error)));
      },
    onExecute: () => ({
      onExecuteDone: ({ result, setResult }) => {
        const cut = withoutSuggestions(result);
        if (cut !== null) setResult(cut);
      },
    }),
    onSubscribe: () => ({
      onSubscribeResult: ({ result, setResult }) => {
        const cut = withoutSuggestions(result);
        if (cut !== null) setResult(cut);
      },
    }),
  };
}

function withoutSuggestions<Result extends object>(result: Result): Result | null {
  // A stream has no errors of its own; a result has those of its operation.
  const { errors } = result as { readonly errors?: readonly Error[] };
  return errors === undefined ? null : { ...result, errors: errors.map(withoutSuggestion) };
}

function withoutSuggestion(error: Error): Error {
  if (!(error instanceof GraphQLError) || !SUGGESTION.test(error.message)) return error;
  const { nodes, source, positions, path, originalError, extensions } = error;
  return new GraphQLError(error.message.replace(SUGGESTION, ''), {
    nodes: nodes ?? null,
    source: source ?? null,
    positions: positions ?? null,
    path: path ?? null,
    originalError: originalError ?? null,
    extensions,
  });
}
