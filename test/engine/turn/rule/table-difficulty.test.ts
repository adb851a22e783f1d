import { expect, it } from 'vitest';
import { applyTableDifficulty } from '#engine/rules/declared-check.ts';
import { isRejection } from '#engine/util/rejection.ts';
import { LANTERN_QUAY, openEngine } from '../../../support/engine.ts';
import { playAtQuay } from '../../../support/quay.ts';

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

it('lowers a DC instead under SRD 5e', () => {
  const check = {
    id: 'climb',
    label: 'Climb',
    covers: 'Climbing.',
    stat: 'strength',
    skill: 'athletics',
    rollType: null,
    opposedBy: null,
    costClass: null,
    difficulty: { easy: 10, normal: 15, hard: 20, desperate: 25 },
  };
  expect(applyTableDifficulty(check, 1, { kind: 'srd5e' }).difficulty.normal).toBe(14);
  expect(applyTableDifficulty(check, -2, { kind: 'srd5e' }).difficulty.normal).toBe(17);
});
