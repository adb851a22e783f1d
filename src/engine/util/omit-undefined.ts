/** Removes keys whose value is undefined. A snapshot holds no such keys, and a change must not overwrite values with them. */
export function omitUndefined<Value extends object>(value: Value) {
  const entries = Object.entries(value).filter(([, inner]) => inner !== undefined);
  // Exactly the keys that are left; the type says the rest are optional.
  return Object.fromEntries(entries) as {
    [Key in keyof Value as undefined extends Value[Key] ? never : Key]: Value[Key];
  } & { [Key in keyof Value as undefined extends Value[Key] ? Key : never]?: Exclude<Value[Key], undefined> };
}
