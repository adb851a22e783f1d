/** Ends every switch over a union. A member without a case does not compile, and throws at run time. */
export function assertNever(value: never): never {
  throw new Error(`unhandled case: ${JSON.stringify(value)}`);
}
