/** The same keys, except those whose value is undefined: a snapshot holds no such thing. */
export function withoutUndefined<Value extends Record<string, unknown>>(value: Value) {
  const entries = Object.entries(value).filter(([, inner]) => inner !== undefined);
  // Exactly the keys that are left; the type says the rest are optional.
  return Object.fromEntries(entries) as {
    [Key in keyof Value as undefined extends Value[Key] ? never : Key]: Value[Key];
  } & { [Key in keyof Value as undefined extends Value[Key] ? Key : never]?: Exclude<Value[Key], undefined> };
}
