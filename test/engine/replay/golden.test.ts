import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { replayTurnRange } from '#engine/replay/replay-turns.ts';
import { createPackUpdater } from '../../../src/server/packs/campaign-packs.ts';
import { openEngine } from '../../support/engine.ts';
import { copyShippedPacks, SHIPPED_PACKS } from '../../support/shipped-packs.ts';
import { readTurnRangeFile } from '../../support/turn-range-file.ts';

let engine: Awaited<ReturnType<typeof openEngine>>;
beforeAll(async () => {
  engine = await openEngine({ writePacks: copyShippedPacks });
}, 120_000);
afterAll(() => engine.close());

it.each(SHIPPED_PACKS)(
  'plays the recorded turns of %s again to the byte (or run test/support/write-golden-recordings.ts)',
  async (pack) => {
    const stretch = readTurnRangeFile(readFileSync(`test/fixtures/recordings/${pack}.json.zst`));
    const campaign = createPackUpdater(engine.packRepository)(stretch.campaign);
    const replay = await replayTurnRange({ ...stretch, campaign }, engine.replayTools);

    expect(replay.turns.length).toBeGreaterThan(2);
    expect(
      replay.turns.map(({ sceneIndex, failure, changed }) => ({ sceneIndex, failure, changed })),
    ).toEqual(replay.turns.map(({ sceneIndex }) => ({ sceneIndex, failure: null, changed: [] })));
    expect(replay.isSame).toBe(true);
    expect(engine.asked).toEqual([]);
  },
);
