import { describe, expect, it } from 'vitest';
import { applyAllOrNone, applyOperations } from '#engine/state/apply-operations.ts';
import { MAX_CORE_MEMORIES } from '#engine/state/snapshot.ts';
import { ADA, asking, FREEFORM, hallAndCellar, VIKTOR } from '../../support/worlds.ts';

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
    ['an op no JSON can hold', { op: 10n }, 'unknown-operation'],
    [
      'a smuggled prototype',
      JSON.parse('{"op": "advance_time", "minutes": 5, "__proto__": {}}'),
      'bad-input',
    ],
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

describe('all or none', () => {
  it('applies all when all are sound', () => {
    expect(applyAllOrNone(hallAndCellar(), [debt, debt], asking()).snapshot.counters.facts).toBe(2);
  });

  it('changes nothing and rolls nothing when one is refused', () => {
    const before = hallAndCellar();
    const fight = {
      op: 'start_combat',
      combatants: [ADA, VIKTOR].map((characterId, side) => ({ characterId, side: `s${side}` })),
    };
    const applied = applyAllOrNone(before, [debt, fight, { op: 'fly' }], asking());

    expect(applied.snapshot).toBe(before);
    expect(applied).toMatchObject({ effects: [], nextOrdinal: 0, rejected: [{ index: 2 }] });
  });
});

it('numbers rolls on from where the turn stands, and gives a refused operation no ordinal', () => {
  const fight = {
    op: 'start_combat',
    combatants: [ADA, VIKTOR].map((characterId, side) => ({ characterId, side: `s${side}` })),
  };
  const dice = { seed: 'a seed for tests', nextOrdinal: 7 };
  const { effects, nextOrdinal } = applyOperations(
    hallAndCellar(),
    [fight, fight, { op: 'end_combat', outcome: 'truce' }, fight],
    asking({ dice }),
  );
  const ordinals = effects.flatMap((effect) =>
    effect.type === 'rolled' ? [effect.roll.position.ordinal] : [],
  );

  expect(ordinals).toEqual([7, 8, 9, 10]);
  expect(nextOrdinal).toBe(11);
});

it('remembers what GOD changed, once for each call', () => {
  const { snapshot } = applyOperations(hallAndCellar(), [debt, debt], asking({ asker: 'god' }));

  expect(snapshot.coreMemories).toMatchObject([{ reason: 'retcon', visibility: 'gm' }]);
});

it('forgets the oldest core memory when there is no room left', () => {
  const full = hallAndCellar();
  const memory = {
    reason: 'plot',
    visibility: 'public',
    knownTo: [],
    time: full.time,
    sceneIndex: 1,
  } as const;
  const coreMemories = Array.from({ length: MAX_CORE_MEMORIES }, (_, index) => ({
    ...memory,
    text: `memory ${index}`,
  }));
  const { snapshot } = applyOperations(
    { ...full, coreMemories },
    [{ op: 'append_core_memory', text: 'new' }],
    asking(),
  );

  expect(snapshot.coreMemories).toHaveLength(MAX_CORE_MEMORIES);
  expect(snapshot.coreMemories[0]?.text).toBe('memory 1');
});
