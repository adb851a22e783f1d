import type { Step } from './step.ts';

/** Told of every step as it begins and ends. */
export type StepWatcher = {
  readonly started: (step: string) => void;
  readonly finished: (step: string, milliseconds: number) => void;
};

type AnyStep<Tools> = Step<never, object, Tools>;

/** A list of steps in which each finds what the ones before it gave. */
export class Pipeline<Start, Draft, Tools> {
  readonly #steps: readonly AnyStep<Tools>[];

  private constructor(steps: readonly AnyStep<Tools>[]) {
    this.#steps = steps;
  }

  static from<Start, Tools>(): Pipeline<Start, Start, Tools> {
    return new Pipeline([]);
  }

  step<Gives extends object>(next: Step<Draft, Gives, Tools>): Pipeline<Start, Draft & Gives, Tools> {
    return new Pipeline([...this.#steps, next]);
  }

  async run(start: Start, tools: Tools, watcher: StepWatcher): Promise<Draft> {
    let draft: object = Object(start);
    for (const step of this.#steps) {
      watcher.started(step.name);
      const before = performance.now();
      // `step` let a step in only where the draft has what it needs.
      const gives = await step.run(draft as never, tools);
      draft = { ...draft, ...gives };
      watcher.finished(step.name, performance.now() - before);
    }
    // Every part of Draft was given by Start or by a step that has run.
    return draft as Draft;
  }
}
