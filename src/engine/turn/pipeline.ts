import type { Suspension } from '#engine/domain/turn.ts';

/** A step's word that the turn waits for the player. It ends the attempt, not the action: the answer resumes it. */
export class TurnSuspension {
  readonly suspension: Suspension;

  constructor(suspension: Suspension) {
    this.suspension = suspension;
  }
}

/**
 * One step of a turn. It names what it needs of the draft, what it gives to it and which tools it uses; nothing else can
 * reach it. `run` is a property, not a method, so that its parameters are checked strictly. A step placed before what it
 * needs therefore does not compile. A step that cannot go on without the player gives a `TurnSuspension` instead.
 */
type Step<Needs, Gives, Uses> = {
  readonly name: string;
  readonly run: (draft: Needs, tools: Uses) => Promise<Gives | TurnSuspension>;
};

export function defineStep<Needs, Gives, Uses>(step: Step<Needs, Gives, Uses>): Step<Needs, Gives, Uses> {
  return step;
}

/**
 * A step that gives a part of its result before it has finished. It calls `giveEarly` exactly once. The early and the final
 * part have separate types. A step that runs beside its end therefore cannot use what is not there yet.
 */
export type EarlyStep<Needs, Early, Late, Uses> = {
  readonly name: string;
  readonly run: (draft: Needs, tools: Uses, giveEarly: (early: Early) => void) => Promise<Late>;
};

/** Told of every step as it begins and ends. */
export type StepWatcher = {
  readonly started: (step: string) => void;
  readonly finished: (step: string, milliseconds: number) => void;
};

type AnyStep<Tools> = Step<never, object, Tools>;

/** A place in the list: one step, or several that run at the same time. Returns what each gave. */
type Stage<Tools> = {
  readonly names: readonly string[];
  readonly run: (
    draft: object,
    tools: Tools,
    watcher: StepWatcher,
  ) => Promise<readonly (object | TurnSuspension)[]>;
};

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
    return this.#then(sideBySide([next]));
  }

  /** Two steps at the same time: neither finds what the other gives. */
  together<One extends object, Other extends object>(
    one: Step<Draft, One, Tools>,
    other: Step<Draft, Other, Tools>,
  ): Pipeline<Start, Draft & One & Other, Tools> {
    return this.#then(sideBySide([one, other]));
  }

  /**
   * A step that gives a part of its result early, and two steps that begin with that part while it finishes. They find nothing of
   * what it gives at its end.
   */
  overlap<Early extends object, Late extends object, One extends object, Other extends object>(
    leading: EarlyStep<Draft, Early, Late, Tools>,
    one: Step<Draft & Early, One, Tools>,
    other: Step<Draft & Early, Other, Tools>,
  ): Pipeline<Start, Draft & Early & Late & One & Other, Tools> {
    return this.#then(overlapping(leading, [one, other]));
  }

  /** Supplies the results of steps that are left out. It is no step and is not reported as one. */
  without<Gives extends object>(standIn: (draft: Draft) => Gives): Pipeline<Start, Draft & Gives, Tools> {
    return this.#then(sideBySide([{ name: '', run: async (draft: Draft) => standIn(draft) }]));
  }

  #then<Next>(stage: Stage<Tools>): Pipeline<Start, Next, Tools> {
    return new Pipeline([...this.#stages, stage]);
  }

  /** Returns the names of its steps, for people. */
  get names(): readonly string[] {
    return this.#stages.flatMap(({ names }) => names).filter((name) => name !== '');
  }

  async run(start: Start, tools: Tools, watcher: StepWatcher): Promise<Draft | TurnSuspension> {
    let draft: object = Object(start);
    for (const stage of this.#stages) {
      const given = await stage.run(draft, tools, watcher);
      const suspended = given.find((gives) => gives instanceof TurnSuspension);
      if (suspended !== undefined) return suspended;
      draft = Object.assign({}, draft, ...given);
    }
    // Every part of Draft was given by Start or by a step that has run.
    return draft as Draft;
  }
}

function sideBySide<Tools>(steps: readonly AnyStep<Tools>[]): Stage<Tools> {
  return {
    names: steps.map(({ name }) => name),
    run: (draft, tools, watcher) => settleAll(steps.map((step) => runStep(step, draft, tools, watcher))),
  };
}

function overlapping<Tools>(
  leading: EarlyStep<never, object, object, Tools>,
  following: readonly AnyStep<Tools>[],
): Stage<Tools> {
  return {
    names: [leading.name, ...following.map(({ name }) => name)],
    run: async (draft, tools, watcher) => {
      const early = Promise.withResolvers<object>();
      const first: Step<never, object, Tools> = {
        name: leading.name,
        run: (needed) => leading.run(needed, tools, early.resolve),
      };
      const led = runStep(first, draft, tools, watcher);
      led.then(
        () => early.reject(new Error(`${leading.name} ended without what it gives early`)),
        (error: unknown) => early.reject(error),
      );
      const begun = following.map(async (step) =>
        runStep(step, { ...draft, ...(await early.promise) }, tools, watcher),
      );
      const given = await settleAll([led, ...begun]);
      return [await early.promise, ...given];
    },
  };
}

/** Waits for all of them also when one fails, so that nothing of a turn is still running when it has ended. */
async function settleAll(
  running: readonly Promise<object | TurnSuspension>[],
): Promise<readonly (object | TurnSuspension)[]> {
  const endings = await Promise.allSettled(running);
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
): Promise<object | TurnSuspension> {
  // `step`, `together`, `overlap` and `without` let a step in only where the draft has what it needs.
  const needed = draft as never;
  if (step.name === '') return step.run(needed, tools);
  watcher.started(step.name);
  const before = performance.now();
  const gives = await step.run(needed, tools);
  watcher.finished(step.name, performance.now() - before);
  return gives;
}
