type Defined<Value> = { [Key in keyof Value]?: Exclude<Value[Key], undefined> };

/** Without the fields nobody gave, so that they do not overwrite what is there. */
export function defined<Value extends object>(value: Value): Defined<Value> {
  const given = Object.entries(value).filter(([, field]) => field !== undefined);
  // Only keys whose value was undefined are gone.
  return Object.fromEntries(given) as Defined<Value>;
}
