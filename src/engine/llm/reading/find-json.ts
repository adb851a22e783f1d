import { toPlainStrings } from '#engine/util/plain-text.ts';
import { stripLabels } from './labels.ts';
import { readLooseJson } from './loose-json.ts';

/**
 * Maximum nesting depth. No reply of any step is nested nearly as deep, and a deeper one would exhaust the code that walks it.
 */
const DEEPEST = 64;

/**
 * Describes a value of a parsed reply that cannot be kept, in a sentence for the model that wrote it. JSON allows numbers that
 * are read as infinite and can never be written again. Returns null when every value is usable.
 */
function findUnusableValue(value: unknown, path: readonly string[] = []): string | null {
  if (typeof value === 'number' && !Number.isFinite(value))
    return `${nameOf(path)}: the number is too large. Write one with at most 12 digits.`;
  if (typeof value !== 'object' || value === null) return null;
  if (path.length === DEEPEST)
    return `${nameOf(path.slice(0, 3))}: this is nested deeper than ${DEEPEST} levels.`;
  for (const [key, item] of Object.entries(value)) {
    const problem = findUnusableValue(item, [...path, key]);
    if (problem !== null) return problem;
  }
  return null;
}

function nameOf(path: readonly string[]): string {
  return path.join('.').slice(0, 120);
}

/** A reply taken apart: what is for the reader, and the structured block as it was written. */
export type SplitReply = {
  readonly prose: string;
  /** The last JSON block, unparsed; null when there is none. */
  readonly block: string | null;
};

/** Fence of either kind, with any language name. */
const FENCE = /(```|~~~)[^\S\n]*([\w+.-]*)[^\S\n]*\n?([\s\S]*?)(?:\1|$)/g;
const BARE_OBJECT = /(?:^|\n)[^\S\n]*(?=\{\s*["'“}])/g;
/** No prose begins like this. */
const KEYED = /^\{\s*(?:"[^"\n]{1,80}"|'[^'\n]{1,80}'|“[^”\n]{1,80}”)\s*:/;

type Block = { readonly start: number; readonly end: number; readonly text: string };

/** Takes the last JSON block of a reply; everything before it is prose, earlier JSON blocks and labels left out. */
export function splitReply(reply: string): SplitReply {
  const blocks = fencedBlocks(reply);
  const last = blocks.at(-1) ?? bareObject(reply);
  if (last === null) return { prose: stripLabels(reply), block: null };
  let prose = '';
  let from = 0;
  for (const { start, end } of [...blocks.slice(0, -1), last]) {
    prose += reply.slice(from, start);
    from = end;
  }
  return { prose: stripLabels(prose), block: last.text };
}

/** Fences that hold, or were going to hold, JSON. */
function fencedBlocks(reply: string): Block[] {
  const blocks: Block[] = [];
  for (const match of reply.matchAll(FENCE)) {
    const text = (match[3] ?? '').trim();
    const end = match.index + match[0].length;
    const brokenOff = text === '' && end === reply.length;
    if (/^(?:\{|\[\s*\{)/.test(text) || brokenOff) blocks.push({ start: match.index, end, text });
  }
  return blocks;
}

/** Finds an object without a fence, from the line that begins it to the end of the reply. */
function bareObject(reply: string): Block | null {
  for (const match of reply.matchAll(BARE_OBJECT)) {
    const start = match.index + match[0].length;
    const text = reply.slice(start).trim();
    if (KEYED.test(text) || isObject(text) || !text.endsWith('}')) return { start, end: reply.length, text };
  }
  return null;
}

function isObject(text: string): boolean {
  const loose = readLooseJson(text);
  return loose !== null && text.slice(loose.end).trim() === '';
}

/** A JSON value found in a reply, or the reason why there is none. */
export type FoundJson =
  | { readonly found: true; readonly value: unknown; readonly prose: string }
  | { readonly found: false; readonly problem: string };

const MAX_TRIES = 64;

/** Finds the JSON of a reply: the whole of it, the last fenced block, or the last object that can be read. */
export function readJson(reply: string): FoundJson {
  const whole = parsed(reply.trim());
  if (whole !== NOT_JSON && isObjectReadJson(whole)) return found(whole, '');

  const { prose, block } = splitReply(reply);
  const fenced = block === null ? NOT_JSON : parsed(block);
  if (fenced !== NOT_JSON) return found(fenced, prose);

  const loose = lastObject(reply);
  if (loose !== null) return loose;
  return { found: false, problem: problemOf(block ?? reply) };
}

const NOT_JSON = Symbol('not JSON');

/** Parses a text that is JSON and nothing else, strictly or else loosely. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text, toPlainStrings);
  } catch {
    const loose = /^[{[]/.test(text) ? readLooseJson(text) : null;
    return loose === null || text.slice(loose.end).trim() !== '' ? NOT_JSON : loose.value;
  }
}

function found(value: unknown, prose: string): FoundJson {
  const problem = findUnusableValue(value);
  return problem === null ? { found: true, value, prose } : { found: false, problem };
}

function isObjectReadJson(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}

/** Certain beginning of an object; a brace that stands in prose is followed by something else. */
const OBJECT = /\{\s*(?:["'“„}]|\/[/*]|[A-Za-z_]\w*\s*:)/g;

/** Finds the last complete object in a reply. No part of an object that breaks off is taken for the whole. */
function lastObject(reply: string): FoundJson | null {
  let last: FoundJson | null = null;
  const pattern = new RegExp(OBJECT);
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const start = pattern.exec(reply)?.index;
    if (start === undefined) return last;
    const loose = readLooseJson(reply, start);
    if (loose === null) return null;
    last = found(loose.value, reply.slice(0, start).trim());
    pattern.lastIndex = loose.end;
  }
  return last;
}

function problemOf(text: string): string {
  if (!text.includes('{')) return 'There is no JSON in the reply.';
  try {
    JSON.parse(text);
  } catch (error) {
    // The parser quotes what it stumbled over; it is our own model's text and goes back to it.
    return `The JSON cannot be read: ${error instanceof Error ? error.message : 'it is malformed'}`;
  }
  return 'The JSON is not an object.';
}
