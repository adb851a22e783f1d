import type { Position, Problem } from '../problem.ts';

/** An error about a file as a whole, or about one place in it. The pack's id is filled in when it is known. */
export function fileProblem(
  code: string,
  file: string,
  message: string,
  advice: string,
  { line, column }: Position = { line: 1, column: 1 },
): Problem {
  return { severity: 'error', code, packId: '', file, line, column, field: '', message, advice };
}
