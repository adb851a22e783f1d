import type { RollTarget } from '#engine/rules/roll.ts';
import type { ShownRow } from './band-rows.ts';

/** What a player gave when asked for a roll: what their dice show, or null to let the engine throw. */
export type Given = { readonly faces: readonly number[] | null };

/** Dice that are the player's to throw, as they are shown to them. */
export type DueRoll = {
  readonly expression: string;
  readonly purpose: string;
  readonly modifier?: number;
  readonly target?: RollTarget;
};

/**
 * The rules have come to dice that the player throws and has not thrown. Thrown from wherever that is, so that nothing behind
 * it happens; whoever resolves the turn lets it wait.
 */
export class RollAwaited extends Error {
  readonly due: DueRoll;

  constructor(due: DueRoll) {
    super(`the player throws ${due.expression} for ${due.purpose}`);
    this.due = due;
  }
}

/** The player's own dice of one turn, given out in the order in which they were asked for. */
export class PlayerHand {
  readonly #given: readonly Given[];
  #taken = 0;

  constructor(given: readonly Given[]) {
    this.#given = given;
  }

  /** What was given for these dice. Throws `RollAwaited` when nothing was. */
  take(due: DueRoll): Given {
    const given = this.#given[this.#taken];
    if (given === undefined) throw new RollAwaited(due);
    this.#taken += 1;
    return given;
  }
}

/** Checks, saves and attacks are a d20; what they deal and how long things last is thrown by the engine. */
export function isPlayersDice(expression: string): boolean {
  return /^1?d20\b/.test(expression.trim());
}

/** What the total will mean, for whoever is about to roll. */
export function rowsOf({ target }: Pick<DueRoll, 'target'>): readonly ShownRow[] {
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
