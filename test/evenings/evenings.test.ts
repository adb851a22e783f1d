import { describe, expect, it } from 'vitest';
import { compare, type Disagreement, loadEvening, playEvening } from '../support/evenings.ts';

const NAMES = ['castile', 'neo-seattle', 'motel-verse'] as const;

/** Share of turns in which an item agrees, as the goal has it. */
const GOAL = 0.95;

describe.each(NAMES)('the evening in %s', (name) => {
  const { evening, expected } = loadEvening(name);
  const played = playEvening(evening);

  it('is played to its end with the recorded replies', async () => {
    const { turns, missing } = await played;

    expect(turns.map(({ record }) => record.status)).toEqual(evening.turns.map(({ status }) => status));
    expect(missing).toEqual(evening.standIns);
  });

  it('rolls what was rolled', async () => {
    const { rolls } = await played;

    expect(rolls).toEqual(evening.turns.flatMap((turn) => turn.rolls));
  });

  it('has in its state what the prose made true', async () => {
    const { turns } = await played;
    const found = expected.flatMap((one) => {
      const turn = turns[one.turn];
      if (turn === undefined) throw new Error(`there is no turn ${one.turn}`);
      return compare(turn, one);
    });

    expect(found, describeAll(found)).toSatisfy(
      (all: readonly Disagreement[]) => countTurns(all) <= Math.floor(expected.length * (1 - GOAL)),
    );
  });
});

function countTurns(found: readonly Disagreement[]): number {
  return new Set(found.map(({ turn }) => turn)).size;
}

function describeAll(found: readonly Disagreement[]): string {
  return found.map(({ turn, item, says }) => `turn ${turn}, ${item}: ${says}`).join('\n');
}
