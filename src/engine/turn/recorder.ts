import type { ModelRequest } from '#engine/llm/provider.ts';
import type { CallRecord } from '#engine/llm/recording.ts';
import { joined } from './joined.ts';
import { onlyWritable } from './only-writable.ts';
import { areWithinBounds, bounded } from './recording-bounds.ts';
import { observedCall, type TurnWatch } from './turn-observer.ts';
import type { Read } from './witness.ts';
import { writtenCall } from './written-call.ts';
import { soon, WrittenEarly, written } from './written-early.ts';

/** Steps before a narration: what they are told of the moment the narrator is told as well, and their prompts say the rest. */
const PREPARING: ReadonlySet<string> = new Set(['route', 'interpret', 'plan', 'resolve', 'reflect']);

/**
 * Collects what happened in one attempt at a turn, for the game master. Kept also when the turn fails. Whoever watches hears the
 * figures of it at once.
 */
export class Recorder {
  readonly #watch: TurnWatch | null;
  readonly #steps: object[] = [];
  readonly #known = new Map<object, Buffer>();
  readonly #calls = new WrittenEarly<CallRecord>((call) => writtenCall(call, this.#known));
  readonly #rolls: object[] = [];
  readonly #searches: object[] = [];
  readonly #operations: object[] = [];
  readonly #prompts: object[] = [];
  readonly #verdicts: object[] = [];
  readonly #notes: object[] = [];
  readonly #reads = new WrittenEarly<Read>();
  #sceneLore: object | null = null;

  constructor(watch: TurnWatch | null = null) {
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
    this.#calls.add(PREPARING.has(call.step) ? { ...call, input: null } : call);
    this.#watch?.called(observedCall(call));
  };

  /** What a model is being asked with: written while it thinks. */
  asked({ system, messages, input }: Pick<ModelRequest, 'system' | 'messages' | 'input'>): void {
    soon(() => {
      for (const part of [system, messages, input])
        if (typeof part === 'object' && part !== null) this.#known.set(part, written(part));
    });
  }

  /** How a prompt was put together: its audit and what it was written with. */
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

  /** The working set of knowledge as the turn found it and as it left it. */
  sceneLore(change: object): void {
    this.#sceneLore = change;
  }

  /** What a check found. */
  verdict(verdict: object): void {
    this.#verdicts.push(verdict);
  }

  /** What the turn looked up, and what it was shown: with it, the turn can be played again. */
  readonly read = (read: Read): void => {
    this.#reads.add(read);
  };

  /** Whatever else a step decided that explains the turn. */
  note(step: string, note: unknown): void {
    this.#notes.push({ step, note });
  }

  /** All of it as JSON, as it is stored. What exceeds the bounds of a recording is cut and said to be. */
  written(about: object): Buffer {
    const rest = written({ ...about, ...this.#rest(), cuts: [] });
    const calls = this.#calls.bytes();
    const reads = this.#reads.bytes();
    if (areWithinBounds([rest, ...calls, ...reads]))
      return joined([
        rest.subarray(0, -1),
        ',"calls":[',
        ...listed(calls),
        '],"reads":[',
        ...listed(reads),
        ']}',
      ]);
    return Buffer.from(JSON.stringify(bounded({ ...about, ...this.#rest(), ...this.#lists() })));
  }

  /** As much of it as can be written, for an attempt that has to end whatever it holds; what cannot is left out and said to be. */
  salvaged(about: object): Buffer {
    try {
      return this.written(about);
    } catch {
      const { kept, cuts } = onlyWritable({ ...this.#rest(), ...this.#lists() });
      return written(bounded({ ...about, ...kept }, cuts));
    }
  }

  #lists() {
    return { calls: this.#calls.values(), reads: this.#reads.values() };
  }

  #rest(): object {
    return {
      steps: this.#steps,
      prompts: this.#prompts,
      rolls: this.#rolls,
      searches: this.#searches,
      operations: this.#operations,
      sceneLore: this.#sceneLore,
      verdicts: this.#verdicts,
      notes: this.#notes,
    };
  }
}

function listed(items: readonly Buffer[]): readonly (Buffer | string)[] {
  return items.flatMap((item, index) => (index === 0 ? [item] : [',', item]));
}
