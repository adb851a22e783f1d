import type { Step } from './step.ts';
import { Suspended } from './suspended.ts';

/** Told of every step as it begins and ends. */
export type StepWatcher = {
  readonly started: (step: string) => void;
  readonly finished: (step: string, milliseconds: number) => void;
};

type AnyStep<Tools> = Step<never, object, Tools>;

/** Steps that run at the same time; most stages have one. */
type Stage<Tools> = readonly AnyStep<Tools>[];

/** A list of steps in which each finds what the ones before it gave. */
export class Pipeline<Start, Draft, Tools> {
  readonly #stages: readonly Stage<Tools>[];

  private constructor(stages: readonly Stage<Tools>[]) {
    this.#stages = stages;
  }

  static from<Start, Tools>(): Pipeline<Start, Start, Tools> {
    return new Pipeline([]);
  }

  step<Gives extends object>(next: Step<Draft, Gives, Tools>): Pipeline<Start, Draft & Gives, Tools> {
    return new Pipeline([...this.#stages, [next]]);
  }

  /** Two steps at the same time: neither finds what the other gives. */
  together<One extends object, Other extends object>(
    one: Step<Draft, One, Tools>,
    other: Step<Draft, Other, Tools>,
  ): Pipeline<Start, Draft & One & Other, Tools> {
    return new Pipeline([...this.#stages, [one, other]]);
  }

  /** What stands in for steps that are left out. It is no step: nobody is told of it. */
  without<Gives extends object>(standIn: (draft: Draft) => Gives): Pipeline<Start, Draft & Gives, Tools> {
    return new Pipeline([...this.#stages, [{ name: '', run: async (draft: Draft) => standIn(draft) }]]);
  }

  /** The names of its steps, for people. */
  get names(): readonly string[] {
    return this.#stages.flat().flatMap(({ name }) => (name === '' ? [] : [name]));
  }

  async run(start: Start, tools: Tools, watcher: StepWatcher): Promise<Draft | Suspended> {
    let draft: object = Object(start);
    for (const stage of this.#stages) {
      const given = await runStage(stage, draft, tools, watcher);
      const suspended = given.find((gives) => gives instanceof Suspended);
      if (suspended !== undefined) return suspended;
      draft = Object.assign({}, draft, ...given);
    }
    // Every part of Draft was given by Start or by a step that has run.
    return draft as Draft;
  }
}

/** Waits for all of them also when one fails, so that nothing of a turn is still running when it has ended. */
async function runStage<Tools>(
  stage: Stage<Tools>,
  draft: object,
  tools: Tools,
  watcher: StepWatcher,
): Promise<readonly (object | Suspended)[]> {
  const endings = await Promise.allSettled(stage.map((step) => runStep(step, draft, tools, watcher)));
  return endings.map((ending) => {
    if (ending.status === 'rejected') throw ending.reason;
    return ending.value;
  });
}

async function runStep<Tools>(
  step: AnyStep<Tools>,
  draft: object,
  tools: Tools,
  watcher: StepWatcher,
): Promise<object | Suspended> {
  // `step`, `together` and `without` let a step in only where the draft has what it needs.
  const needed = draft as never;
  if (step.name === '') return step.run(needed, tools);
  watcher.started(step.name);
  const before = performance.now();
  const gives = await step.run(needed, tools);
  watcher.finished(step.name, performance.now() - before);
  return gives;
}
