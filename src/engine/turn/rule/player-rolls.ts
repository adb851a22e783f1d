import type { TurnRecord } from '#engine/domain/turn.ts';
import type { AddressedEvent } from '#engine/live/turn-event.ts';
import type { CheckedResolution } from '#engine/rules/checks.ts';
import type { Roll, RollTarget } from '#engine/rules/roll.ts';
import { findTurnAudience } from '../acting-persona.ts';
import type { TurnContext } from '../context.ts';

type ShownRow = { readonly from: number | null; readonly to: number | null; readonly outcome: string };

/** Lists what each total will mean, one row per band. Aspects have none. */
export function listBandRows(resolution: CheckedResolution, modifier: number): readonly ShownRow[] {
  if (resolution.kind === 'aspect') return [];
  const signed = modifier === 0 ? '' : ` (${modifier > 0 ? '+' : ''}${modifier} included)`;
  const ascending = resolution.bands.toSorted((one, other) => (one.from ?? -1e9) - (other.from ?? -1e9));
  return ascending.map(({ from, name, meaning }, at) => {
    const next = ascending[at + 1]?.from;
    return {
      from: from ?? null,
      to: next === undefined ? null : next - 1,
      outcome: `${name}${signed}: ${meaning}`,
    };
  });
}

/** Answer of a player to a roll request: what their dice show, or null to let the engine throw. */
type GivenRoll = { readonly faces: readonly number[] | null };

/** Dice that are the player's to throw, as they are shown to them. */
type DueRoll = {
  readonly expression: string;
  readonly purpose: string;
  readonly modifier?: number;
  readonly target?: RollTarget;
};

/**
 * Thrown when the rules reach dice that the player throws and has not thrown yet. Nothing after that point happens; the step
 * that resolves the turn suspends it.
 */
export class RollAwaited extends Error {
  readonly due: DueRoll;

  constructor(due: DueRoll) {
    super(`the player throws ${due.expression} for ${due.purpose}`);
    this.due = due;
  }
}

/** The player's own dice of one turn, given out in the order in which they were asked for. */
export class PlayerDice {
  readonly #given: readonly GivenRoll[];
  #taken = 0;

  constructor(given: readonly GivenRoll[]) {
    this.#given = given;
  }

  /** Returns what the player gave for these dice. Throws `RollAwaited` when nothing was given. */
  take(due: DueRoll): GivenRoll {
    const given = this.#given[this.#taken];
    if (given === undefined) throw new RollAwaited(due);
    this.#taken += 1;
    return given;
  }
}

/**
 * Tells whether the player may throw these dice: the d20 of checks, saves and attacks. The engine throws damage and
 * durations.
 */
export function isPlayerDice(expression: string): boolean {
  return /^1?d20\b/.test(expression.trim());
}

/** Lists what each total will mean, for the player who is about to roll. */
export function listTargetRows({ target }: Pick<DueRoll, 'target'>): readonly ShownRow[] {
  if (target === undefined) return [];
  const [missed, reached] =
    target.kind === 'AC'
      ? ['Miss; a natural 1 always is one', 'Hit; a natural 20 always is one']
      : ['Failure', 'Success'];
  return [
    { from: null, to: target.value - 1, outcome: missed },
    { from: target.value, to: null, outcome: reached },
  ];
}

type Waited = Pick<TurnRecord, 'answers' | 'suspension' | 'baseSceneId'>;

/**
 * Finds the player's answer to an awaited roll: the faces of their own dice, or null faces to let the engine throw. Null when
 * none was given, or when it was given at another scene: that roll was for something else.
 */
export function findGivenRoll({
  answers,
  suspension,
  baseSceneId,
}: Waited): { readonly faces: readonly number[] | null } | null {
  if (suspension?.kind !== 'roll' || suspension.sceneId !== baseSceneId) return null;
  const answer = answers.findLast(({ kind }) => kind === 'roll');
  return answer?.kind === 'roll' ? { faces: answer.faces } : null;
}

/** Converts a roll to the event that all players at the table see. */
export function toDiceRolledEvent(
  { lease, snapshot, persona }: Pick<TurnContext, 'lease' | 'snapshot' | 'persona'>,
  roll: Roll,
): AddressedEvent {
  return {
    type: 'dice-rolled',
    attempt: lease.turn.attempt,
    to: findTurnAudience(snapshot, persona),
    roll: { ...roll },
  };
}
