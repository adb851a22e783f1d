/** Something wrong in a schema or in a value: where, outermost first, and a sentence a person understands. */
export type SchemaFault = { readonly path: readonly (string | number)[]; readonly message: string };

export type SchemaPath = SchemaFault['path'];

export function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A value as it may stand in a sentence: JSON, cut when it is long. */
export function shown(value: unknown): string {
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (isPlainObject(value)) return 'an object';
  const text = JSON.stringify(value) ?? String(value);
  return text.length <= 60 ? text : `${text.slice(0, 57)}…`;
}
