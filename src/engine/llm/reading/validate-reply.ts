import type { z } from 'zod';
import { fieldsMeant } from './fields-meant.ts';
import { mendValue } from './mend-value.ts';

/** Looks at a reply that has the right form and says what is wrong with what it says. */
export type Check<Reply> = (reply: Reply) => readonly string[];

export type Validated<Reply> =
  | { readonly valid: true; readonly reply: Reply }
  | { readonly valid: false; readonly problems: readonly string[] };

const MAX_PROBLEMS = 20;
/** What was set right may show what else is wrong. */
const MAX_MENDS = 3;

/** Holds a value against a contract and then against what the contract cannot know. */
export function validateReply<Reply>(
  value: unknown,
  contract: z.ZodType<Reply>,
  checks: readonly Check<Reply>[],
  understand: (reply: Reply) => Reply = (reply) => reply,
): Validated<Reply> {
  const meant = fieldsMeant(value, contract);
  if ('problem' in meant) return { valid: false, problems: [meant.problem] };
  const parsed = read(meant.value, contract);
  if (!parsed.success) return { valid: false, problems: sentences(parsed.error) };
  const data = understand(parsed.data);
  const problems = checks.flatMap((check) => check(data));
  return problems.length === 0
    ? { valid: true, reply: data }
    : { valid: false, problems: problems.slice(0, MAX_PROBLEMS) };
}

/** By the letter, or else by what is meant. */
function read<Reply>(value: unknown, contract: z.ZodType<Reply>): z.ZodSafeParseResult<Reply> {
  const first = contract.safeParse(value);
  if (first.success) return first;
  // Models write null for what they have nothing to say about; the contract has defaults for that.
  let given = withoutNulls(value);
  let parsed = contract.safeParse(given);
  for (let mends = 0; !parsed.success && mends < MAX_MENDS; mends += 1) {
    given = mendValue(given, parsed.error);
    if (given === null) break;
    parsed = contract.safeParse(given);
  }
  // What is still wrong is said of the reply as it was written.
  return parsed.success ? parsed : contract.safeParse(withoutNulls(value));
}

function sentences(error: z.ZodError): string[] {
  return error.issues.slice(0, MAX_PROBLEMS).map(({ path, message }) => {
    const where = path.map(String).join('.');
    return where === '' ? message : `${where}: ${message}`;
  });
}

function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([, item]) => item !== null);
  return Object.fromEntries(kept.map(([key, item]) => [key, withoutNulls(item)]));
}
