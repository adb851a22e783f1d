import { expect, it } from 'vitest';
import { Srd5eAttack } from '#engine/srd5e/stat-block.ts';
import { createAttack, toSrdAction } from '#engine/turn/rule/srd-action.ts';
import { performSrdAction } from '#engine/turn/rule/srd-perform.ts';
import { isRejection } from '#engine/util/rejection.ts';
import { figures, idOf, openArena } from '../../../support/arena.ts';
import { LANTERN_QUAY, openEngine } from '../../../support/engine.ts';
import { playAtQuay } from '../../../support/quay.ts';
import { adventurer } from '../../srd5e/creatures.ts';

const SWORD = Srd5eAttack.parse({ name: 'Sword', damage: [{ dice: '1d8', type: 'slashing' }] });

it("changes the modifier of a check by the table's difficulty", async () => {
  const engine = await openEngine();
  const modifiers: number[] = [];
  for (const difficulty of ['gentle', 'normal', 'brutal'] as const) {
    const started = await engine.campaigns.start({
      entryPointId: LANTERN_QUAY,
      name: null,
      calibration: { difficulty },
    });
    if (isRejection(started)) throw new Error(started.reason);
    await engine.turns.finished(started.openingTurn.id);
    const turn = await playAtQuay(
      engine,
      started.sessionId,
      'a',
      'I force the drawer open before anybody sees me.',
    );
    expect(turn.status).toBe('committed');
    const page = { limit: 5, from: 'start', after: null, before: null } as const;
    const lineage = await engine.store.sessions.lineageOf(started.sessionId);
    const [first] = (await engine.store.rolls.along(lineage, page)).items;
    modifiers.push(Number(Object(first?.roll).modifier));
  }
  await engine.close();
  const [gentle = 0, normal = 0, brutal = 0] = modifiers;

  expect(gentle - normal).toBe(1);
  expect(brutal - normal).toBe(-2);
}, 60_000);

/** Lets Anna and a mage resist a spell each, hold one under damage, and Anna strike; returns the bonus of every d20. */
function listBonuses(difficulty: 'gentle' | 'normal' | 'brutal') {
  const spells_known = ['Hold Person', 'Shield of Faith'];
  const arena = openArena([
    { name: 'Anna', block: adventurer('cleric', 5, { attacks: [SWORD], spells_known }), isPersona: true },
    { name: 'Mage', block: adventurer('cleric', 5, { attacks: [SWORD], spells_known }) },
  ]);
  const { calibration } = arena.snapshot;
  const bout = arena.begin({ ...arena.snapshot, calibration: { ...calibration, difficulty } });
  const [anna, mage] = [idOf('Anna', true), idOf('Mage')];
  const cast = (actorId: string, name: string, targetId: string) => {
    const spell = figures.findSpell(name)?.figures ?? null;
    performSrdAction(bout, { actorId, kind: 'cast', name, spell, slot: 0, targetIds: [targetId] });
  };
  const check = { kind: 'other', check: 'athletics', target: '', means: '' };
  const climbing = toSrdAction(check, anna, bout);
  const opposed = toSrdAction({ ...check, check: 'stealth', target: mage }, anna, bout);
  cast(anna, 'Shield of Faith', anna);
  bout.apply([{ op: 'deal_damage', targetId: anna, amount: 1, type: 'fire' }]);
  cast(mage, 'Hold Person', anna);
  cast(anna, 'Hold Person', mage);
  bout.apply([{ op: 'remove_condition', characterId: anna, name: 'paralyzed' }]);
  performSrdAction(bout, createAttack(anna, SWORD, mage));
  const bonuses = bout.rolls
    .filter(({ expression }) => expression.startsWith('1d20'))
    .map(({ expression, purpose, characterId }) => [
      `${characterId === anna ? 'persona' : 'other'}: ${purpose}`,
      Number(/1d20([+-]\d+)?/.exec(expression)?.[1] ?? 0),
    ]);
  return {
    ...Object.fromEntries(bonuses),
    climbing: Object(climbing).difficulty,
    opposed: Object(opposed).difficulty,
  };
}

it('counts under SRD 5e in checks, attacks and saves of personas, and of them alone', () => {
  const [gentle, normal, brutal] = (['gentle', 'normal', 'brutal'] as const).map(listBonuses);
  const shifts = (one: object | undefined) =>
    Object.fromEntries(Object.entries(one ?? {}).map(([key, value]) => [key, value - Object(normal)[key]]));

  const expectShifts = (one: object | undefined, by: number) => {
    const { climbing, opposed, ...rolls } = shifts(one);
    const isOwn = (key: string) => key.startsWith('persona');
    expect([climbing, opposed]).toEqual([-by, -by]);
    expect(Object.keys(rolls).filter(isOwn).toSorted()).toEqual([
      'persona: Constitution saving throw',
      'persona: Sword attack roll',
      'persona: Wisdom saving throw',
    ]);
    expect(Object.keys(rolls)).toContain('other: Wisdom saving throw');
    for (const [key, shift] of Object.entries(rolls))
      expect([key, shift]).toEqual([key, isOwn(key) ? by : 0]);
  };
  expectShifts(gentle, 1);
  expectShifts(brutal, -2);
});
