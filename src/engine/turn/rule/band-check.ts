import type { ResolvedOutcome } from '#engine/contracts/narrate-input.ts';
import type { Say } from '#engine/language/languages.ts';
import { NO_STREAK } from '#engine/rules/attempt-consequences.ts';
import {
  type CheckedResolution,
  type PlannedRoll,
  planRoll,
  type RollOutcome,
} from '#engine/rules/checks.ts';
import { applyTableDifficulty } from '#engine/rules/declared-check.ts';
import { type AttemptOutcome, type Mechanics, resolveAttempt } from '#engine/rules/mechanics.ts';
import { computeClockTick, type Degree, reduceCountdown } from '#engine/rules/resolution.ts';
import type { Roll } from '#engine/rules/roll.ts';
import { createRollLedger } from '#engine/rules/verifiable-rolls.ts';
import { applyOperations } from '#engine/state/apply-operations.ts';
import type { Effect } from '#engine/state/effect.ts';
import { findPurse, listMeters } from '#engine/state/meters.ts';
import type { Faction } from '#engine/state/record.ts';
import type { Snapshot } from '#engine/state/snapshot.ts';
import { isRejection } from '#engine/util/rejection.ts';
import type { TurnContext } from '../context.ts';
import type { TurnTools } from '../engine-services.ts';
import { chooseSentences } from '../narration/engine-sentences.ts';
import { TurnSuspension } from '../pipeline.ts';
import { RollRefusedError } from '../turn-failure.ts';
import { createDicePosition, createEngineApplyContext } from './apply-context.ts';
import { findGivenRoll, listBandRows, toDiceRolledEvent } from './player-rolls.ts';
import { isRepresented } from './triggers.ts';
import { type AllowedAction, describeAction, findCostClass } from './validate-actions.ts';

type CheckConsequences = {
  /** For the engine to apply. */
  readonly operations: readonly object[];
  /** Consequences as sentences. */
  readonly consequences: readonly string[];
};

/** Returns everything the ruleset's numbers make of an attempt: costs, consequences, provocation, clock ticks. */
function listCheckConsequences(
  context: TurnContext,
  snapshot: Snapshot,
  action: AllowedAction,
  degree: Degree,
): CheckConsequences {
  const { persona, playbook } = context;
  const { mechanics } = playbook;
  const outcome = resolveAttempt(mechanics, {
    degree,
    actionClass: findCostClass(action, playbook.rules),
    proposedCosts: { time: Math.round(action.minutes) },
    risks: action.risk,
    streak: snapshot.failureStreaks[persona.id] ?? NO_STREAK,
  });
  const ticks = listTicks(mechanics, snapshot, { ...outcome, degree }, chooseSentences(context));
  const target =
    action.entity?.kind === 'character' && action.entity.id !== persona.id ? action.entity : null;
  const { time = 0, ...meters } = outcome.costs;
  const payments = Object.entries(meters).flatMap(([meter, by]) => {
    // What the player hands over counts in place of the class's price.
    const isHanded = action.pays > 0 && mechanics.meters[meter]?.money === true;
    return by === 0 || isHanded ? [] : [{ meter, by }];
  });
  return {
    operations: [
      { op: 'pay_costs', personaId: persona.id, time, meters: payments },
      ...(target === null || action.pays === 0
        ? []
        : [
            findPurse(snapshot, playbook.rules)?.pay(action.pays, action.does) ?? {
              op: 'change_money',
              characterId: persona.id,
              by: -action.pays,
              fromId: target.id,
            },
          ]),
      { op: 'record_attempt', personaId: persona.id, degree },
      ...(target === null
        ? []
        : [{ op: 'provoke', characterId: target.id, tier: outcome.tier, degree, flags: action.risk }]),
      ...ticks.operations,
    ],
    consequences: [
      ...(outcome.consequence === null || outcome.consequence.meaning === ''
        ? []
        : [outcome.consequence.meaning]),
      ...(outcome.binding === null ? [] : [`${outcome.binding.name}: ${outcome.binding.text}`]),
      ...ticks.sentences,
    ],
  };
}

function listTicks(
  { consequences, resolution }: Mechanics,
  snapshot: Snapshot,
  { consequence, degree }: AttemptOutcome & { readonly degree: Degree },
  say: Say,
): { readonly operations: readonly object[]; readonly sentences: readonly string[] } {
  const threat = findEndangeredClock(snapshot, consequences.clock);
  const by = consequence?.clock_ticks ?? 0;
  const own = resolution.kind === 'd20_stat' ? resolution.clock : null;
  const pressed = own === null ? null : computeClockTick(own, readNumber(snapshot, own.name), degree);
  const left =
    resolution.kind === 'countdown'
      ? reduceCountdown(resolution.countdown, readNumber(snapshot, resolution.countdown.name))
      : null;
  return {
    operations: [
      ...(threat === null || by === 0 ? [] : [{ op: 'tick_clock', clockId: threat, by }]),
      ...(pressed === null ? [] : [tickNumber(snapshot, pressed.name, pressed.to - pressed.from)]),
      ...(left === null || resolution.kind !== 'countdown'
        ? []
        : [{ op: 'set', path: resolution.countdown.name, value: left.left }]),
    ],
    sentences: [
      ...(pressed?.fills === true
        ? [say('told.scene_shifts', { what: own?.when_full.join(' / ') ?? '' })]
        : []),
      ...(left?.isOver === true ? [say('told.time_is_up')] : []),
    ],
  };
}

/** Creates the operation that ticks a clock: a number in the scene state when it is there, else a clock of the world. */
function tickNumber({ rulesetState }: Snapshot, name: string, by: number): object {
  return name in rulesetState
    ? { op: 'increment', path: name, value: by }
    : { op: 'tick_clock', clockId: name, by };
}

function readNumber({ rulesetState, clocks }: Snapshot, name: string): number {
  const value = rulesetState[name];
  return typeof value === 'number' ? value : (clocks[name]?.value ?? 0);
}

/**
 * Returns the clock a slip endangers. The clock the ruleset names comes first, then one whose tags name the scene's place or an
 * open thread. Last comes one that shares a tag with the place or with a faction that has members here. Null when there is none.
 */
function findEndangeredClock(snapshot: Snapshot, named: string | null): string | null {
  const { clocks, threads, scene, entities } = snapshot;
  if (named !== null) return clocks[named] === undefined ? null : named;
  const place = scene.placeId === null ? undefined : entities[scene.placeId];
  const here = [place?.id, place?.packEntityId, place?.packEntityId?.split(':').at(-1)];
  const open = Object.values(threads).filter(({ status }) => status === 'active');
  const factions = Object.values(entities).filter(
    (one): one is Faction => one.kind === 'faction' && isRepresented(one, snapshot),
  );
  const findTagged = (matters: readonly (string | undefined)[]) =>
    Object.values(clocks).find(
      ({ value, max, tags }) => value < max && tags.some((tag) => tag !== '' && matters.includes(tag)),
    )?.id;
  const namesHere = [...here, ...open.map(({ id }) => id)];
  return (
    findTagged(namesHere) ??
    findTagged(place?.tags ?? []) ??
    findTagged(factions.flatMap(({ tags }) => tags)) ??
    null
  );
}

/** Decisions of the dice of a turn. */
export type RollResult = {
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
): RollResult | TurnSuspension | null {
  const chosen = chooseCheck(actions, snapshot, context, tools);
  if (chosen === null) return null;
  const { action, planned, purpose } = chosen;
  const { turn } = context.lease;
  const { player_dice: playerDice } = context.playbook.mechanics;
  const answer = findGivenRoll(turn);
  if (playerDice === 'asked' && answer === null) {
    const { expression, modifier } = planned;
    return new TurnSuspension({
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
  tools.events.emit(toDiceRolledEvent(context, roll));
  return settleCheck({ action, roll, outcome }, snapshot, context, tools);
}

type Chosen = { readonly action: AllowedAction; readonly planned: PlannedRoll; readonly purpose: string };

/** Chooses the first action whose check is on the ruleset's list and can be rolled; the others are noted. */
function chooseCheck(
  actions: readonly AllowedAction[],
  { entities, calibration }: Snapshot,
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
    const { resolution, difficulty } = playbook.mechanics;
    const shifted = applyTableDifficulty(declared, difficulty[calibration.difficulty], resolution);
    const planned = planRoll(resolution, shifted, {
      actor: persona.stats,
      opponent: opponent?.kind === 'character' && opponent.id !== persona.id ? opponent.stats : null,
      difficulty: action.difficulty,
    });
    if (isRejection(planned)) recorder.note('rule', { checkRefused: action.check, reason: planned.reason });
    else if (planned.kind === 'roll')
      return {
        action,
        planned,
        purpose: `${declared.label}: ${describeAction(action)}`.slice(0, LONGEST_PURPOSE),
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
  const ledger = createRollLedger(seed, context);
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
): RollResult {
  const aftermath = listCheckConsequences(context, snapshot, action, outcome.degree);
  const paid = applyOperations(snapshot, aftermath.operations, {
    ...createEngineApplyContext(context),
    dice: createDicePosition(context, 1),
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
      text: [outcome.kind === 'band' ? outcome.band.meaning : '', findStatMeaning(action, outcome, context)]
        .filter((part) => part !== '')
        .join(' '),
      band: outcome.name,
      degree: outcome.degree,
      rolls: [roll.line],
      costs: listCosts(snapshot, paid.snapshot, context),
      consequences: [...new Set([...aftermath.consequences, ...bound])],
    },
    rolls: [roll, ...paid.effects.flatMap((effect) => (effect.type === 'rolled' ? effect.roll : []))],
    effects: paid.effects.filter(({ type }) => type !== 'rolled'),
  };
}

/** Returns what success or failure with the rolled stat means by the ruleset; empty when it does not say. */
function findStatMeaning(
  { check }: AllowedAction,
  { degree }: RollOutcome,
  { playbook: { rules } }: TurnContext,
): string {
  const stat = rules.checks.find(({ id }) => id === check)?.stat;
  const explained = rules.stats.find(({ id }) => id === stat);
  if (degree === 'mixed') return '';
  return (degree === 'failure' ? explained?.failure : explained?.success) ?? '';
}

/** Lists how the persona's meters moved, in the players' words: `Heat +1`. */
function listCosts(before: Snapshot, after: Snapshot, { persona, playbook }: TurnContext): string[] {
  const values = (snapshot: Snapshot) => {
    const sheet = snapshot.entities[persona.id];
    return sheet?.kind === 'character' ? listMeters(sheet, playbook.rules) : [];
  };
  const earlier = new Map(values(before).map(({ name, value }) => [name, value]));
  return values(after).flatMap(({ name, label, value }) => {
    const by = value - (earlier.get(name) ?? value);
    return by === 0 ? [] : [`${label} ${by > 0 ? '+' : ''}${by}`];
  });
}
