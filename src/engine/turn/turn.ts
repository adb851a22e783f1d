import { assertNever } from '#engine/kit/assert-never.ts';
import type { Mechanics } from '#engine/rules/mechanics.ts';
import type { TurnInput } from '#engine/store/turns.ts';
import { Pipeline } from './pipeline.ts';
import { nobodyReflects, unread } from './stand-ins.ts';
import { answer } from './steps/answer.ts';
import { apply } from './steps/apply.ts';
import { applyGiven } from './steps/apply-given.ts';
import { check } from './steps/check.ts';
import { command } from './steps/command.ts';
import { commit } from './steps/commit.ts';
import { intake } from './steps/intake.ts';
import { interpret } from './steps/interpret.ts';
import { narrate, narrateAsGameMaster } from './steps/narrate.ts';
import { plan } from './steps/plan.ts';
import { ponder } from './steps/ponder.ts';
import { reflect } from './steps/reflect.ts';
import { resolve } from './steps/resolve.ts';
import { route } from './steps/route.ts';
import { settleRoll } from './steps/settle-roll.ts';
import { validate } from './steps/validate.ts';
import type { TurnStart, TurnTools } from './turn-tools.ts';

const begin = Pipeline.from<TurnStart, TurnTools>().step(intake);

/** A turn, start to finish, in the three ways a ruleset may choose. Read these lists first. */
export const PIPELINES = {
  /** Two calls: one model finds what is needed, the other is the whole game master. */
  duet: begin
    .step(route)
    .without(unread)
    .step(settleRoll)
    .without(nobodyReflects)
    .step(narrateAsGameMaster)
    .step(check)
    .step(apply)
    .step(commit),

  /** The rules speak, then everybody present, then the narrator. */
  ensemble: begin
    .step(route)
    .without(unread)
    .step(resolve)
    .step(reflect)
    .step(narrate)
    .step(check)
    .step(apply)
    .step(commit),

  /** Words are read, judged and planned before the rules speak. */
  full: begin
    .together(route, interpret)
    .step(validate)
    .step(plan)
    .step(resolve)
    .step(reflect)
    .step(narrate)
    .step(check)
    .step(apply)
    .step(commit),
} as const;

/** Turns in which the story does not go on. After each of them, and after those above, `settle` tidies up. */
export const ASIDES = {
  /** A change by the game master's hand: nothing is asked of a model. */
  byHand: begin.step(applyGiven).step(commit),
  /** A command to the world. */
  god: begin.step(command).step(commit),
  /** The player's character thinks; nothing happens. */
  think: begin.step(ponder).step(commit),
  /** A question outside the story. It leaves no scene. */
  dm: begin.step(answer),
} as const;

/** The steps an input goes through under a ruleset. */
export function pipelineFor(input: TurnInput, { pipeline }: Mechanics) {
  if (input.kind === 'operations') return ASIDES.byHand;
  if (input.kind !== 'story' || input.mode === 'STORY') return PIPELINES[pipeline];
  switch (input.mode) {
    case 'DM':
      return ASIDES.dm;
    case 'GOD':
      return ASIDES.god;
    case 'THINK':
      return ASIDES.think;
    default:
      return assertNever(input.mode);
  }
}
