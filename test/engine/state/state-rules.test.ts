import { describe, expect, it } from 'vitest';
import { Mechanics } from '#engine/rules/mechanics.ts';
import { applyOperations } from '#engine/state/apply-operations.ts';
import { createStateRules, type RulesetData, type StateRules } from '#engine/state/state-rules.ts';
import { asking, hallAndCellar } from '../../support/worlds.ts';

const mechanics = (more: object = {}) =>
  Mechanics.parse({ pipeline: 'full', resolution: { kind: 'banded' }, ...more });
const made = (more: Partial<RulesetData> = {}): StateRules => {
  const rules = createStateRules({
    mechanics: mechanics(),
    stateSchema: { type: 'object' },
    statSchema: { type: 'object' },
    ...more,
  });
  if ('rejected' in rules) throw new Error(rules.reason);
  return rules;
};

it('takes the list of operations as authors write it', () => {
  expect(made({ mechanics: mechanics({ operations: ['advance-time', 'set'] }) }).allowedOperations).toEqual([
    'advance_time',
    'set',
  ]);
  expect(made().allowedOperations).toBe('all');
});

it('adds the ruleset’s own time costs to the published ones', () => {
  const { timeCosts } = made({
    mechanics: mechanics({ time_costs: { smoke: { from: 5, to: 5, unit: 'minutes' } } }),
  });

  expect(timeCosts).toMatchObject({ smoke: { from: 5 }, short_rest: { unit: 'hours' } });
});

it('plays by the SRD when the stat block is the built-in one', () => {
  expect(made({ statSchema: 'srd5e' }).srd5e).toBe(true);
  expect(made({ statSchema: 'srd5e' }).statFaults({})).not.toEqual([]);
  expect(made().srd5e).toBe(false);
});

it.each([
  ['stateSchema', { stateSchema: { type: 'objekt' } }],
  ['statSchema', { statSchema: { min: 3 } }],
])('says what is wrong with a bad %s', (_name, more) => {
  const rules = createStateRules({
    mechanics: mechanics(),
    stateSchema: { type: 'object' },
    statSchema: { type: 'object' },
    ...more,
  });

  expect(rules).toMatchObject({ rejected: 'bad-json-schema' });
});

describe('a path of the ruleset’s state is known', () => {
  const rules = made({
    stateSchema: {
      type: 'object',
      $defs: { guard: { type: 'object', properties: { post: { type: 'string' } } } },
      properties: {
        captain: { $ref: '#/$defs/guard' },
        pair: {
          type: 'array',
          prefixItems: [{ type: 'object', properties: { left: {} } }],
          items: false,
          minItems: 1,
          maxItems: 1,
        },
        crowd: { type: 'array', items: { $ref: '#/$defs/guard' } },
        doors: { type: 'object', patternProperties: { '^door_': { type: 'string' } } },
        either: { anyOf: [{ type: 'object', properties: { one: { type: 'string' } } }, { type: 'null' }] },
        free: { type: 'object', additionalProperties: { type: 'string' } },
      },
    },
  });
  const outcome = (path: string) => {
    const { rejected } = applyOperations(
      { ...hallAndCellar(), rulesetState: {} },
      [{ op: 'set', path, value: 'x' }],
      asking({ rules }),
    );
    return rejected[0]?.rejection.rejected ?? 'accepted';
  };

  it.each(['captain.post', 'doors.door_north', 'either.one', 'free.anything'])('%s', (path) => {
    expect(outcome(path)).toBe('accepted');
  });

  it.each(['captain.hat', 'doors.window', 'either.two', 'free.a.b', 'nothing', 'crowd.x'])(
    'and %s is not',
    (path) => {
      expect(outcome(path)).toBe('unknown-path');
    },
  );
});
