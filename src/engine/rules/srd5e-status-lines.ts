import { toTitle } from './names/title-case.ts';
import { isAwaitingFirstSpells } from './srd5e/spell-slots.ts';
import { listActiveConditions } from './srd5e-conditions.ts';
import { getCharacterLevel, getHitPointMaximum } from './srd5e-derived-numbers.ts';
import { getNextLevelExperience } from './srd5e-levels.ts';
import type { Srd5eStatBlock } from './srd5e-stat-block.ts';
import { type Srd5eFeaturePool, Srd5eHitDie, Srd5eSpellLevel } from './srd5e-terms.ts';

/**
 * Writes the resources a character can still spend, remaining of total: `HD: 2/3, Spells: L1 2/2, L2 0/1, Ki: 3/5,
 * Potions: 2, Exhaustion: 0`.
 */
export function writeResourcesLine(block: Srd5eStatBlock): string {
  const { class_features, consumables } = block.resources;
  const parts = [
    ...hitDice(block),
    ...spells(block),
    ...pact(block),
    ...Object.entries(class_features).map(([name, pool]) => `${toTitle(name)}: ${left(pool)}`),
    ...Object.entries(consumables).map(([name, count]) => `${toTitle(name)}: ${count}`),
    `Exhaustion: ${block.exhaustion}`,
  ];
  return parts.join(', ');
}

function hitDice({ resources: { hit_dice } }: Srd5eStatBlock): string[] {
  const sizes = Srd5eHitDie.options.toReversed().flatMap((die) => {
    const pool = hit_dice[die];
    return pool === undefined || pool.total === 0 ? [] : [{ die, pool }];
  });
  if (sizes.length === 0) return [];
  const named = sizes.length > 1;
  return [`HD: ${sizes.map(({ die, pool }) => `${named ? `${die} ` : ''}${left(pool)}`).join(', ')}`];
}

function spells(block: Srd5eStatBlock): string[] {
  if (isAwaitingFirstSpells(block)) return ['Spells: No Spells Yet (Level 2+)'];
  const levels = Srd5eSpellLevel.options.flatMap((level) => {
    const pool = block.resources.spell_slots[level];
    return pool === undefined || pool.total === 0 ? [] : [`L${level} ${left(pool)}`];
  });
  return levels.length === 0 ? [] : [`Spells: ${levels.join(', ')}`];
}

function pact({ resources: { pact_slots } }: Srd5eStatBlock): string[] {
  return pact_slots === null ? [] : [`Pact: L${pact_slots.level} ${left(pact_slots)}`];
}

function left({ used, total }: Pick<Srd5eFeaturePool, 'used' | 'total'>): string {
  return total === 'unlimited' ? 'unlimited' : `${total - used}/${total}`;
}

/** Writes `Lvl 3 Fighter | HP: 24/28 (Temp: 5) | XP: 950/2700 | Gold: 15gp`. */
export function writeStatusLine(block: Srd5eStatBlock): string {
  const { current, temporary } = block.hit_points;
  const hitPoints = `HP: ${current}/${getHitPointMaximum(block)} (Temp: ${temporary})`;
  return [...rank(block), hitPoints, ...experience(block), `Gold: ${block.resources.gold}gp`].join(' | ');
}

function rank(block: Srd5eStatBlock): string[] {
  const level = getCharacterLevel(block);
  if (level === 0) return block.challenge_rating === null ? [] : [`CR ${block.challenge_rating}`];
  const several = block.classes.length > 1;
  const names = block.classes.map((entry) => `${toTitle(entry.class)}${several ? ` ${entry.level}` : ''}`);
  return [`Lvl ${level} ${names.join(' / ')}`];
}

function experience(block: Srd5eStatBlock): string[] {
  if (block.classes.length === 0) return [];
  const next = getNextLevelExperience(block);
  return [next === null ? `XP: ${block.experience}` : `XP: ${block.experience}/${next}`];
}

/** Writes `Conditions: Poisoned, Prone | Exhaustion: 1 | Inspiration: No`. */
export function writeConditionsLine(block: Srd5eStatBlock): string {
  const names = block.status === 'dead' ? ['dead'] : [...listActiveConditions(block)].toSorted();
  const conditions = names.map(toTitle).join(', ') || 'None';
  const inspiration = block.inspiration ? 'Yes' : 'No';
  return `Conditions: ${conditions} | Exhaustion: ${block.exhaustion} | Inspiration: ${inspiration}`;
}
