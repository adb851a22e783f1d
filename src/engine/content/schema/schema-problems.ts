import type { z } from 'zod';
import { LIMITS } from '../files/limits.ts';
import { fieldName, type Problem } from '../problem.ts';
import type { Locate } from '../yaml/read-yaml.ts';
import { explainIssue, type Fault } from './explain-issue.ts';

/** Everything a schema finds wrong with a file's data, each with its place in the file. */
export function schemaProblems(
  schema: z.ZodType,
  data: unknown,
  file: string,
  locate: Locate,
): readonly Problem[] {
  const parsed = schema.safeParse(data);
  if (parsed.success) return [];
  return parsed.error.issues
    .slice(0, LIMITS.problemsPerFile)
    .flatMap((issue) => explainIssue(schema, data, issue))
    .slice(0, LIMITS.problemsPerFile)
    .map((fault) => problemOf(fault, file, locate));
}

/** A fault with its place in the file. */
export function problemOf(
  { code, path, part, message, advice }: Fault,
  file: string,
  locate: Locate,
): Problem {
  const at = locate(path, part);
  return { severity: 'error', code, packId: '', file, ...at, field: fieldName(path), message, advice };
}
