import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findDiceRange } from '#engine/rules/dice.ts';
import { Srd5eStatBlock } from '#engine/srd5e/stat-block.ts';
import {
  type AppliedOperations,
  type ApplyContext,
  applyOperations,
} from '#engine/state/apply-operations.ts';
import { toPairKey } from '#engine/state/ids.ts';
import { ACTORS } from '#engine/state/operation.ts';
import { Snapshot } from '#engine/state/snapshot.ts';
import { upgradeSnapshot } from '#engine/state/upgrade-snapshot.ts';
import { toCanonicalJson } from '#engine/util/canonical-json.ts';
import { compareWorldTimes } from '#engine/util/world-time.ts';
import { asking, goblinRoad, hallAndCellar, onTheRoad } from '../../support/worlds.ts';
import { anyProposal } from './any-proposal.ts';

const RUNS = 60;

const WORLDS: readonly (readonly [string, Snapshot, ApplyContext])[] = [
  ['freeform', deepFrozen(hallAndCellar()), asking()],
  ['the SRD', deepFrozen(goblinRoad()), onTheRoad()],
];

/** Frozen all the way down: whoever would write into it throws. */
function deepFrozen<Value>(value: Value): Value {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    for (const part of Object.values(value)) deepFrozen(part);
    Object.freeze(value);
  }
  return value;
}

/** Applies proposals one at a time, by changing askers, and lets each step be looked at. */
function play(
  start: Snapshot,
  context: ApplyContext,
  steps: readonly (readonly [unknown, ApplyContext['asker']])[],
  look: (before: Snapshot, applied: AppliedOperations, asker: ApplyContext['asker']) => void,
): Snapshot {
  let snapshot = start;
  let nextOrdinal = 0;
  for (const [proposal, asker] of steps) {
    const dice = { ...context.dice, nextOrdinal };
    const applied = applyOperations(snapshot, [proposal], { ...context, asker, dice });
    look(snapshot, applied, asker);
    snapshot = deepFrozen(applied.snapshot);
    nextOrdinal = applied.nextOrdinal;
  }
  return snapshot;
}

describe.each(WORLDS)('whatever is proposed under %s', (_name, start, context) => {
  const steps = fc.array(fc.tuple(anyProposal(start), fc.constantFrom(...ACTORS)), {
    minLength: 1,
    maxLength: 30,
  });
  const always = (
    look: (before: Snapshot, applied: AppliedOperations, asker: ApplyContext['asker']) => void,
  ) =>
    fc.assert(
      fc.property(steps, (taken) => {
        play(start, context, taken, look);
      }),
      { numRuns: RUNS },
    );

  it('the snapshot stays valid, and whatever it names exists', () => {
    fc.assert(
      fc.property(steps, (taken) => {
        const end = play(start, context, taken, () => {});
        expect(Snapshot.safeParse(end).error?.issues ?? []).toEqual([]);
        expect(upgradeSnapshot(end)).not.toHaveProperty('rejected');
      }),
      { numRuns: RUNS },
    );
  });

  it('survives a journey through JSON', () => {
    fc.assert(
      fc.property(steps, (taken) => {
        const end = play(start, context, taken, () => {});
        expect(upgradeSnapshot(JSON.parse(toCanonicalJson(end)))).toEqual(end);
      }),
      { numRuns: RUNS },
    );
  });

  it('a refusal leaves the very same snapshot, without effects and without a roll', () => {
    always((before, { snapshot, rejected, effects }) => {
      if (rejected.length === 0) return;
      expect(snapshot).toBe(before);
      expect(effects).toEqual([]);
    });
  });

  it('a refusal says what is wrong', () => {
    always((_before, { rejected }) => {
      for (const { rejection } of rejected) {
        expect(rejection.rejected).toMatch(/^[a-z]+(-[a-z]+)*$/);
        expect(rejection.reason.length).toBeGreaterThan(8);
      }
    });
  });

  it('the same proposals give the same world', () => {
    fc.assert(
      fc.property(steps, (taken) => {
        const [one, other] = [0, 1].map(() => play(start, context, taken, () => {}));
        expect(one).toEqual(other);
      }),
      { numRuns: RUNS },
    );
  });

  it('time never goes back, except for GOD', () => {
    always((before, { snapshot }, asker) => {
      if (asker !== 'god') expect(compareWorldTimes(snapshot.time, before.time)).toBeGreaterThanOrEqual(0);
    });
  });

  it('no pair has two relations', () => {
    always((_before, { snapshot }) => {
      const pairs = Object.values(snapshot.relations).map(({ low, high }) => toPairKey(low, high));
      expect(new Set(pairs).size).toBe(pairs.length);
    });
  });

  it('hit points stay between 0 and the maximum', () => {
    always((_before, { snapshot }) => {
      for (const entity of Object.values(snapshot.entities)) {
        if (entity.kind !== 'character' || entity.stats.hit_points === undefined) continue;
        const { current, max } = Srd5eStatBlock.parse(entity.stats).hit_points;
        expect(current >= 0 && current <= max).toBe(true);
      }
    });
  });

  it('dice fall within their bounds, at ordinals without gaps', () => {
    fc.assert(
      fc.property(steps, (taken) => {
        const ordinals: number[] = [];
        play(start, context, taken, (_before, { effects }) => {
          for (const effect of effects) {
            if (effect.type !== 'rolled') continue;
            const range = findDiceRange(effect.roll.expression);
            if ('rejected' in range) throw new Error(range.reason);
            expect(effect.roll.total).toBeGreaterThanOrEqual(range.least);
            expect(effect.roll.total).toBeLessThanOrEqual(range.most);
            ordinals.push(effect.roll.position.ordinal);
          }
        });
        expect(ordinals).toEqual(ordinals.map((_, index) => index));
      }),
      { numRuns: RUNS },
    );
  });

  it('ids are never lost, never change and never come again', () => {
    always((before, { snapshot, effects }) => {
      const [earlier, later] = [Object.keys(before.entities), Object.keys(snapshot.entities)];
      expect(later.slice(0, earlier.length)).toEqual(earlier);
      const introduced = effects.flatMap((effect) =>
        effect.type === 'entity-introduced' ? [effect.id] : [],
      );
      expect(later.slice(earlier.length)).toEqual(introduced);
      expect(earlier.some((id) => introduced.some((fresh) => fresh === id))).toBe(false);
    });
  });
});

it('accepts a good part of what the properties propose, so that they prove something', () => {
  const accepted = new Set<string>();
  const refused = new Set<string>();
  for (const [, start, context] of WORLDS) {
    for (const [proposal, asker] of fc.sample(fc.tuple(anyProposal(start), fc.constantFrom(...ACTORS)), {
      numRuns: 6000,
      seed: 1,
    })) {
      const { rejected } = applyOperations(start, [proposal], { ...context, asker });
      const op = String((proposal as { op?: unknown } | null)?.op);
      (rejected.length === 0 ? accepted : refused).add(op);
    }
  }

  expect(accepted.size).toBeGreaterThan(45);
  expect(refused.size).toBeGreaterThan(70);
});
