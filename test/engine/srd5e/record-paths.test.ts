import { expect, it } from 'vitest';
import { findRecordPath } from '#engine/srd5e/parts/record-paths.ts';
import { creature } from './creatures.ts';

it.each([
  ['hp_current', 'hit_points.current'],
  ['hp_max', 'hit_points.max'],
  ['temp_hp', 'hit_points.temporary'],
  ['attributes.strength', 'abilities.strength'],
  ['saving_throw_proficiencies', 'saving_throws'],
  ['resources.gold', 'resources.gold'],
  ['inventory.gold', 'resources.gold'],
  ['resources.class_features.ki_points.used', 'resources.class_features.ki_points.used'],
  ['experience.current', 'experience'],
  ['combat_stats.speed', 'speed.walk'],
  ['status_conditions', 'conditions'],
  ['death_saves.failures', 'death_saves.failures'],
])('finds %s at %s', (record, path) => {
  expect(findRecordPath(record)).toEqual({ kind: 'stored', path });
});

it('only names paths a stat block has', () => {
  const block: unknown = creature();

  for (const record of [
    'hp_current',
    'attributes.wisdom',
    'combat_stats.speed',
    'status_conditions',
    'features',
  ]) {
    const found = findRecordPath(record);
    const steps = found?.kind === 'stored' ? found.path.split('.') : ['nowhere'];
    const value = steps.reduce<unknown>((at, step) => Object(at)[step], block);
    expect(value, record).toBeDefined();
  }
});

it.each([
  'armor_class',
  'proficiency_bonus',
  'level',
  'combat_stats.passive_perception',
  'experience.needed_for_next_level',
])('says that %s is derived, not stored', (record) => {
  expect(findRecordPath(record)).toMatchObject({ kind: 'derived' });
});

it.each(['name', 'background', 'equipment.weapons', 'mbti', 'constructor'])(
  'leaves %s to others',
  (record) => {
    expect(findRecordPath(record)).toBeNull();
  },
);
