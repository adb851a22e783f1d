import type { z } from 'zod';
import { dropInvalidItems, type ReplyFault } from './drop-invalid-items.ts';
import { fieldsMeant } from './fields-meant.ts';
import { mendValue } from './mend-value.ts';

/** One complaint about a reply that has the right form: a sentence, or a sentence about one place of it. */
export type Complaint = string | ReplyFault;

/** Looks at a reply that has the right form and says what is wrong with what it says. */
export type Check<Reply> = (reply: Reply) => readonly Complaint[];

/** What a reply must be. */
export type ReplyContract<Reply> = {
  readonly contract: z.ZodType<Reply>;
  /** Each says, in sentences for the model, what is wrong: ids nobody has, numbers out of range, changes not allowed. */
  readonly checks?: readonly Check<Reply>[];
  /** Replaces what a reply says in other words than were asked for, names by ids above all. */
  readonly understand?: (reply: Reply) => Reply;
  /**
   * Removes the list item or optional field around a fault instead of refusing the reply: of the form, and of checks that name a path.
   * The contract must accept its own output.
   */
  readonly dropInvalidItems?: boolean;
};

export type Validated<Reply> =
  | { readonly valid: true; readonly reply: Reply; readonly dropped: readonly ReplyFault[] }
  | { readonly valid: false; readonly problems: readonly string[] };

const MAX_PROBLEMS = 20;
/** What was coerced may show what else is wrong. */
const MAX_MENDS = 3;
/** Removing one item may make a check complain of another. */
const MAX_CHECK_ROUNDS = 3;

/** Holds a value against a contract and against what the contract cannot know, and states all that is wrong at once. */
export function validateReply<Reply>(value: unknown, rules: ReplyContract<Reply>): Validated<Reply> {
  const meant = fieldsMeant(value, rules.contract);
  if ('problem' in meant) return { valid: false, problems: [meant.problem] };
  const read = parseCoerced(meant.value, rules.contract);
  if (read.success) return checkReply(read.data, rules, { form: [], dropped: [] });
  const form = read.faults.map(toSentence);
  const pruned = dropInvalidItems(read.value, read.left, rules.contract);
  if (pruned === null) return refuse(form);
  const checked = checkReply(pruned.reply, rules, { form, dropped: pruned.dropped });
  if (rules.dropInvalidItems === true || !checked.valid) return checked;
  return refuse(form);
}

type Coerced<Reply> =
  | { readonly success: true; readonly data: Reply }
  | {
      readonly success: false;
      /** The value as far as it could be coerced, and what is still wrong with it. */
      readonly value: unknown;
      readonly left: readonly ReplyFault[];
      /** What is wrong with the reply as it was written. */
      readonly faults: readonly ReplyFault[];
    };

/** Parses a value to the letter, or else by what is meant. */
function parseCoerced<Reply>(written: unknown, contract: z.ZodType<Reply>): Coerced<Reply> {
  const first = contract.safeParse(written);
  if (first.success) return first;
  // Models write null for what they have nothing to say about; the contract has defaults for that.
  let value = withoutNulls(written);
  let parsed = contract.safeParse(value);
  const faults = parsed.error?.issues ?? [];
  for (let mends = 0; !parsed.success && mends < MAX_MENDS; mends += 1) {
    const mended = mendValue(value, parsed.error);
    if (mended === null) break;
    value = mended;
    parsed = contract.safeParse(value);
  }
  return parsed.success ? parsed : { success: false, value, left: parsed.error.issues, faults };
}

/** Runs the checks. With `dropInvalidItems`, parts they name are removed as long as that answers every complaint. */
function checkReply<Reply>(
  parsed: Reply,
  {
    contract,
    checks = [],
    understand = (reply) => reply,
    dropInvalidItems: mayDrop = false,
  }: ReplyContract<Reply>,
  found: { readonly form: readonly string[]; readonly dropped: readonly ReplyFault[] },
): Validated<Reply> {
  let reply = understand(parsed);
  let dropped = found.dropped;
  const problems = [...found.form];
  for (let round = 0; round < MAX_CHECK_ROUNDS; round += 1) {
    const complaints = checks.flatMap((check) => check(reply));
    if (complaints.length === 0) return { valid: true, reply, dropped };
    problems.push(...complaints.map(toSentence));
    const faults = complaints.filter((complaint) => typeof complaint !== 'string');
    if (!mayDrop || faults.length < complaints.length) break;
    const pruned = dropInvalidItems(reply, faults, contract);
    if (pruned === null) break;
    reply = pruned.reply;
    dropped = [...dropped, ...pruned.dropped];
  }
  return refuse(problems);
}

function refuse<Reply>(problems: readonly string[]): Validated<Reply> {
  return { valid: false, problems: [...new Set(problems)].slice(0, MAX_PROBLEMS) };
}

function toSentence(complaint: Complaint): string {
  if (typeof complaint === 'string') return complaint;
  const where = complaint.path.map(String).join('.');
  return where === '' ? complaint.message : `${where}: ${complaint.message}`;
}

function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([, item]) => item !== null);
  return Object.fromEntries(kept.map(([key, item]) => [key, withoutNulls(item)]));
}
