import type { Suspension } from '#engine/store/turns.ts';

/** A step's word that the turn waits for the player. It ends the attempt, not the action: the answer resumes it. */
export class Suspended {
  readonly suspension: Suspension;

  constructor(suspension: Suspension) {
    this.suspension = suspension;
  }
}
