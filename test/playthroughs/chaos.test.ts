import { afterAll, expect, it } from 'vitest';
import { chaos } from '../support/chaos/chaos.ts';
import { openEngine } from '../support/engine.ts';
import { complaintsAbout } from '../support/integrity.ts';
import { finishLeftTurns } from '../support/quay.ts';
import { rowIdOf } from '../support/row-id.ts';
import { temporaryFolder } from '../support/stores.ts';

const isLong = process.env.SCENEWRIGHT_LONG === '1';
const SEED = process.env.CHAOS_SEED ?? (isLong ? `chaos ${new Date().toISOString()}` : 'chaos');
const WISH = isLong
  ? { sessions: 20, turns: 300, killsInHundred: 30 }
  : { sessions: 4, turns: 30, killsInHundred: 40 };
const AN_HOUR = 3_600_000;

const folder = temporaryFolder();
afterAll(() => folder.remove());

it(
  `loses nothing, doubles nothing and leaves nothing half done, whatever goes wrong (CHAOS_SEED="${SEED}")`,
  async () => {
    const report = await chaos({ ...WISH, seed: SEED, folder: folder.path });
    const engine = await openEngine({
      folder: folder.path,
      clock: () => new Date(Date.now() + AN_HOUR),
    });
    try {
      await finishLeftTurns(engine);
      await engine.tidy();

      for (const sessionId of report.sessionIds) {
        expect(await complaintsAbout(engine.store, rowIdOf(sessionId)), `CHAOS_SEED="${SEED}"`).toEqual([]);
      }
      for (const { sessionId, actionId, index, narration } of report.told) {
        const turn = await engine.store.turns.findByAction(rowIdOf(sessionId), actionId);
        const scene = await engine.store.scenes.find(turn?.sceneId ?? '');
        expect({ actionId, index: scene?.index, narration: scene?.narration }).toEqual({
          actionId,
          index,
          narration,
        });
      }
      expect(await engine.store.jobs.waiting()).toBe(0);
      expect(report.kills).toBeGreaterThan(0);
      expect(report.told.length).toBeGreaterThan(WISH.turns / 2);
    } finally {
      await engine.close();
    }
  },
  isLong ? 7_200_000 : 600_000,
);
