/** Position in a file, counted from 1 as editors do. */
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
  /** Description of the fault, as a sentence. */
  readonly message: string;
  /** Advice on the correct form, as a sentence. */
  readonly advice: string;
};

/** Formats a path as `cast.0.character`. */
export function formatFieldPath(path: FieldPath): string {
  return path.join('.');
}

export function isError({ severity }: Problem): boolean {
  return severity === 'error';
}

/** Sorts problems file by file, from the top down: the order in which an author fixes them. */
export function sortProblems(problems: readonly Problem[]): readonly Problem[] {
  return [...problems].sort(
    (a, b) =>
      a.packId.localeCompare(b.packId) ||
      a.file.localeCompare(b.file) ||
      a.line - b.line ||
      a.column - b.column ||
      a.code.localeCompare(b.code),
  );
}

/** Creates an error about a file as a whole, or about one place in it. The pack's id is filled in when it is known. */
export function createFileProblem(
  code: string,
  file: string,
  message: string,
  advice: string,
  { line, column }: Position = { line: 1, column: 1 },
): Problem {
  return { severity: 'error', code, packId: '', file, line, column, field: '', message, advice };
}

/** Turns words into a sentence: with an initial capital, unless a key comes first, and a final full stop. */
export function toSentence(words: string): string {
  const trimmed = words.trim();
  return /^\w+_/.test(trimmed)
    ? endSentence(trimmed)
    : endSentence(trimmed.charAt(0).toUpperCase() + trimmed.slice(1));
}

/** Adds a full stop, unless the words end with a punctuation mark. */
export function endSentence(words: string): string {
  return /[.?!]$/.test(words) ? words : `${words}.`;
}
