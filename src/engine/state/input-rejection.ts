import { z } from 'zod';
import { type Rejection, reject } from '#engine/kit/rejection.ts';
import { suggestion } from './nearest-name.ts';

/** Why an operation's input did not parse, as one sentence about its first fault. */
export function inputRejection(operation: string, input: z.ZodType, error: z.ZodError): Rejection {
  const issue = error.issues[0];
  if (issue === undefined) return reject('bad-input', `${operation} cannot read its input.`);
  const path = issue.path.map((part) => (typeof part === 'number' ? part : String(part)));
  return reject('bad-input', `${operation}: ${sentence(issue, path, input)}`, path);
}

function sentence(issue: z.core.$ZodIssue, path: readonly (string | number)[], input: z.ZodType): string {
  if (issue.code === 'unrecognized_keys') return unknownFields(issue.keys, path, input);
  const where = path.length === 0 ? 'the input' : path.join('.');
  return `${where} is wrong: ${lowerFirst(issue.message)}.`;
}

function unknownFields(
  keys: readonly string[],
  path: readonly (string | number)[],
  input: z.ZodType,
): string {
  const known = path.length === 0 && input instanceof z.ZodObject ? Object.keys(input.shape) : [];
  const within = path.length === 0 ? '' : ` in ${path.join('.')}`;
  const [first = ''] = keys;
  const fields = known.length === 0 ? '' : ` Its fields are ${known.join(', ')}.`;
  return `there is no field ${keys.join(', ')}${within}.${suggestion(first, known)}${fields}`;
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
