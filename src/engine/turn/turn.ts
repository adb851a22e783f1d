import { isStoryTurn, type TurnInput } from '#engine/domain/turn.ts';
import { assertNever } from '#engine/util/assert-never.ts';
import type { ReadingResult, TurnContext } from './context.ts';
import type { LeasedTurn, TurnTools } from './engine-services.ts';
import { Pipeline, type StepWatcher, TurnSuspension } from './pipeline.ts';
import { apply } from './steps/apply.ts';
import { answer, applyGiven, command, ponder } from './steps/asides.ts';
import { check } from './steps/check.ts';
import { commit } from './steps/commit.ts';
import { intake } from './steps/intake.ts';
import { judge } from './steps/judge.ts';
import { narrate, narrateAsGameMaster } from './steps/narrate.ts';
import { plan } from './steps/plan.ts';
import { react, ruleReactions, skipPlan, skipReactions } from './steps/react.ts';
import { read } from './steps/read.ts';
import { recall } from './steps/recall.ts';
import { record } from './steps/record.ts';
import { resolve } from './steps/resolve.ts';
import { rule } from './steps/rule.ts';
import { StoryEndedError } from './turn-failure.ts';

/** Every turn begins with `intake`; a turn of the story is then read. What was read decides how it goes on. */
const BEGINNING = Pipeline.from<LeasedTurn, TurnTools>().step(intake);
const READING = Pipeline.from<TurnContext, TurnTools>().step(read);

const ruled = Pipeline.from<TurnContext & ReadingResult, TurnTools>().step(recall).step(rule);

/** A turn of the story after `read`, in the three ways a ruleset may choose. Read these lists first. `record` and `judge` begin when the prose is written. */
export const PIPELINES = {
  /** One model is the whole game master: it plays all characters and is told the secrets within reach. */
  duet: ruled
    .without(skipReactions)
    .step(ruleReactions)
    .without(skipPlan)
    .overlap(narrateAsGameMaster, record, judge)
    .step(check)
    .step(apply)
    .step(commit),

  /** The characters concerned decide for themselves before the narrator tells. */
  ensemble: ruled
    .step(resolve)
    .step(react)
    .step(ruleReactions)
    .without(skipPlan)
    .overlap(narrate, record, judge)
    .step(check)
    .step(apply)
    .step(commit),

  /** The same, planned. */
  full: ruled
    .step(resolve)
    .together(react, plan)
    .step(ruleReactions)
    .overlap(narrate, record, judge)
    .step(check)
    .step(apply)
    .step(commit),
} as const;

const aside = Pipeline.from<TurnContext, TurnTools>();

/** Turns in which the story does not go on. */
export const ASIDES = {
  /** A change by the game master's hand, without a model. */
  byHand: aside.step(applyGiven).step(commit),
  /** A command to the world. */
  god: aside.step(command).step(commit),
  /** The player's character thinks; nothing happens. */
  think: aside.step(ponder).step(commit),
  /** A question outside the story. It leaves no scene. */
  dm: aside.step(answer),
} as const;

/** Runs the steps of a turn. Returns what the last step gave, or `TurnSuspension` when the turn waits for the player. */
export async function runTurn(
  start: LeasedTurn,
  tools: TurnTools,
  watcher: StepWatcher,
): Promise<object | TurnSuspension> {
  const context = await BEGINNING.run(start, tools, watcher);
  if (context instanceof TurnSuspension) return context;
  const { ending } = context.snapshot;
  // It was refused when the turn was claimed, unless the ending came in between.
  if (ending !== undefined && isStoryTurn(start.lease.turn.input)) throw new StoryEndedError(ending.title);
  const chosen = chooseAside(start.lease.turn.input);
  if (chosen !== null) return ASIDES[chosen].run(context, tools, watcher);
  const draft = await READING.run(context, tools, watcher);
  if (draft instanceof TurnSuspension) return draft;
  // A question or a thought without a prefix is known by now, and goes on as what it is.
  if (draft.reading.kind === 'ask') return ASIDES.dm.run(asMode(draft, 'DM'), tools, watcher);
  if (draft.reading.kind === 'think') return ASIDES.think.run(asMode(draft, 'THINK'), tools, watcher);
  return PIPELINES[start.playbook.mechanics.pipeline].run(draft, tools, watcher);
}

function chooseAside(input: TurnInput): keyof typeof ASIDES | null {
  if (input.kind === 'operations') return 'byHand';
  if (input.kind !== 'story') return null;
  switch (input.mode) {
    case 'STORY':
      return null;
    case 'DM':
      return 'dm';
    case 'GOD':
      return 'god';
    case 'THINK':
      return 'think';
    default:
      return assertNever(input.mode);
  }
}

/** Sets the mode that was read from the player's words in the context; it is kept with the turn. */
function asMode<Context extends TurnContext>(context: Context, mode: 'DM' | 'THINK'): Context {
  const { lease } = context;
  if (lease.turn.input.kind !== 'story') return context;
  const turn = { ...lease.turn, input: { ...lease.turn.input, mode } };
  return { ...context, lease: { ...lease, turn } };
}
