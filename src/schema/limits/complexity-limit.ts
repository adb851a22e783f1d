import {
  type ExecutionArgs,
  type GraphQLError,
  getOperationAST,
  type OperationDefinitionNode,
  valueFromASTUntyped,
} from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { complexityOf } from './complexity.ts';
import { limitExceeded } from './limit-exceeded.ts';

/** Refuses operations whose answer could be too large. It is asked when the variables are known, on every transport. */
export function useComplexityLimit(limit: number): Plugin {
  const check = (args: ExecutionArgs, refuse: (result: { errors: GraphQLError[] }) => void): void => {
    const asked = complexityOfArgs(args);
    if (asked <= limit) return;
    const message = `The answer to this operation could have ${asked} fields, and at most ${limit} are allowed. Ask for smaller pages, or for fewer fields of each item.`;
    refuse({ errors: [limitExceeded({ code: 'COMPLEXITY_LIMIT', message, limit, asked })] });
  };
  return {
    onExecute: ({ args, setResultAndStopExecution }) => check(args, setResultAndStopExecution),
    onSubscribe: ({ args, setResultAndStopExecution }) => check(args, setResultAndStopExecution),
  };
}

function complexityOfArgs({ schema, document, operationName, variableValues }: ExecutionArgs): number {
  const operation = getOperationAST(document, operationName);
  // Which operation is meant is for the executor to complain about.
  if (operation == null) return 0;
  return complexityOf({ schema, document, operation, variables: variablesOf(operation, variableValues) });
}

/** The variables as they were sent, with the defaults of those that were not. */
function variablesOf(
  { variableDefinitions = [] }: OperationDefinitionNode,
  given: ExecutionArgs['variableValues'],
): Record<string, unknown> {
  const defaults = variableDefinitions.flatMap(({ variable, defaultValue }) =>
    defaultValue === undefined ? [] : [[variable.name.value, valueFromASTUntyped(defaultValue)] as const],
  );
  return { ...Object.fromEntries(defaults), ...given };
}
