import type { CallRecord } from '#engine/llm/recording.ts';
import type { TurnRead } from '../record-reads.ts';
import { type AttemptObserver, toObservedCall } from '../turn-observer.ts';

/** A text beyond so many characters is cut; what a model can be sent or say stays far below. */
export const MAX_TEXT_LENGTH = 200_000;
/** So many characters of JSON a recording holds at most, before it is compressed to about a tenth. */
export const MAX_RECORDING_LENGTH = 4_000_000;

type Content = {
  readonly reads: readonly { readonly got: unknown }[];
  readonly calls: readonly object[];
};

/**
 * Cuts a recording to its bounds. When it is too long in all, what the turn was shown goes first, then the inputs of prompts,
 * then the prompts. `cuts` names what is missing, beside what was missing before. A turn with cuts can be read but not
 * replayed exactly.
 */
function limitRecording<Recorded extends Content>(
  content: Recorded,
  missing: readonly string[] = [],
): object {
  const cuts = [...missing];
  // Texts become texts; everything else stays what it was.
  const short = shortened(content, cuts) as Recorded;
  const ladder: readonly [string, (content: Recorded) => Recorded][] = [
    ['reads', (whole) => ({ ...whole, reads: whole.reads.map((read) => ({ ...read, got: null })) })],
    ['inputs', (whole) => ({ ...whole, calls: whole.calls.map((call) => ({ ...call, input: null })) })],
    ['prompts', (whole) => ({ ...whole, calls: whole.calls.map(withoutPrompt) })],
  ];
  let kept = short;
  for (const [name, cut] of ladder) {
    if (JSON.stringify(kept).length <= MAX_RECORDING_LENGTH) break;
    kept = cut(kept);
    cuts.push(name);
  }
  return { ...kept, cuts };
}

function withoutPrompt(call: object): object {
  return { ...call, request: { system: [], messages: [], maxTokens: 0, seed: '' } };
}

function shortened(value: unknown, cuts: string[]): unknown {
  if (typeof value === 'string') return shortText(value, cuts);
  if (Array.isArray(value)) return value.map((item) => shortened(item, cuts));
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, shortened(item, cuts)]));
}

function shortText(text: string, cuts: string[]): string {
  if (text.length <= MAX_TEXT_LENGTH) return text;
  cuts.push('texts');
  return `${text.slice(0, MAX_TEXT_LENGTH)}… [${text.length - MAX_TEXT_LENGTH} characters cut]`;
}

/** Returns whether a text within the value is beyond the bound. */
function hasLongText(value: unknown): boolean {
  if (typeof value === 'string') return value.length > MAX_TEXT_LENGTH;
  return typeof value === 'object' && value !== null && Object.values(value).some(hasLongText);
}

/** Lists by name, each without what JSON cannot hold; a value that is no list is all or nothing. `cuts` names those that lost something. */
function dropUnwritable<Parts extends Readonly<Record<string, unknown>>>(
  parts: Parts,
): { readonly kept: Parts; readonly cuts: readonly string[] } {
  const cuts = Object.keys(parts).filter((name) => !isWritable(parts[name]));
  const rest = cuts.map((name) => [name, writableOf(parts[name])]);
  // Lists stay lists of what they listed, and everything else is among the parts that may be null.
  return { kept: { ...parts, ...Object.fromEntries(rest) } as Parts, cuts };
}

function writableOf(part: unknown): unknown {
  return Array.isArray(part) ? part.filter(isWritable) : null;
}

function isWritable(value: unknown): boolean {
  try {
    toJsonBuffer(value);
    return true;
  } catch {
    return false;
  }
}

/** Serialises a value as JSON with the keys in their order. Refuses numbers that JSON cannot represent. */
function toJsonBuffer(value: unknown): Buffer {
  mustBeFinite(value);
  return Buffer.from(JSON.stringify(value));
}

function mustBeFinite(value: unknown): void {
  if (typeof value === 'number' && !Number.isFinite(value))
    throw new TypeError(`${value} cannot be recorded`);
  if (typeof value !== 'object' || value === null) return;
  for (const item of Object.values(value)) mustBeFinite(item);
}

/** Steps before a narration. Their inputs are left out: the narrator's has the same facts, and their prompts the rest. */
const PREPARING: ReadonlySet<string> = new Set(['plan', 'resolve']);

/**
 * Collects what happened in one attempt at a turn, for the game master. Kept also when the turn fails. An observer receives
 * its figures at once.
 */
export class Recorder {
  readonly #watch: AttemptObserver | null;
  readonly #steps: object[] = [];
  readonly #calls: CallRecord[] = [];
  readonly #rolls: object[] = [];
  readonly #searches: object[] = [];
  readonly #operations: object[] = [];
  readonly #prompts: object[] = [];
  readonly #verdicts: object[] = [];
  readonly #notes: object[] = [];
  readonly #reads: TurnRead[] = [];
  #sceneLore: object | null = null;

  constructor(watch: AttemptObserver | null = null) {
    this.#watch = watch;
  }

  begin(step: string): void {
    this.#watch?.stepStarted(step);
  }

  ended(outcome: string): void {
    this.#watch?.ended(outcome);
  }

  step(name: string, milliseconds: number): void {
    this.#watch?.stepFinished(name, milliseconds);
    this.#steps.push({ name, milliseconds: Math.round(milliseconds * 1000) / 1000 });
  }

  readonly call = (call: CallRecord): void => {
    this.#calls.push(PREPARING.has(call.step) ? { ...call, input: null } : call);
    this.#watch?.called(toObservedCall(call));
  };

  /** Records how a prompt was put together: its audit and its inputs. */
  prompt(step: string, account: object): void {
    this.#prompts.push({ step, ...account });
  }

  roll(roll: object): void {
    this.#rolls.push(roll);
  }

  search(query: object, found: readonly string[]): void {
    this.#searches.push({ query, found });
  }

  operations(applied: object): void {
    this.#operations.push(applied);
  }

  /** Records the working set of knowledge as the turn found it and as it left it. */
  sceneLore(change: object): void {
    this.#sceneLore = change;
  }

  /** Records the result of a check. */
  verdict(verdict: object): void {
    this.#verdicts.push(verdict);
  }

  /** Records what the turn looked up and was shown; with it, the turn can be replayed. */
  readonly read = (read: TurnRead): void => {
    this.#reads.push(read);
  };

  /** Records any other decision of a step that explains the turn. */
  note(step: string, note: unknown): void {
    this.#notes.push({ step, note });
  }

  /** Returns the whole recording as JSON, as it is stored. Parts beyond its bounds are cut, and the cuts are named. */
  written(about: object): Buffer {
    const recording = { ...about, ...this.#parts(), cuts: [] };
    const written = toJsonBuffer(recording);
    // JSON this short has no long text.
    const isShort = written.length <= MAX_TEXT_LENGTH || !hasLongText(recording);
    const isWithinBounds = written.length <= MAX_RECORDING_LENGTH && isShort;
    return isWithinBounds ? written : toJsonBuffer(limitRecording(recording));
  }

  /**
   * Returns as much of the recording as can be serialised, for an attempt that must end in any case. Parts that cannot be
   * serialised are left out and named.
   */
  salvaged(about: object): Buffer {
    try {
      return this.written(about);
    } catch {
      const { kept, cuts } = dropUnwritable(this.#parts());
      return toJsonBuffer(limitRecording({ ...about, ...kept }, cuts));
    }
  }

  #parts() {
    return {
      steps: this.#steps,
      prompts: this.#prompts,
      rolls: this.#rolls,
      searches: this.#searches,
      operations: this.#operations,
      sceneLore: this.#sceneLore,
      verdicts: this.#verdicts,
      notes: this.#notes,
      calls: this.#calls,
      reads: this.#reads,
    };
  }
}
