import { Pipeline } from './pipeline.ts';
import { apply } from './steps/apply.ts';
import { applyGiven } from './steps/apply-given.ts';
import { commit } from './steps/commit.ts';
import { intake } from './steps/intake.ts';
import { narrate } from './steps/narrate.ts';
import { resolve } from './steps/resolve.ts';
import { route } from './steps/route.ts';
import type { TurnStart, TurnTools } from './turn-tools.ts';

/** A turn, start to finish. Read this list first. */
export const turn = Pipeline.from<TurnStart, TurnTools>()
  .step(intake)
  .step(route)
  .step(resolve)
  .step(narrate)
  .step(apply)
  .step(commit);

/** A change by the game master's hand: nothing is asked of a model. */
export const turnByHand = Pipeline.from<TurnStart, TurnTools>().step(intake).step(applyGiven).step(commit);
