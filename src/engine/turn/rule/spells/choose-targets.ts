import { countSpellTargets, isHostileSpell } from '#engine/srd5e/spell-numbers.ts';
import type { Srd5eSpell } from '#engine/srd5e/spells.ts';
import { isSameSide, listAllies, listFoes, type SrdResolution } from '../srd-resolution.ts';
import type { CastAction } from './cast.ts';

/**
 * Chooses the targets of a spell: those the Reading names, else the foes a harmful spell reaches, else the caster. A spell
 * of an area reaches as many as fit into it.
 */
export function chooseTargets(
  bout: SrdResolution,
  casterId: string,
  { targetIds: named }: Pick<CastAction, 'targetIds'>,
  spell: Srd5eSpell,
  slot: number,
): readonly string[] {
  const most =
    spell.area === undefined
      ? Math.max(countSpellTargets(spell, slot), spell.rays === undefined ? 1 : named.length)
      : Math.max(2, Math.floor(spell.area.feet / 5));
  const isHostile = isHostileSpell(spell);
  const foes = listFoes(bout, casterId);
  // One foe named for an area stands for those around it.
  const others = spell.area !== undefined && isHostile && named.length === 1 ? foes : [];
  const isOwn = !isHostile && spell.range === 'self';
  const unnamed = isHostile
    ? foes
    : [casterId, ...(spell.targets === undefined ? [] : listAllies(bout, casterId))];
  const chosen = named.length > 0 && !isOwn ? [...new Set([...named, ...others])] : unnamed;
  return chosen.filter((id) => isReached(bout, id, casterId, { spell, slot })).slice(0, most);
}

function isReached(
  bout: SrdResolution,
  id: string,
  casterId: string,
  { spell, slot }: { readonly spell: Srd5eSpell; readonly slot: number },
): boolean {
  const target = bout.fighter(id);
  if (target === null) return false;
  const { block } = target;
  if ((block.status === 'dead') !== (spell.revives !== undefined)) return false;
  const shield = block.active_effects.some(({ blocks_spells = 0 }) => blocks_spells >= slot);
  if (shield && spell.dispels === undefined && !isSameSide(bout.snapshot, id, casterId)) return false;
  return spell.only === undefined || spell.only.includes(block.creature_type ?? 'humanoid');
}
