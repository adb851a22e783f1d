import type { CallRecord } from '#engine/llm/recording.ts';
import { bounded } from './recording-bounds.ts';
import { observedCall, type TurnWatch } from './turn-observer.ts';
import type { Read } from './witness.ts';

/**
 * Collects what happened in one attempt at a turn, for the game master. Kept also when the turn fails. Whoever watches hears the
 * figures of it at once.
 */
export class Recorder {
  readonly #watch: TurnWatch | null;
  readonly #steps: object[] = [];
  readonly #calls: CallRecord[] = [];
  readonly #rolls: object[] = [];
  readonly #searches: object[] = [];
  readonly #operations: object[] = [];
  readonly #prompts: object[] = [];
  readonly #verdicts: object[] = [];
  readonly #notes: object[] = [];
  readonly #reads: Read[] = [];
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
    this.#calls.push(call);
    this.#watch?.called(observedCall(call));
  };

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
    this.#reads.push(read);
  };

  /** Whatever else a step decided that explains the turn. */
  note(step: string, note: unknown): void {
    this.#notes.push({ step, note });
  }

  /** All of it as it is stored. What exceeds the bounds of a recording is cut and said to be. */
  content(about: object): object {
    return bounded({
      ...about,
      steps: this.#steps,
      prompts: this.#prompts,
      calls: this.#calls.map((call) => ({ ...call, startedAt: call.startedAt.toISOString() })),
      rolls: this.#rolls,
      searches: this.#searches,
      operations: this.#operations,
      sceneLore: this.#sceneLore,
      verdicts: this.#verdicts,
      notes: this.#notes,
      reads: this.#reads,
    });
  }
}
