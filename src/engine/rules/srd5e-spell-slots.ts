import { type Casting, CLASS_TABLE } from './srd5e/class-table.ts';
import { FULL_CASTER_SLOTS, HALF_CASTER_SLOTS, PACT_SLOTS } from './srd5e/spell-slot-table.ts';
import { classLevel } from './srd5e.ts';
import { type Srd5ePactSlots, type Srd5ePool, Srd5eSpellLevel } from './srd5e-resources.ts';
import type { Srd5eStatBlock } from './srd5e-stat-block.ts';

/** A half caster begins to cast at this level. */
const HALF_CASTER_START = 2;

/** The slots a creature's spellcasting classes give it, all unused; a warlock's are apart (`pactSlots`). */
export function spellSlots(block: Srd5eStatBlock): Partial<Record<Srd5eSpellLevel, Srd5ePool>> {
  const row = slotRow(block);
  return Object.fromEntries(
    row.map((total, index) => [Srd5eSpellLevel.parse(`${index + 1}`), { used: 0, total }]),
  );
}

/** One casting class reads its own table; several pool their levels, half casters giving half of theirs. */
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

/** A warlock's slots, all unused; null for whoever is no warlock. */
export function pactSlots(block: Srd5eStatBlock): Srd5ePactSlots | null {
  const row = PACT_SLOTS[classLevel(block, 'warlock') - 1];
  return row ? { ...row, used: 0 } : null;
}

/** A paladin or ranger of level 1, and nothing else that casts: slots come with the next level. */
export function awaitsFirstSpells(block: Srd5eStatBlock): boolean {
  const half = block.classes.some(({ class: name, level }) => {
    return CLASS_TABLE[name].casting === 'half' && level < HALF_CASTER_START;
  });
  return half && slotRow(block).length === 0 && pactSlots(block) === null;
}
