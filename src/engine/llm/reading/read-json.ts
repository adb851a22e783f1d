import { plainStrings } from '#engine/kit/plain-text.ts';
import { splitReply } from './split-reply.ts';
import { unusableIn } from './unusable-in.ts';

/** A JSON value found in a reply, or the reason why there is none. */
export type FoundJson =
  | { readonly found: true; readonly value: unknown; readonly prose: string }
  | { readonly found: false; readonly problem: string };

const MAX_TRIES = 64;

/** Finds the JSON of a reply: the whole of it, the last fenced block, or the last object that can be read. */
export function readJson(reply: string): FoundJson {
  const whole = tryParse(reply.trim());
  if (whole !== NOT_JSON && isObject(whole)) return found(whole, '');

  const { prose, block } = splitReply(reply);
  const fenced = block === null ? NOT_JSON : tryParse(block);
  if (fenced !== NOT_JSON) return found(fenced, prose);

  const loose = lastObject(reply);
  if (loose !== null) return loose;
  return { found: false, problem: problemOf(block ?? reply) };
}

const NOT_JSON = Symbol('not JSON');

function tryParse(text: string): unknown {
  try {
    return JSON.parse(text, plainStrings);
  } catch {
    return NOT_JSON;
  }
}

function found(value: unknown, prose: string): FoundJson {
  const problem = unusableIn(value);
  return problem === null ? { found: true, value, prose } : { found: false, problem };
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}

function lastObject(reply: string): FoundJson | null {
  const end = reply.lastIndexOf('}') + 1;
  let start = reply.indexOf('{');
  for (let tries = 0; start !== -1 && start < end && tries < MAX_TRIES; tries += 1) {
    const value = tryParse(reply.slice(start, end));
    if (value !== NOT_JSON) return found(value, reply.slice(0, start).trim());
    start = reply.indexOf('{', start + 1);
  }
  return null;
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
