import fc from 'fast-check';
import { expect, it } from 'vitest';
import { combineEdges, type RollDice } from '#engine/srd5e/checks.ts';
import { endCombatTurn, startCombatTurn } from '#engine/srd5e/combat.ts';
import { addCondition, removeCondition } from '#engine/srd5e/conditions.ts';
import { computeArmorClass, computeSpeed, getHitPointMaximum } from '#engine/srd5e/derived-numbers.ts';
import {
  changeExhaustion,
  grantTemporaryHitPoints,
  heal,
  revive,
  rollConcentration,
  rollDeathSave,
  stabilize,
  startConcentration,
  takeDamage,
  writeConditionsLine,
  writeResourcesLine,
  writeStatusLine,
} from '#engine/srd5e/hit-points.ts';
import { gainExperience, improveAbilities, raiseLevel } from '#engine/srd5e/levels.ts';
import { restoreResource, type Srd5eResource, spendResource } from '#engine/srd5e/resources.ts';
import { takeLongRest, takeShortRest } from '#engine/srd5e/rests.ts';
import { Srd5eStatBlock } from '#engine/srd5e/stat-block.ts';
import {
  Srd5eAbility,
  Srd5eClassName,
  Srd5eConditionName,
  Srd5eDamageType,
  Srd5eHitDie,
  Srd5eSpellLevel,
} from '#engine/srd5e/terms.ts';
import { createKeyedRandom } from '#engine/util/keyed-random.ts';
import { isRejection, type Rejection } from '#engine/util/rejection.ts';
import { adventurer } from './creatures.ts';

type Step = (block: Srd5eStatBlock, roll: RollDice) => Srd5eStatBlock | Rejection;

const amount = fc.integer({ min: 0, max: 60 });
const conditionName = fc.constantFrom(...Srd5eConditionName.options);

const resource: fc.Arbitrary<Srd5eResource> = fc.oneof(
  fc.record({ kind: fc.constant('hit_die' as const), die: fc.constantFrom(...Srd5eHitDie.options) }),
  fc.record({ kind: fc.constant('spell_slot' as const), level: fc.constantFrom(...Srd5eSpellLevel.options) }),
  fc.constant({ kind: 'pact_slot' as const }),
  fc.constant({ kind: 'gold' as const }),
  fc.constant({ kind: 'inspiration' as const }),
  fc.record({
    kind: fc.constant('feature' as const),
    name: fc.constantFrom('rage', 'ki_points', 'arcane_recovery', 'toString'),
  }),
);

/** The block of an outcome, or the refusal. */
const blockOf = (outcome: { readonly block: Srd5eStatBlock } | Rejection) =>
  isRejection(outcome) ? outcome : outcome.block;

const step: fc.Arbitrary<Step> = fc.oneof(
  fc
    .record({
      parts: fc.array(fc.record({ amount, type: fc.constantFrom(...Srd5eDamageType.options) }), {
        maxLength: 3,
      }),
      critical: fc.boolean(),
      knockOut: fc.boolean(),
      reduction: fc.integer({ min: 0, max: 10 }),
    })
    .map(
      (damage): Step =>
        (block) =>
          blockOf(takeDamage(block, damage)),
    ),
  amount.map(
    (healed): Step =>
      (block) =>
        blockOf(heal(block, healed)),
  ),
  amount.map(
    (granted): Step =>
      (block) =>
        grantTemporaryHitPoints(block, granted),
  ),
  amount.map(
    (hitPoints): Step =>
      (block) =>
        revive(block, hitPoints),
  ),
  fc.constant<Step>((block, roll) => blockOf(rollDeathSave(block, roll))),
  fc.constant<Step>((block) => stabilize(block)),
  fc.record({ name: conditionName, remaining: fc.integer({ min: 1, max: 3 }) }).map(
    ({ name, remaining }): Step =>
      (block) =>
        addCondition(block, { name, source: 'spell', ends: { when: 'rounds', remaining }, save: null }),
  ),
  conditionName.map(
    (name): Step =>
      (block) =>
        removeCondition(block, name),
  ),
  fc.integer({ min: -2, max: 2 }).map(
    (levels): Step =>
      (block) =>
        changeExhaustion(block, levels),
  ),
  fc.tuple(resource, amount).map(
    ([spent, count]): Step =>
      (block) =>
        spendResource(block, spent, count),
  ),
  fc.tuple(resource, amount).map(
    ([spent, count]): Step =>
      (block) =>
        restoreResource(block, spent, count),
  ),
  fc.record({ d8: fc.integer({ min: 0, max: 3 }), d10: fc.integer({ min: 0, max: 3 }) }).map(
    (spend): Step =>
      (block, roll) =>
        blockOf(takeShortRest(block, { spend }, roll)),
  ),
  fc.record({ day: fc.integer({ min: 0, max: 9 }), ateAndDrank: fc.boolean() }).map(
    ({ day, ateAndDrank }): Step =>
      (block) =>
        blockOf(takeLongRest(block, { endsAt: { day, microsecond: 0 }, ateAndDrank })),
  ),
  amount.map(
    (gained): Step =>
      (block) =>
        blockOf(gainExperience(block, gained * 100)),
  ),
  fc.constantFrom(...Srd5eClassName.options).map(
    (name): Step =>
      (block, roll) =>
        blockOf(raiseLevel(block, { class: name, hitPoints: 'roll', milestone: true }, roll)),
  ),
  fc.constantFrom(...Srd5eAbility.options).map(
    (ability): Step =>
      (block) =>
        improveAbilities(block, { [ability]: 2 }),
  ),
  fc.constant<Step>((block) => blockOf(startConcentration(block, 'bless'))),
  fc.constant<Step>((block, roll) => blockOf(rollConcentration(block, 12, roll))),
  fc.constant<Step>((block) => endCombatTurn(startCombatTurn(block).block)),
);

const hero = fc
  .record({
    name: fc.constantFrom(...Srd5eClassName.options),
    level: fc.integer({ min: 1, max: 20 }),
    max: fc.integer({ min: 1, max: 80 }),
    constitution: fc.integer({ min: 1, max: 20 }),
    charisma: fc.integer({ min: 1, max: 20 }),
  })
  .map(({ name, level, max, constitution, charisma }) =>
    adventurer(name, level, {
      abilities: { constitution, charisma },
      hit_points: { current: max, max },
      resistances: ['fire'],
      vulnerabilities: ['cold'],
      immunities: ['poison'],
      resources: { gold: 30 },
    }),
  );

function fairDice(seed: string): RollDice {
  const random = createKeyedRandom(seed, 'properties');
  return (expression) => {
    const [, count = '1', sides = '1', bonus = '0', edge] =
      /^(\d+)d(\d+)([+-]\d+)?(?: (\w+))?$/.exec(expression) ?? [];
    const thrown = Array.from({ length: edge ? 2 : Number(count) }, () => random.below(Number(sides)) + 1);
    const kept =
      edge === undefined ? thrown : [edge === 'advantage' ? Math.max(...thrown) : Math.min(...thrown)];
    return { total: kept.reduce((sum, face) => sum + face, 0) + Number(bonus), faces: thrown };
  };
}

function frozen<Value>(value: Value): Value {
  if (typeof value === 'object' && value !== null) {
    Object.values(value).forEach(frozen);
    Object.freeze(value);
  }
  return value;
}

it('keeps every stat block whole, whatever happens to it, and never changes the one it was given', () => {
  let applied = 0;
  fc.assert(
    fc.property(hero, fc.array(step, { maxLength: 25 }), fc.string(), (start, steps, seed) => {
      const roll = fairDice(seed);
      let block = frozen(start);
      for (const take of steps) {
        const after = take(block, roll);
        if (isRejection(after)) continue;
        applied += 1;
        expect(Srd5eStatBlock.parse(after)).toEqual(after);
        expect(after.hit_points.current).toBeLessThanOrEqual(getHitPointMaximum(after));
        block = frozen(after);
      }
    }),
    { numRuns: 400, seed: 5 },
  );
  expect(applied).toBeGreaterThan(1_000);
});

it('is wholly decided by its dice', () => {
  fc.assert(
    fc.property(hero, fc.array(step, { maxLength: 15 }), fc.string(), (start, steps, seed) => {
      const play = () => {
        const roll = fairDice(seed);
        return steps.map((take) => take(start, roll));
      };
      expect(play()).toEqual(play());
    }),
    { numRuns: 100, seed: 5 },
  );
});

it('never deals less than nothing or more than twice the damage', () => {
  const parts = fc.array(fc.record({ amount, type: fc.constantFrom(...Srd5eDamageType.options) }));
  fc.assert(
    fc.property(hero, parts, (block, hits) => {
      const outcome = takeDamage(block, { parts: hits });
      const dealt = hits.reduce((sum, part) => sum + part.amount, 0);
      if (isRejection(outcome)) throw new Error(outcome.reason);
      expect(outcome.taken).toBeGreaterThanOrEqual(0);
      expect(outcome.taken).toBeLessThanOrEqual(dealt * 2);
    }),
    { numRuns: 200, seed: 5 },
  );
});

it('weighs edges the same in any order and however often', () => {
  const edge = fc.constantFrom('advantage' as const, 'disadvantage' as const, 'none' as const);
  fc.assert(
    fc.property(fc.array(edge), (edges) => {
      expect(combineEdges(edges)).toBe(combineEdges(edges.toReversed()));
      expect(combineEdges(edges)).toBe(combineEdges([...edges, ...edges]));
    }),
    { numRuns: 200, seed: 5 },
  );
});

it('has sensible numbers and one line of text for every character', () => {
  fc.assert(
    fc.property(hero, (block) => {
      expect(computeArmorClass(block)).toBeGreaterThanOrEqual(5);
      expect(computeSpeed(block).walk).toBeGreaterThanOrEqual(30);
      for (const line of [writeResourcesLine(block), writeStatusLine(block), writeConditionsLine(block)]) {
        expect(line).not.toMatch(/\n|undefined|NaN|-\d/);
      }
    }),
    { numRuns: 200, seed: 5 },
  );
});
