import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { SNAPSHOT_VERSION } from '#engine/state/snapshot.ts';
import { upgradeSnapshot } from '#engine/state/upgrade-snapshot.ts';
import { toCanonicalJson } from '#engine/util/canonical-json.ts';
import { hallAndCellar } from '../../support/worlds.ts';

const saved = globSync('test/fixtures/snapshots/*.json').toSorted();

it('keeps one saved snapshot of every version there ever was', () => {
  expect(saved.map((file) => /v(\d+)\.json$/.exec(file)?.[1])).toEqual(
    Array.from({ length: SNAPSHOT_VERSION }, (_, index) => String(index + 1)),
  );
});

it.each(saved)('still loads %s', (file) => {
  const snapshot = upgradeSnapshot(JSON.parse(readFileSync(file, 'utf8')));

  expect(snapshot).not.toHaveProperty('rejected');
  expect(snapshot).toMatchObject({ version: SNAPSHOT_VERSION });
});

it('reads what it wrote, unchanged', () => {
  const snapshot = hallAndCellar();

  expect(upgradeSnapshot(JSON.parse(toCanonicalJson(snapshot)))).toEqual(snapshot);
});

describe('an older snapshot', () => {
  const { calibration, ...older } = hallAndCellar();
  // The chain is tried on a version imagined before the first, which kept the tone apart.
  const ancient = { ...older, version: 0, tone: 'grim' };
  const addCalibration = ({ tone, ...saved }: { readonly [key: string]: unknown }) => ({
    ...saved,
    calibration: { ...calibration, tone },
  });

  it('is brought up to date step by step', () => {
    expect(upgradeSnapshot(ancient, { 0: addCalibration, 1: (one) => one })).toMatchObject({
      version: SNAPSHOT_VERSION,
      calibration: { tone: 'grim' },
    });
  });

  it('is checked after its last step', () => {
    const forgetful = (saved: object) => ({ ...saved });

    expect(upgradeSnapshot(ancient, { 0: forgetful, 1: (one) => one })).toMatchObject({
      rejected: 'bad-snapshot',
    });
  });

  it.each([
    ['no object', 7, 'not-a-snapshot'],
    ['nothing', null, 'not-a-snapshot'],
    ['no version', {}, 'not-a-snapshot'],
    ['a version nothing leads on from', ancient, 'no-upgrade'],
    [
      'a version of the future',
      { ...hallAndCellar(), version: SNAPSHOT_VERSION + 1 },
      'snapshot-from-the-future',
    ],
    ['a field that is missing', { ...older, version: 1 }, 'bad-snapshot'],
  ])('is refused with a reason: %s', (_case, json, code) => {
    expect(upgradeSnapshot(json)).toMatchObject({ rejected: code, reason: expect.stringMatching(/\.$/) });
  });
});
