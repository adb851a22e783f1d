/** Where in a file, counted from 1 as editors do. */
export type Position = { readonly line: number; readonly column: number };

/** A step into nested data: a key or an index. */
export type FieldPath = readonly (string | number)[];

/**
 * Something an author should mend. An `error` keeps the pack from being played; a `warning` does not. The same
 * problems are printed, written as JSON and returned by the API.
 */
export type Problem = Position & {
  readonly severity: 'error' | 'warning';
  /** The fact in kebab-case, stable enough to branch on. */
  readonly code: string;
  /** The pack's id; its folder when it has no usable one. */
  readonly packId: string;
  /** Within the pack, with forward slashes; empty when the pack as a whole is meant. */
  readonly file: string;
  /** The field at fault, `cast.0.character`; empty when no field is. */
  readonly field: string;
  /** What is wrong, as a sentence. */
  readonly message: string;
  /** What to write instead, as a sentence. */
  readonly advice: string;
};

/** `cast.0.character` */
export function fieldName(path: FieldPath): string {
  return path.join('.');
}

export function isError({ severity }: Problem): boolean {
  return severity === 'error';
}

/** File by file, from the top down: the order in which an author mends them. */
export function inReadingOrder(problems: readonly Problem[]): readonly Problem[] {
  return [...problems].sort(
    (a, b) =>
      a.packId.localeCompare(b.packId) ||
      a.file.localeCompare(b.file) ||
      a.line - b.line ||
      a.column - b.column ||
      a.code.localeCompare(b.code),
  );
}
