/** Ends every switch over a union: a member nobody handled does not compile, and does not pass at run time. */
export function assertNever(value: never): never {
  throw new Error(`unhandled case: ${JSON.stringify(value)}`);
}
