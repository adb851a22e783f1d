import { describe, expect, it } from 'vitest';
import { applyOperations } from '#engine/state/apply-operations.ts';
import { FactId } from '#engine/state/ids.ts';
import {
  ADA,
  applied,
  asking,
  BRUNO,
  hallAndCellar,
  MIRA,
  refusal,
  VIKTOR,
} from '../../../support/worlds.ts';

const DEBT = FactId.parse('fact_0001');
const debt = { op: 'add_fact', subjectId: VIKTOR, predicate: 'owes', object: 'Zenith' };
const engine = asking({ asker: 'engine' });
const withDebt = (more: object = {}) => applied(hallAndCellar(), [{ ...debt, ...more }]);
const discover = (more: object = {}) => ({ op: 'discover_fact', factId: DEBT, method: 'overheard', ...more });

describe('a fact', () => {
  it('is hidden and certain unless said otherwise, and gets the next id', () => {
    const { facts } = applied(hallAndCellar(), [debt, { ...debt, predicate: 'fears' }]);

    expect(Object.keys(facts)).toEqual(['fact_0001', 'fact_0002']);
    expect(facts[DEBT]).toMatchObject({ visibility: 'hidden', knownTo: [], confidence: 1, discovery: null });
  });

  it('changes without changing who knows it', () => {
    const known = applied(
      withDebt(),
      [discover(), { op: 'update_fact', factId: DEBT, object: 'nobody', confidence: 0.4 }],
      engine,
    );

    expect(known.facts[DEBT]).toMatchObject({ object: 'nobody', confidence: 0.4, knownTo: [ADA, BRUNO] });
  });

  it.each([
    ['of somebody unknown', { ...debt, subjectId: 'npc_x_001' }, 'unknown-entity'],
    ['known to no persona', { ...debt, knownTo: [VIKTOR] }, 'not-a-persona'],
    ['more than certain', { ...debt, confidence: 2 }, 'bad-input'],
    ['without a predicate', { op: 'add_fact', subjectId: VIKTOR, object: 1 }, 'bad-input'],
    ['changed though unknown', { op: 'update_fact', factId: 'fact_0099', object: 1 }, 'unknown-fact'],
  ])('is refused: %s', (_case, proposal, code) => {
    expect(refusal(hallAndCellar(), proposal, engine).rejected).toBe(code);
  });

  it('is refused a change that changes nothing, or loses what it holds', () => {
    expect(refusal(withDebt(), { op: 'update_fact', factId: DEBT }, engine).rejected).toBe('nothing-to-do');
    const structured = withDebt({ object: { to: 'Zenith', sum: 900 } });
    expect(refusal(structured, { op: 'update_fact', factId: DEBT, object: 900 }, engine).rejected).toBe(
      'replaces-parent',
    );
  });
});

describe('discovering a fact', () => {
  it('tells every persona in the scene, and says how and when', () => {
    const { snapshot, effects } = applyOperations(withDebt(), [discover()], engine);

    expect(snapshot.facts[DEBT]).toMatchObject({
      knownTo: [ADA, BRUNO],
      discovery: { method: 'overheard', sceneIndex: 3 },
    });
    expect(effects).toEqual([
      {
        type: 'discovered',
        subject: { kind: 'fact', id: DEBT },
        personaIds: [ADA, BRUNO],
        method: 'overheard',
      },
    ]);
  });

  it('tells only those who are named, and later the others', () => {
    const first = applied(withDebt(), [discover({ personaIds: [BRUNO] })], engine);
    const both = applied(first, [discover({ method: 'told' })]);

    expect(first.facts[DEBT]?.knownTo).toEqual([BRUNO]);
    expect(both.facts[DEBT]).toMatchObject({ knownTo: [BRUNO, ADA], discovery: { method: 'overheard' } });
  });

  it('makes its subject known too', () => {
    const hidden = {
      op: 'introduce_entity',
      kind: 'character',
      name: 'Shade',
      visibility: 'hidden',
      present: false,
    };
    const secret = { ...debt, subjectId: 'npc_shade_001' };
    const snapshot = applied(hallAndCellar(), [hidden, secret, discover()], engine);

    expect(snapshot.entities).toHaveProperty(['npc_shade_001', 'knownTo'], [ADA, BRUNO]);
  });

  it.each([
    ['what everybody knows', withDebt({ visibility: 'public' }), discover(), 'already-known'],
    ['what the personas know', applied(withDebt(), [discover()], engine), discover(), 'already-known'],
    ['what is the game master’s', withDebt({ visibility: 'gm' }), discover(), 'not-discoverable'],
    ['what is not there', hallAndCellar(), discover(), 'unknown-fact'],
    ['for somebody no player plays', withDebt(), discover({ personaIds: [VIKTOR] }), 'not-a-persona'],
  ])('is refused: %s', (_case, snapshot, proposal, code) => {
    expect(refusal(snapshot, proposal, engine).rejected).toBe(code);
  });
});

describe('discovering an entity', () => {
  const shade = { op: 'introduce_entity', kind: 'character', name: 'Shade', visibility: 'hidden' };
  const notice = (more: object = {}) => ({
    op: 'discover_entity',
    entityId: 'npc_shade_001',
    method: 'a cough',
    ...more,
  });

  it('makes it known and lifts what obscures it', () => {
    const obscured = applied(
      hallAndCellar(),
      [shade, { op: 'set_scene', obscure: ['npc_shade_001'] }],
      engine,
    );
    const { snapshot, effects } = applyOperations(obscured, [notice()], engine);

    expect(snapshot.entities).toHaveProperty(['npc_shade_001', 'knownTo'], [ADA, BRUNO]);
    expect(snapshot.scene.obscuredIds).toEqual([]);
    expect(effects).toMatchObject([{ type: 'discovered', subject: { kind: 'entity' } }]);
  });

  it.each([
    ['whom everybody knows', hallAndCellar(), notice({ entityId: MIRA }), 'already-known'],
    [
      'whom the game master keeps',
      applied(hallAndCellar(), [{ ...shade, visibility: 'gm' }]),
      notice(),
      'not-discoverable',
    ],
    ['nobody', hallAndCellar(), notice(), 'unknown-entity'],
    [
      'for somebody no player plays',
      applied(hallAndCellar(), [shade]),
      notice({ personaIds: [VIKTOR] }),
      'not-a-persona',
    ],
  ])('is refused: %s', (_case, snapshot, proposal, code) => {
    expect(refusal(snapshot, proposal, engine).rejected).toBe(code);
  });
});
