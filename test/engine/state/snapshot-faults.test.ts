import { expect, it } from 'vitest';
import { findSnapshotFaults } from '#engine/state/discrepancies.ts';
import {
  ADA,
  character,
  FREEFORM,
  GOBLIN,
  GOBLIN_BLOCK,
  goblinRoad,
  hallAndCellar,
  ROAD,
  SRD5E,
} from '../../support/worlds.ts';

it('finds none in a sound world', () => {
  expect(findSnapshotFaults(hallAndCellar(), FREEFORM)).toEqual([]);
  expect(findSnapshotFaults(goblinRoad(), SRD5E)).toEqual([]);
});

it('names what the ruleset does not accept', () => {
  const world = hallAndCellar();
  const ada = character(ADA, 'Ada', { stats: { chemistry: 99 } });
  const broken = {
    ...world,
    rulesetState: { pressure_clock: 9 },
    entities: { ...world.entities, [ADA]: ada },
  };

  expect(findSnapshotFaults(broken, FREEFORM).map(({ path }) => path.join('.'))).toEqual([
    'rulesetState.pressure_clock',
    `entities.${ADA}.stats.chemistry`,
  ]);
});

it('names a stat block that contradicts itself', () => {
  const world = goblinRoad();
  const goblin = character(GOBLIN, 'Goblin', {
    stats: { ...GOBLIN_BLOCK, hit_points: { current: 9, max: 7 } },
  });
  const broken = { ...world, entities: { ...world.entities, [GOBLIN]: { ...goblin, placeId: ROAD } } };

  expect(findSnapshotFaults(broken, SRD5E)).toMatchObject([
    { path: ['entities', GOBLIN, 'stats', 'hit_points', 'current'] },
  ]);
});

it('names an id that leads nowhere', () => {
  expect(findSnapshotFaults({ ...hallAndCellar(), entities: {} }, FREEFORM)).toMatchObject([
    { path: ['scene', 'placeId'] },
  ]);
});
