import type { z } from 'zod';

/** Looks at a reply that has the right form and says what is wrong with what it says. */
export type Check<Reply> = (reply: Reply) => readonly string[];

export type Validated<Reply> =
  | { readonly valid: true; readonly reply: Reply }
  | { readonly valid: false; readonly problems: readonly string[] };

const MAX_PROBLEMS = 20;

/** Holds a value against a contract and then against what the contract cannot know. */
export function validateReply<Reply>(
  value: unknown,
  contract: z.ZodType<Reply>,
  checks: readonly Check<Reply>[],
): Validated<Reply> {
  let parsed = contract.safeParse(value);
  // Models write null for what they have nothing to say about; the contract has defaults for that.
  if (!parsed.success) parsed = contract.safeParse(withoutNulls(value));
  if (!parsed.success) return { valid: false, problems: sentences(parsed.error) };
  const { data } = parsed;
  const problems = checks.flatMap((check) => check(data));
  return problems.length === 0
    ? { valid: true, reply: data }
    : { valid: false, problems: problems.slice(0, MAX_PROBLEMS) };
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
