import { toPlainStrings } from '#engine/util/plain-text.ts';
import { readLooseJson } from './loose-json.ts';
import { splitReply } from './split-reply.ts';
import { unusableIn } from './unusable-in.ts';

/** A JSON value found in a reply, or the reason why there is none. */
export type FoundJson =
  | { readonly found: true; readonly value: unknown; readonly prose: string }
  | { readonly found: false; readonly problem: string };

const MAX_TRIES = 64;

/** Finds the JSON of a reply: the whole of it, the last fenced block, or the last object that can be read. */
export function readJson(reply: string): FoundJson {
  const whole = parsed(reply.trim());
  if (whole !== NOT_JSON && isObject(whole)) return found(whole, '');

  const { prose, block } = splitReply(reply);
  const fenced = block === null ? NOT_JSON : parsed(block);
  if (fenced !== NOT_JSON) return found(fenced, prose);

  const loose = lastObject(reply);
  if (loose !== null) return loose;
  return { found: false, problem: problemOf(block ?? reply) };
}

const NOT_JSON = Symbol('not JSON');

/** A text that is JSON and nothing else, by its meaning if not by every comma. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text, toPlainStrings);
  } catch {
    const loose = /^[{[]/.test(text) ? readLooseJson(text) : null;
    return loose === null || text.slice(loose.end).trim() !== '' ? NOT_JSON : loose.value;
  }
}

function found(value: unknown, prose: string): FoundJson {
  const problem = unusableIn(value);
  return problem === null ? { found: true, value, prose } : { found: false, problem };
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}

/** Where an object begins for certain; a brace that stands in prose is followed by something else. */
const OBJECT = /\{\s*(?:["'“„}]|\/[/*]|[A-Za-z_]\w*\s*:)/g;

/** The last whole object that stands in a reply. Of one that breaks off no part is taken for the whole. */
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
