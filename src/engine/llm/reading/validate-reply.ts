import { z } from 'zod';

type Issue = z.core.$ZodIssue;
type Container = Record<PropertyKey, unknown>;

const NUMBER = /^\s*([+-]?\d+(?:\.\d+)?)\s*(?:min(?:ute)?s?\.?)?\s*$/i;
const YES = /^\s*(?:true|yes)\s*$/i;
const NO = /^\s*(?:false|no)\s*$/i;

/** Marks a value that is to be left out, because it is empty or cannot be understood. */
const NOTHING = Symbol('nothing');

/**
 * Coerces the parts of a value its contract rejected, where only one meaning is possible. Examples: a number in quotation
 * marks, one item in place of a list, a word in capitals, a text that is too long. Returns null when nothing could be coerced.
 */
function coerceValue(value: unknown, { issues }: z.ZodError): unknown {
  const mended = { root: structuredClone(value) };
  const touched = issues.flatMap((issue) => mendOne(mended, issue));
  // Items are taken out at the end, so that the places of the others stay what the contract says.
  for (const list of new Set(touched)) if (Array.isArray(list)) removeNothings(list);
  return touched.length > 0 ? mended.root : null;
}

function removeNothings(list: unknown[]): void {
  let kept = 0;
  for (const item of list) {
    if (item !== NOTHING) list[kept++] = item;
  }
  list.length = kept;
}

/** Sets one thing right, and gives what holds it; nothing where it cannot be. */
function mendOne(root: Container, issue: Issue): readonly Container[] {
  const path: readonly PropertyKey[] = ['root', ...issue.path];
  const holder = at(root, path.slice(0, -1));
  const key = path.at(-1) ?? 'root';
  if (!isContainer(holder) || !(key in holder)) return [];
  const put = setRight(holder[key], issue);
  if (put === undefined) return [];
  if (put === NOTHING && !Array.isArray(holder)) delete holder[key];
  else holder[key] = put;
  return [holder];
}

function isContainer(value: unknown): value is Container {
  return typeof value === 'object' && value !== null;
}

function at(root: unknown, path: readonly PropertyKey[]): unknown {
  let found = root;
  for (const key of path) found = isContainer(found) ? found[key] : undefined;
  return found;
}

/** Returns the intended value; undefined when that is not certain. */
function setRight(value: unknown, issue: Issue): unknown {
  switch (issue.code) {
    case 'invalid_type':
      return asType(value, issue.expected);
    case 'invalid_value':
      return asOneOf(value, issue.values);
    case 'too_big':
      return shortened(value, Number(issue.maximum));
    default:
      return undefined;
  }
}

function asType(value: unknown, expected: string): unknown {
  if (value === '') return NOTHING;
  switch (expected) {
    case 'number':
      return typeof value === 'string' ? asNumber(value) : undefined;
    case 'int':
      return typeof value === 'number' ? Math.round(value) : undefined;
    case 'boolean':
      return typeof value === 'string' ? asBoolean(value) : undefined;
    case 'string':
      return asText(value);
    case 'array':
      return asList(value);
    case 'object':
      return Array.isArray(value) && value.length === 1 ? value[0] : undefined;
    default:
      return undefined;
  }
}

function asNumber(text: string): number | undefined {
  const number = NUMBER.exec(text)?.[1];
  return number === undefined ? undefined : Number(number);
}

function asBoolean(text: string): boolean | undefined {
  if (YES.test(text)) return true;
  return NO.test(text) ? false : undefined;
}

function asText(value: unknown): string | undefined {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (Array.isArray(value))
    return value.every((item) => typeof item === 'string') ? value.join(' ') : undefined;
  const { id, name }: { readonly id?: unknown; readonly name?: unknown } = Object(value);
  return [id, name].find((said) => typeof said === 'string');
}

/** Wraps a single item where a list belongs. Converts an object of items by name to a list of items with those names as `key`. */
function asList(value: unknown): unknown[] | undefined {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return undefined;
  const entries: [string, unknown][] = Object.entries(value);
  const isMap = entries.every(([, item]) => typeof item === 'object' && item !== null);
  return isMap ? entries.map(([key, item]) => ({ key, ...Object(item) })) : [value];
}

/** Matches a word regardless of case, spaces and hyphens. An unknown word counts as nothing. */
function asOneOf(value: unknown, values: readonly unknown[]): unknown {
  if (typeof value !== 'string') return undefined;
  const plain = plainWord(value);
  return values.find((option) => typeof option === 'string' && plainWord(option) === plain) ?? NOTHING;
}

function plainWord(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_');
}

function shortened(value: unknown, most: number): unknown {
  if (Array.isArray(value)) return value.slice(0, most);
  if (typeof value !== 'string' || most < 2) return undefined;
  const cut = value.slice(0, most - 1);
  const atWord = cut.slice(0, Math.max(cut.lastIndexOf(' '), Math.floor(most / 2)));
  return `${atWord.trimEnd().toWellFormed()}…`;
}

/** Unwrapped value, or the problem when no part of it is what the step asked for. */
type UnwrappedFields = { readonly value: unknown } | { readonly problem: string };

const MOST_NAMED = 6;

/**
 * Looks whether an object has any of the fields its contract has. Where all of them may be left out, one that has none would else be
 * taken for an answer in which nothing was said.
 */
function unwrapFields(value: unknown, contract: z.ZodType): UnwrappedFields {
  if (!(contract instanceof z.ZodObject) || !isObject(value)) return { value };
  const asked = Object.keys(contract.shape);
  const isAsked = (fields: object) => asked.some((field) => field in fields);
  const given = Object.keys(value);
  if (given.length === 0 || isAsked(value)) return { value };
  const wrapped = Object.values(value).filter(isObject).filter(isAsked);
  if (wrapped.length === 1) return { value: wrapped[0] };
  const named = given.slice(0, MOST_NAMED).join(', ');
  return { problem: `None of these fields was asked for: ${named}. Asked for were ${asked.join(', ')}.` };
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A place in a reply and what is wrong there. */
type ReplyFault = { readonly path: readonly PropertyKey[]; readonly message: string };

/** A value that keeps to its contract after parts of it were removed, or null when no such value remains. */
type PrunedReply<Reply> = { readonly reply: Reply; readonly dropped: readonly ReplyFault[] } | null;

/**
 * A removed field may show that its object is invalid, which removes the object, and so on outwards. Contracts are not nested nearly
 * as deep; the bound keeps the work linear in the size of the reply.
 */
const MAX_ROUNDS = 12;

/** Marks a part until the end of its round, so that the paths of the other faults stay valid. */
const REMOVED = Symbol('removed');

/**
 * Removes the innermost list item or field around each fault until the contract accepts the rest. A field the contract needs takes its
 * object with it. Returns null when the fault reaches the reply itself.
 */
function dropInvalidItems<Reply>(
  value: unknown,
  faults: readonly ReplyFault[],
  contract: z.ZodType<Reply>,
): PrunedReply<Reply> {
  const pruning = new Pruning(structuredClone(value));
  let left = faults;
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    if (!pruning.removeAll(left)) return null;
    const parsed = contract.safeParse(pruning.value);
    if (parsed.success) return { reply: parsed.data, dropped: pruning.dropped() };
    left = parsed.error.issues;
  }
  return null;
}

class Pruning {
  readonly value: unknown;
  /** Removed items, by the object or list they were removed from. */
  readonly #dropped = new Map<object, ReplyFault[]>();
  /** The places list items had in the reply as it was written. */
  readonly #places = new Map<object, readonly number[]>();

  constructor(value: unknown) {
    this.value = value;
  }

  dropped(): readonly ReplyFault[] {
    return [...this.#dropped.values()].flat();
  }

  /** Returns false when a fault leaves nothing to remove but the reply itself. */
  removeAll(faults: readonly ReplyFault[]): boolean {
    const touched = new Set<Container>();
    for (const fault of faults) {
      for (const path of pathsToRemove(fault)) {
        const holder = this.#remove(path, fault.message);
        if (holder === null) return false;
        if (holder !== 'removed before') touched.add(holder);
      }
    }
    for (const holder of touched) this.#sweep(holder);
    return true;
  }

  /** Marks what stands at the end of a path, or what should hold it when it is missing. */
  #remove(path: readonly PropertyKey[], message: string): Container | 'removed before' | null {
    const holders: Container[] = [];
    let at: unknown = this.value;
    for (const key of path) {
      if (!isContainer(at) || !Object.hasOwn(at, key)) break;
      holders.push(at);
      at = at[key];
    }
    if (at === REMOVED) return 'removed before';
    const holder = holders.at(-1);
    const key = path[holders.length - 1];
    if (holder === undefined || key === undefined) return null;
    const [inner] = isContainer(at) ? (this.#dropped.get(at) ?? []) : [];
    // An object that goes because of one of its fields goes for what was wrong with that field.
    if (isContainer(at)) this.#dropped.delete(at);
    const fault = {
      path: this.#writtenPath(path.slice(0, holders.length), holders),
      message: inner?.message ?? message,
    };
    const siblings = this.#dropped.get(holder);
    if (siblings === undefined) this.#dropped.set(holder, [fault]);
    else siblings.push(fault);
    holder[key] = REMOVED;
    return holder;
  }

  /** Returns a path as it was in the reply before anything was removed. */
  #writtenPath(path: readonly PropertyKey[], holders: readonly object[]): readonly PropertyKey[] {
    return path.map((key, depth) => {
      const holder = holders[depth];
      return holder !== undefined && Array.isArray(holder)
        ? (this.#places.get(holder)?.[Number(key)] ?? key)
        : key;
    });
  }

  #sweep(holder: Container): void {
    if (!Array.isArray(holder)) {
      for (const key of Object.keys(holder)) if (holder[key] === REMOVED) delete holder[key];
      return;
    }
    const places = this.#places.get(holder);
    const kept: number[] = [];
    for (const [index, item] of holder.entries()) {
      if (item === REMOVED) continue;
      holder[kept.length] = item;
      kept.push(places?.[index] ?? index);
    }
    holder.length = kept.length;
    this.#places.set(holder, kept);
  }
}

/** Fields a strict object does not know are removed by themselves. */
function pathsToRemove(fault: ReplyFault | z.core.$ZodIssue): readonly (readonly PropertyKey[])[] {
  const isUnknownField = 'code' in fault && fault.code === 'unrecognized_keys';
  return isUnknownField ? fault.keys.map((key) => [...fault.path, key]) : [fault.path];
}

/** One complaint about a reply that has the right form: a sentence, or a sentence about one place of it. */
type ReplyComplaint = string | ReplyFault;

/** Looks at a reply that has the right form and says what is wrong with what it says. */
type ReplyCheck<Reply> = (reply: Reply) => readonly ReplyComplaint[];

/** Contract and checks a reply must pass. */
export type ReplyContract<Reply> = {
  readonly contract: z.ZodType<Reply>;
  /** Checks that describe faults in sentences for the model: unknown ids, numbers out of range, changes not allowed. */
  readonly checks?: readonly ReplyCheck<Reply>[];
  /** Replaces what a reply says in other words than were asked for, names by ids above all. */
  readonly understand?: (reply: Reply) => Reply;
  /**
   * Removes the list item or optional field around a fault instead of refusing the reply: of the form, and of checks that name a path.
   * The contract must accept its own output.
   */
  readonly dropInvalidItems?: boolean;
};

type ValidatedReply<Reply> =
  | { readonly valid: true; readonly reply: Reply; readonly dropped: readonly ReplyFault[] }
  | { readonly valid: false; readonly problems: readonly string[] };

const MAX_PROBLEMS = 20;
/** Maximum rounds of coercion. A coerced value may reveal further faults. */
const MAX_MENDS = 3;
/** Removing one item may make a check complain of another. */
const MAX_CHECK_ROUNDS = 3;

/** Holds a value against a contract and against what the contract cannot know, and states all that is wrong at once. */
export function validateReply<Reply>(value: unknown, rules: ReplyContract<Reply>): ValidatedReply<Reply> {
  const meant = unwrapFields(value, rules.contract);
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
      /** Faults of the reply as it was written. */
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
    const mended = coerceValue(value, parsed.error);
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
): ValidatedReply<Reply> {
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

function refuse<Reply>(problems: readonly string[]): ValidatedReply<Reply> {
  return { valid: false, problems: [...new Set(problems)].slice(0, MAX_PROBLEMS) };
}

function toSentence(complaint: ReplyComplaint): string {
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
