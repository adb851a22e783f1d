/**
 * Place of a field of the published character record: a path of the stat block, or none because the rules derive it.
 */
export type RecordPath =
  | { readonly kind: 'stored'; readonly path: string }
  | { readonly kind: 'derived'; readonly from: string };

const stored = (path: string): RecordPath => ({ kind: 'stored', path });
const derived = (from: string): RecordPath => ({ kind: 'derived', from });

const RECORD_PATHS: Readonly<Record<string, RecordPath>> = {
  level: derived('the levels of all classes'),
  class: derived('classes'),
  hp_current: stored('hit_points.current'),
  hp_max: stored('hit_points.max'),
  temp_hp: stored('hit_points.temporary'),
  armor_class: derived('armor, abilities and active_effects'),
  attributes: stored('abilities'),
  proficiency_bonus: derived('the levels of all classes, or the challenge rating'),
  saving_throw_proficiencies: stored('saving_throws'),
  gold: stored('resources.gold'),
  'inventory.gold': stored('resources.gold'),
  'experience.current': stored('experience'),
  'experience.needed_for_next_level': derived('the experience table'),
  'combat_stats.initiative': derived('dexterity'),
  'combat_stats.speed': stored('speed.walk'),
  'combat_stats.passive_perception': derived('wisdom and the perception skill'),
  status_conditions: stored('conditions'),
};

/** Fields the record and the stat block call by the same name. */
const SHARED = new Set([
  'skills',
  'resources',
  'death_saves',
  'active_effects',
  'features',
  'spells_known',
  'status',
  'exhaustion',
  'inspiration',
]);

/**
 * Translates a path of the character record of the game-state protocol (`hp_current`, `attributes.strength`) into
 * the stat block's own. Null for fields that are no part of a stat block (name, background, equipment).
 */
export function findRecordPath(path: string): RecordPath | null {
  const steps = path.split('.');
  for (let length = steps.length; length > 0; length -= 1) {
    const head = steps.slice(0, length).join('.');
    const found = Object.hasOwn(RECORD_PATHS, head) ? RECORD_PATHS[head] : undefined;
    if (found?.kind === 'derived') return found;
    if (found) return stored([found.path, ...steps.slice(length)].join('.'));
  }
  return SHARED.has(steps[0] ?? '') ? stored(path) : null;
}
