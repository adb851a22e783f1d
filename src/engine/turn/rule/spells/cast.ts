import type { SpellcastingNumbers } from '#engine/srd5e/checks.ts';
import type { SpellCasting } from '#engine/srd5e/spell-numbers.ts';
import type { Srd5eSpell } from '#engine/srd5e/spells.ts';
import type { SrdAction } from '../srd-action.ts';
import type { Fighter } from '../srd-resolution.ts';

export type CastAction = Extract<SrdAction, { kind: 'cast' }>;

/** A spell on its way: who casts it, with which numbers, on whom. */
export type Cast = {
  readonly name: string;
  readonly note: string;
  readonly spell: Srd5eSpell;
  readonly caster: Fighter;
  readonly numbers: SpellcastingNumbers;
  readonly casting: SpellCasting;
  readonly targetIds: readonly string[];
  /** Choices of the player: creatures, shapes, kinds of damage, by name. */
  readonly chosen: readonly string[];
  /** Id of the place to travel to; empty when none was named. */
  readonly goesTo: string;
};
