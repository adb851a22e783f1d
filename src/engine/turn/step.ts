import type { Suspended } from './suspended.ts';

/**
 * One step of a turn. It names what it needs of the draft, what it gives to it and which tools it uses, and
 * nothing else can reach it. `run` is a property, not a method, so that its parameters are checked strictly
 * and a step placed before what it needs does not compile. A step that cannot go on without the player gives
 * a `Suspended` instead.
 */
export type Step<Needs, Gives, Uses> = {
  readonly name: string;
  readonly run: (draft: Needs, tools: Uses) => Promise<Gives | Suspended>;
};

export function defineStep<Needs, Gives, Uses>(step: Step<Needs, Gives, Uses>): Step<Needs, Gives, Uses> {
  return step;
}

/**
 * A step that gives a part of its result before it has finished. It calls `giveEarly` exactly once. What it gives early and what it
 * gives at the end are typed apart, so that a step that runs beside its end cannot reach for what is not there yet.
 */
export type EarlyStep<Needs, Early, Late, Uses> = {
  readonly name: string;
  readonly run: (draft: Needs, tools: Uses, giveEarly: (early: Early) => void) => Promise<Late>;
};
