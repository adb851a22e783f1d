import type { ResolvedOutcome } from '#engine/contracts/narrate-input.ts';
import { isRejection } from '#engine/kit/rejection.ts';
import type { CheckedResolution } from '#engine/rules/check.ts';
import { type PlannedRoll, planRoll, type RollOutcome } from '#engine/rules/plan-roll.ts';
import type { Roll } from '#engine/rules/roll.ts';
import { rollLedger } from '#engine/rules/roll-ledger.ts';
import { applyOperations } from '#engine/state/apply-operations.ts';
import type { Effect } from '#engine/state/effect.ts';
import type { Snapshot } from '#engine/state/snapshot.ts';
import type { TurnContext } from '../context.ts';
import { rolledEvent } from '../rolled-event.ts';
import { diceFrom, ruledBy } from '../ruled-by.ts';
import { Suspended } from '../suspended.ts';
import { RollRefusedError } from '../turn-failure.ts';
import type { TurnTools } from '../turn-tools.ts';
import { afterCheck } from './after-check.ts';
import { listBandRows } from './band-rows.ts';
import { rollGiven } from './roll-given.ts';
import { type AllowedAction, nameAction } from './validate-actions.ts';

/** What the dice of a turn decided. */
export type Rolled = {
  readonly snapshot: Snapshot;
  readonly resolved: ResolvedOutcome | null;
  readonly rolls: readonly Roll[];
  readonly effects: readonly Effect[];
};

type Tools = Pick<TurnTools, 'events' | 'recorder'>;

const LONGEST_PURPOSE = 120;

/**
 * Rolls the one check the Reading chose, by the ruleset's dice and bands, and settles its costs and consequences. Returns null
 * when no action names a usable check; suspends the turn where players roll for themselves.
 */
export function rollBandCheck(
  actions: readonly AllowedAction[],
  snapshot: Snapshot,
  {
    context,
    resolution,
    kept,
  }: { readonly context: TurnContext; readonly resolution: CheckedResolution; readonly kept: object },
  tools: Tools,
): Rolled | Suspended | null {
  const chosen = chooseCheck(actions, snapshot, context, tools);
  if (chosen === null) return null;
  const { action, planned, purpose } = chosen;
  const { turn } = context.lease;
  const { player_dice: playerDice } = context.playbook.mechanics;
  const answer = rollGiven(turn);
  if (playerDice === 'asked' && answer === null) {
    const { expression, modifier } = planned;
    return new Suspended({
      kind: 'roll',
      purpose,
      expression,
      rows: listBandRows(resolution, modifier),
      kept: JSON.parse(JSON.stringify(kept)),
    });
  }
  const roll = makeRoll(planned, purpose, context, answer?.faces ?? null);
  const outcome = planned.readOutcome(roll.total);
  tools.recorder.roll(roll);
  tools.events.emit(rolledEvent(turn.attempt, roll, outcome.name));
  return settleCheck({ action, roll, outcome }, snapshot, context, tools);
}

type Chosen = { readonly action: AllowedAction; readonly planned: PlannedRoll; readonly purpose: string };

/** The first action whose check is on the ruleset's list and can be rolled; the others are noted. */
function chooseCheck(
  actions: readonly AllowedAction[],
  { entities }: Snapshot,
  { persona, playbook }: TurnContext,
  { recorder }: Tools,
): Chosen | null {
  for (const action of actions) {
    if (action.check === '') continue;
    const declared = playbook.rules.checks.find(({ id }) => id === action.check);
    if (declared === undefined) {
      recorder.note('rule', { unknownCheck: action.check });
      continue;
    }
    // Names were resolved to ids before.
    const opponent = entities[(action.opposed_by || action.target) as keyof Snapshot['entities']];
    const planned = planRoll(playbook.mechanics.resolution, declared, {
      actor: persona.stats,
      opponent: opponent?.kind === 'character' && opponent.id !== persona.id ? opponent.stats : null,
      difficulty: action.difficulty,
    });
    if (isRejection(planned)) recorder.note('rule', { checkRefused: action.check, reason: planned.reason });
    else if (planned.kind === 'roll')
      return {
        action,
        planned,
        purpose: `${declared.label}: ${nameAction(action)}`.slice(0, LONGEST_PURPOSE),
      };
  }
  return null;
}

function makeRoll(
  { expression, details }: PlannedRoll,
  purpose: string,
  context: TurnContext,
  faces: readonly number[] | null,
): Roll {
  const { seed, persona, playbook } = context;
  const ledger = rollLedger(seed, context);
  const more = { ...details, characterId: persona.id };
  const { player_dice: playerDice } = playbook.mechanics;
  const roll =
    faces === null
      ? ledger.roll(expression, purpose, more)
      : ledger.rollByPlayer(expression, faces, purpose, { ...more, playerDice });
  if (!isRejection(roll)) return roll;
  if (faces !== null) throw new RollRefusedError(roll.reason);
  throw new Error(`the ruleset's own dice cannot be rolled: ${roll.reason}`);
}

type MadeCheck = { readonly action: AllowedAction; readonly roll: Roll; readonly outcome: RollOutcome };

function settleCheck(
  { action, roll, outcome }: MadeCheck,
  snapshot: Snapshot,
  context: TurnContext,
  tools: Tools,
): Rolled {
  const aftermath = afterCheck(context, snapshot, action, outcome.degree);
  const paid = applyOperations(snapshot, aftermath.operations, {
    ...ruledBy(context),
    dice: diceFrom(context, 1),
  });
  tools.recorder.operations({
    asker: 'engine',
    proposals: aftermath.operations,
    effects: paid.effects,
    rejected: paid.rejected,
  });
  const bound = paid.effects.flatMap((effect) => (effect.type === 'consequence-bound' ? [effect.text] : []));
  return {
    snapshot: paid.snapshot,
    resolved: {
      text: outcome.kind === 'band' ? outcome.band.meaning : '',
      band: outcome.name,
      degree: outcome.degree,
      rolls: [roll.line],
      costs: [...aftermath.costs],
      consequences: [...new Set([...aftermath.consequences, ...bound])],
    },
    rolls: [roll, ...paid.effects.flatMap((effect) => (effect.type === 'rolled' ? effect.roll : []))],
    effects: paid.effects.filter(({ type }) => type !== 'rolled'),
  };
}
