import { describe, expect, it } from 'vitest';
import { applied, hallAndCellar, refusal } from '../../../support/worlds.ts';

const state = (proposals: readonly unknown[]) => applied(hallAndCellar(), proposals).rulesetState;

describe('a change to the ruleset’s state', () => {
  it.each([
    ['sets a number', { op: 'set', path: 'pressure_clock', value: 5 }, { pressure_clock: 5 }],
    [
      'sets a value the schema has a place for',
      { op: 'set', path: 'mood', value: 'tense' },
      { mood: 'tense' },
    ],
    [
      'sets one value inside another',
      { op: 'set', path: 'guard.alertness', value: 7 },
      { guard: { alertness: 7, post: 'door' } },
    ],
    [
      'sets what stands there though the schema is silent',
      { op: 'set', path: 'weather', value: 'fog' },
      { weather: 'fog' },
    ],
    [
      'sets a name where the schema takes any',
      { op: 'set', path: 'doors.north', value: 'shut' },
      { doors: { north: 'shut' } },
    ],
    ['counts up by one', { op: 'increment', path: 'pressure_clock' }, { pressure_clock: 3 }],
    [
      'counts up by more',
      { op: 'increment', path: 'guard.alertness', value: 4 },
      { guard: { alertness: 7 } },
    ],
    ['counts down', { op: 'decrement', path: 'pressure_clock', value: 2 }, { pressure_clock: 0 }],
    ['begins a list', { op: 'append', path: 'clues', value: 'mud' }, { clues: ['mud'] }],
    ['removes a value', { op: 'remove', path: 'guard.post' }, { guard: { alertness: 3 } }],
  ])('%s', (_case, proposal, expected) => {
    expect(state([proposal])).toMatchObject(expected);
  });

  it('adds to the end of a list and takes one entry out of it', () => {
    const clues = ['mud', 'glove', 'mud'].map((value) => ({ op: 'append', path: 'clues', value }));

    expect(state([...clues, { op: 'remove', path: 'clues', value: 'mud' }]).clues).toEqual(['glove', 'mud']);
    expect(state([...clues, { op: 'set', path: 'clues.1', value: 'hat' }]).clues).toEqual([
      'mud',
      'hat',
      'mud',
    ]);
    expect(state([...clues, { op: 'remove', path: 'clues.0' }]).clues).toEqual(['glove', 'mud']);
  });

  it('shares what lies beside the path', () => {
    const before = hallAndCellar();
    const next = applied(before, [{ op: 'set', path: 'pressure_clock', value: 5 }]);

    expect(next.rulesetState.guard).toBe(before.rulesetState.guard);
  });
});

describe('is refused', () => {
  it.each([
    [
      'a path nobody has',
      { op: 'set', path: 'presure_clock', value: 1 },
      'unknown-path',
      'Did you mean pressure_clock?',
    ],
    ['a path below a leaf', { op: 'set', path: 'weather.wind', value: 1 }, 'unknown-path', 'weather.wind'],
    ['a whole parent', { op: 'set', path: 'guard', value: {} }, 'replaces-parent', 'guard.alertness'],
    ['removing a whole parent', { op: 'remove', path: 'guard' }, 'replaces-parent', 'guard.alertness'],
    [
      'a value the schema forbids',
      { op: 'set', path: 'pressure_clock', value: 7 },
      'invalid-result',
      'rulesetState.pressure_clock',
    ],
    [
      'counting beyond the schema',
      { op: 'increment', path: 'pressure_clock', value: 9 },
      'invalid-result',
      'pressure_clock',
    ],
    [
      'counting below the schema',
      { op: 'decrement', path: 'pressure_clock', value: 9 },
      'invalid-result',
      'pressure_clock',
    ],
    [
      'removing what the schema requires',
      { op: 'remove', path: 'pressure_clock' },
      'invalid-result',
      'rulesetState',
    ],
    ['counting a text', { op: 'increment', path: 'weather' }, 'not-a-number', 'weather'],
    [
      'counting downwards with a minus',
      { op: 'decrement', path: 'pressure_clock', value: -1 },
      'bad-input',
      'value',
    ],
    ['appending to no list', { op: 'append', path: 'weather', value: 'x' }, 'not-a-list', 'use set'],
    [
      'removing an entry of no list',
      { op: 'remove', path: 'weather', value: 'rain' },
      'not-a-list',
      'weather',
    ],
    [
      'removing an entry that is not there',
      { op: 'remove', path: 'clues', value: 'x' },
      'nothing-there',
      'clues',
    ],
    ['removing nothing', { op: 'remove', path: 'mood' }, 'nothing-there', 'mood'],
    ['an empty step', { op: 'set', path: 'guard..post', value: 1 }, 'bad-path', 'joined by dots'],
    ['the prototype', { op: 'set', path: '__proto__.polluted', value: 1 }, 'bad-path', '__proto__'],
    ['the constructor', { op: 'set', path: 'guard.constructor.x', value: 1 }, 'bad-path', 'constructor'],
    ['a list’s own length', { op: 'set', path: 'clues.length', value: 0 }, 'unknown-path', 'clues.length'],
    ['a path without end', { op: 'set', path: 'a.'.repeat(20).concat('a'), value: 1 }, 'bad-path', 'at most'],
    ['a value without a value', { op: 'set', path: 'weather' }, 'bad-input', 'value'],
    ['a value JSON cannot hold', { op: 'set', path: 'weather', value: Number.NaN }, 'bad-input', 'value'],
    [
      'a value with a forbidden key',
      { op: 'set', path: 'weather', value: JSON.parse('{"__proto__": 1}') },
      'bad-input',
      '__proto__',
    ],
  ])('%s', (_case, proposal, code, hint) => {
    const { rejected, reason } = refusal(hallAndCellar(), proposal);

    expect({ rejected, reason }).toEqual({ rejected: code, reason: expect.stringContaining(hint) });
  });
});

it('leaves Object.prototype alone whatever it is given', () => {
  refusal(hallAndCellar(), { op: 'set', path: '__proto__.polluted', value: true });
  refusal(hallAndCellar(), { op: 'set_custom', path: 'constructor.prototype.polluted', value: true });

  expect('polluted' in {}).toBe(false);
});
