import { getClassLevel } from '../derived-numbers.ts';
import type { Srd5eStatBlock } from '../stat-block.ts';
import { type Srd5ePactSlots, type Srd5ePool, Srd5eSpellLevel } from '../terms.ts';
import { type Casting, CLASS_TABLE } from './class-table.ts';

/** Slots of spell level 1, 2, 3… for caster level 1 to 20: full casters, and the multiclass table alike. */
const FULL_CASTER_SLOTS: readonly (readonly number[])[] = [
  [2],
  [3],
  [4, 2],
  [4, 3],
  [4, 3, 2],
  [4, 3, 3],
  [4, 3, 3, 1],
  [4, 3, 3, 2],
  [4, 3, 3, 3, 1],
  [4, 3, 3, 3, 2],
  [4, 3, 3, 3, 2, 1],
  [4, 3, 3, 3, 2, 1],
  [4, 3, 3, 3, 2, 1, 1],
  [4, 3, 3, 3, 2, 1, 1],
  [4, 3, 3, 3, 2, 1, 1, 1],
  [4, 3, 3, 3, 2, 1, 1, 1],
  [4, 3, 3, 3, 2, 1, 1, 1, 1],
  [4, 3, 3, 3, 3, 1, 1, 1, 1],
  [4, 3, 3, 3, 3, 2, 1, 1, 1],
  [4, 3, 3, 3, 3, 2, 2, 1, 1],
];

/** Slots of a paladin or ranger of level 1 to 20. */
const HALF_CASTER_SLOTS: readonly (readonly number[])[] = [
  [],
  [2],
  [3],
  [3],
  [4, 2],
  [4, 2],
  [4, 3],
  [4, 3],
  [4, 3, 2],
  [4, 3, 2],
  [4, 3, 3],
  [4, 3, 3],
  [4, 3, 3, 1],
  [4, 3, 3, 1],
  [4, 3, 3, 2],
  [4, 3, 3, 2],
  [4, 3, 3, 3, 1],
  [4, 3, 3, 3, 1],
  [4, 3, 3, 3, 2],
  [4, 3, 3, 3, 2],
];

type PactRow = { readonly total: number; readonly level: number };

/** A warlock's slots and their one level, for warlock level 1 to 20. */
const PACT_SLOTS: readonly PactRow[] = [
  { total: 1, level: 1 },
  { total: 2, level: 1 },
  { total: 2, level: 2 },
  { total: 2, level: 2 },
  { total: 2, level: 3 },
  { total: 2, level: 3 },
  { total: 2, level: 4 },
  { total: 2, level: 4 },
  { total: 2, level: 5 },
  { total: 2, level: 5 },
  { total: 3, level: 5 },
  { total: 3, level: 5 },
  { total: 3, level: 5 },
  { total: 3, level: 5 },
  { total: 3, level: 5 },
  { total: 3, level: 5 },
  { total: 4, level: 5 },
  { total: 4, level: 5 },
  { total: 4, level: 5 },
  { total: 4, level: 5 },
];

/** A half caster begins to cast at this level. */
const HALF_CASTER_START = 2;

/**
 * Computes the slots of a creature's spellcasting classes, all unused; a warlock's are separate (`computePactSlots`).
 */
export function computeSpellSlots(block: Srd5eStatBlock): Partial<Record<Srd5eSpellLevel, Srd5ePool>> {
  const row = slotRow(block);
  return Object.fromEntries(
    row.map((total, index) => [Srd5eSpellLevel.parse(`${index + 1}`), { used: 0, total }]),
  );
}

/**
 * Finds the row of slots. One casting class reads its own table; several pool their levels, half casters giving half
 * of theirs.
 */
function slotRow(block: Srd5eStatBlock): readonly number[] {
  const casters = block.classes.filter((entry) =>
    hasSpellcasting(CLASS_TABLE[entry.class].casting, entry.level),
  );
  const [only] = casters;
  if (only === undefined) return [];
  if (casters.length === 1) {
    const table = CLASS_TABLE[only.class].casting === 'full' ? FULL_CASTER_SLOTS : HALF_CASTER_SLOTS;
    return table[only.level - 1] ?? [];
  }
  const level = casters.reduce((sum, entry) => sum + casterLevels(entry.class, entry.level), 0);
  return FULL_CASTER_SLOTS[level - 1] ?? [];
}

function hasSpellcasting(casting: Casting, level: number): boolean {
  return casting === 'full' || (casting === 'half' && level >= HALF_CASTER_START);
}

function casterLevels(name: keyof typeof CLASS_TABLE, level: number): number {
  return CLASS_TABLE[name].casting === 'half' ? Math.floor(level / 2) : level;
}

/** Computes a warlock's slots, all unused; null for a creature that is no warlock. */
export function computePactSlots(block: Srd5eStatBlock): Srd5ePactSlots | null {
  const row = PACT_SLOTS[getClassLevel(block, 'warlock') - 1];
  return row ? { ...row, used: 0 } : null;
}

/** Tells whether a paladin or ranger of level 1 has no other slots yet: they come with the next level. */
export function isAwaitingFirstSpells(block: Srd5eStatBlock): boolean {
  const half = block.classes.some(({ class: name, level }) => {
    return CLASS_TABLE[name].casting === 'half' && level < HALF_CASTER_START;
  });
  return half && slotRow(block).length === 0 && computePactSlots(block) === null;
}
