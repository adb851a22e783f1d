import { describe, expect, it } from 'vitest';
import { applyOperations } from '#engine/state/apply.ts';
import { asking, FREEFORM, hallAndCellar, VIKTOR } from '../../support/worlds.ts';

const debt = { op: 'add_fact', subjectId: VIKTOR, predicate: 'owes', object: 'Zenith' };

it('applies what it can and says where it refused', () => {
  const before = hallAndCellar();
  const { snapshot, rejected } = applyOperations(before, [debt, { op: 'fly' }, debt], asking());

  expect(Object.keys(snapshot.facts)).toEqual(['fact_0001', 'fact_0002']);
  expect(rejected).toMatchObject([
    { index: 1, proposal: { op: 'fly' }, rejection: { rejected: 'unknown-operation' } },
  ]);
});

it('shares everything it did not change', () => {
  const before = hallAndCellar();
  const { snapshot } = applyOperations(before, [debt], asking());

  expect(snapshot.entities).toBe(before.entities);
  expect(snapshot.scene).toBe(before.scene);
});

describe('a refused proposal', () => {
  it.each([
    ['no object', 'advance_time', 'not-an-operation'],
    ['an array', [], 'not-an-operation'],
    ['nothing at all', null, 'not-an-operation'],
    ['no op', { minutes: 5 }, 'not-an-operation'],
    ['an op that is no text', { op: 7 }, 'unknown-operation'],
    ['an op of the prototype', { op: 'constructor' }, 'unknown-operation'],
    ['a field of the wrong type', { op: 'advance_time', minutes: 'five' }, 'bad-input'],
    ['a field that is not there', { op: 'advance_time', minuets: 5 }, 'bad-input'],
  ])('(%s) leaves the very same snapshot', (_case, proposal, code) => {
    const before = hallAndCellar();
    const { snapshot, rejected, effects } = applyOperations(before, [proposal], asking());

    expect(snapshot).toBe(before);
    expect(effects).toEqual([]);
    expect(rejected).toMatchObject([{ rejection: { rejected: code } }]);
  });

  it.each([
    [{ op: 'advance_tme', minutes: 5 }, 'Did you mean advance_time?'],
    [{ op: 'advance_time', minuets: 5 }, 'Did you mean minutes?'],
    [{ ...debt, subjectId: 'npc_victor_001' }, 'Did you mean npc_viktor_001?'],
  ])('says what would be right: %j', (proposal, hint) => {
    const { rejected } = applyOperations(hallAndCellar(), [proposal], asking());

    expect(rejected[0]?.rejection.reason).toContain(hint);
  });
});

describe('the ruleset’s list of operations', () => {
  const rules = { ...FREEFORM, allowedOperations: ['advance_time'] };

  it.each(['model', 'gm'] as const)('binds the %s', (asker) => {
    const { rejected } = applyOperations(hallAndCellar(), [debt], asking({ asker, rules }));

    expect(rejected).toMatchObject([{ rejection: { rejected: 'operation-not-allowed', path: ['op'] } }]);
  });

  it.each(['engine', 'god'] as const)('does not bind the %s', (asker) => {
    const { rejected } = applyOperations(hallAndCellar(), [debt], asking({ asker, rules }));

    expect(rejected).toEqual([]);
  });
});
