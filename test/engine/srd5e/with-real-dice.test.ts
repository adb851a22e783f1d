import { expect, it } from 'vitest';
import { rollDice } from '#engine/rules/dice.ts';
import { type RollDice, rollCheck, rollD20, rollSave, type Srd5eEdge } from '#engine/srd5e/checks.ts';
import { rollAttack, rollDamage } from '#engine/srd5e/combat.ts';
import { rollDeathSave } from '#engine/srd5e/hit-points.ts';
import { takeLongRest, takeShortRest } from '#engine/srd5e/rests.ts';
import { Srd5eAttack } from '#engine/srd5e/stat-block.ts';
import { isRejection } from '#engine/util/rejection.ts';
import { adventurer, creature, dying } from './creatures.ts';
import { resolved } from './resolved.ts';

/** The engine's own dice, one ordinal a roll, as a turn would hand them in. */
function engineDice(seed: string): RollDice & { readonly lines: readonly string[] } {
  const lines: string[] = [];
  const throwDice: RollDice = (expression, purpose, facts) => {
    const thrown = rollDice(expression, { seed, sceneIndex: 1, ordinal: lines.length, purpose, ...facts });
    if (isRejection(thrown)) throw new Error(thrown.reason);
    lines.push(thrown.line);
    return { total: thrown.total, faces: thrown.faces };
  };
  return Object.assign(throwDice, { lines });
}

it.each(['none', 'advantage', 'disadvantage'] as const)(
  'agrees with the engine’s dice about %s',
  (edge: Srd5eEdge) => {
    for (let attempt = 0; attempt < 50; attempt += 1) {
      const dice = engineDice(`seed ${attempt}`);
      const totals: number[] = [];
      const watched: RollDice = (expression, purpose) => {
        const thrown = dice(expression, purpose);
        totals.push(thrown.total);
        return thrown;
      };
      const rolled = rollD20(watched, edge, 5, 'Attack');

      expect(rolled.faces).toHaveLength(edge === 'none' ? 1 : 2);
      expect([rolled.total]).toEqual(totals);
    }
  },
);

it('asks only for dice the engine can throw', () => {
  const sword = Srd5eAttack.parse({
    name: 'flaming sword',
    damage: [
      { dice: '2d6+1', type: 'slashing' },
      { dice: '1d6', type: 'fire' },
    ],
  });
  const weak = adventurer('fighter', 3, { abilities: { strength: 4 }, hit_points: { current: 1, max: 30 } });
  const dice = engineDice('a day of fighting');

  rollAttack(weak, creature(), sword, { distanceFeet: 5, edges: ['disadvantage'] }, dice);
  rollDamage(weak, sword, { critical: true }, dice);
  const rested = resolved(takeShortRest(weak, { spend: { d10: 3 }, songOfRest: 'd6' }, dice));
  resolved(takeLongRest(rested.block, { endsAt: { day: 1, microsecond: 0 }, ateAndDrank: true }));

  expect(dice.lines).toHaveLength(7);
  expect(dice.lines[0]).toMatch(
    /^flaming sword attack \(disadvantage\): 1d20-1 = \[\d+, \d+\]-1 = -?\d+ \(took lower\) vs AC 10 \((Hit|Miss)\)$/,
  );
  expect(dice.lines[1]).toMatch(/^flaming sword damage: 4d6-2 = .* slashing$/);
});

it.each([
  ['a check', 'Perception check: 1d20', 'DC 15'],
  ['a saving throw', 'Wisdom saving throw: 1d20', 'DC 12'],
  ['a death save', 'Death saving throw: 1d20', 'DC 10'],
])('writes %s as a line with its difficulty', (kind, start, end) => {
  const dice = engineDice('one line');
  if (kind === 'a check') rollCheck(creature(), { skill: 'perception' }, 15, dice);
  if (kind === 'a saving throw') rollSave(creature(), 'wisdom', 12, dice);
  if (kind === 'a death save') resolved(rollDeathSave(dying(), dice));

  expect(dice.lines).toEqual([
    expect.stringMatching(new RegExp(`^${start} = \\d+ vs ${end} \\((Success|Failure)\\)$`)),
  ]);
});
