import { getModifier, getProficiencyBonus, isDying } from '#engine/srd5e/derived-numbers.ts';
import {
  countSpellRays,
  countSpellRounds,
  hasImmediateDamage,
  isHostileSpell,
  listSpellDamage,
  maximizeDice,
  writeSpellHealing,
  writeSpellPool,
} from '#engine/srd5e/spell-numbers.ts';
import type { SpellCondition } from '#engine/srd5e/spells.ts';
import { Srd5eAttack } from '#engine/srd5e/stat-block.ts';
import { omitUndefined } from '#engine/util/omit-undefined.ts';
import { resolveAttack } from '../srd-attack.ts';
import { dealDamage, forceSave, inflictCondition, rollParts } from '../srd-harm.ts';
import { isSameSide, type SrdResolution } from '../srd-resolution.ts';
import type { Cast } from './cast.ts';

/**
 * Resolves the part of a spell that happens at once: attacks, saves, damage, conditions, death, healing and cures. Returns
 * the targets it takes hold of: hit, or without a saving throw that succeeds.
 */
export function strike(bout: SrdResolution, cast: Cast): readonly string[] {
  const struck = roll(bout, slay(bout, cast));
  castHealing(bout, cast);
  for (const targetId of struck) cure(bout, cast, targetId);
  return struck;
}

function roll(bout: SrdResolution, cast: Cast): readonly string[] {
  const { spell, targetIds } = cast;
  if (spell.attack !== undefined) return castAttack(bout, cast);
  if (spell.save !== undefined && !isAreaThatWaits(cast)) return castSave(bout, cast);
  if (hasImmediateDamage(spell)) castDarts(bout, cast);
  else if (spell.conditions.length > 0) castCondition(bout, cast);
  return targetIds;
}

/** Tells whether a spell does nothing when it is cast: its save is asked for at the turns of those within. */
function isAreaThatWaits({ spell }: Cast): boolean {
  return spell.damage_on === 'turns' && spell.conditions.length === 0;
}

/** Kills the targets a word of power kills; the rest of the spell falls on the others. */
function slay(bout: SrdResolution, cast: Cast): Cast {
  const { slays } = cast.spell;
  if (slays === undefined) return cast;
  const isSlain = (id: string) => (bout.fighter(id)?.block.hit_points.current ?? 0) <= slays;
  const slain = cast.targetIds.filter(isSlain);
  for (const characterId of slain) {
    bout.settled.harmed.add(characterId);
    bout.apply([{ op: 'set_life', characterId, status: 'dead' }]);
    bout.tell(bout.say('fight.dies', { who: bout.fighter(characterId)?.character.name ?? characterId }));
  }
  bout.judge(cast.caster.character.id, slain.length > 0);
  return { ...cast, targetIds: cast.targetIds.filter((id) => !slain.includes(id)) };
}

/** Rolls each ray of a spell to hit. Rays are shared out among the targets in turn. */
function castAttack(bout: SrdResolution, cast: Cast): readonly string[] {
  const { spell, caster, numbers, casting, name, targetIds } = cast;
  const { block } = caster;
  const usual = getModifier(block, numbers.ability) + getProficiencyBonus(block);
  const attack = Srd5eAttack.parse({
    name,
    kind: spell.attack === 'melee' ? 'melee_spell' : 'ranged_spell',
    ability: numbers.ability,
    adds_modifier: false,
    bonus: numbers.attackBonus - usual,
    damage: hasImmediateDamage(spell) ? listSpellDamage(spell, casting) : [],
    qualities: ['magical'],
  });
  const struck = new Set<string>();
  for (let ray = 0; ray < countSpellRays(spell, casting); ray += 1) {
    const target = bout.fighter(targetIds[ray % Math.max(1, targetIds.length)] ?? '');
    const now = bout.fighter(caster.character.id);
    if (target === null || now === null || target.block.status === 'dead') continue;
    const before = target.block.hit_points.current;
    if (!resolveAttack(bout, now, target, attack, { knockOut: false })) continue;
    struck.add(target.character.id);
    inflictAll(bout, cast, target.character.id);
    if (spell.drains !== undefined) drain(bout, cast, target.character.id, before);
  }
  return [...struck];
}

/** Heals the caster by half of what its touch took. */
function drain(bout: SrdResolution, { caster }: Cast, targetId: string, before: number): void {
  const now = bout.fighter(targetId)?.block.hit_points.current ?? 0;
  const amount = Math.floor(Math.max(0, before - now) / 2);
  if (amount > 0) bout.apply([{ op: 'heal', targetId: caster.character.id, amount }]);
}

function castSave(bout: SrdResolution, cast: Cast): readonly string[] {
  const { spell, caster, numbers, casting, name, targetIds } = cast;
  const { id } = caster.character;
  const { save } = spell;
  if (save === undefined || targetIds.length === 0) return [];
  // Friends do not resist what is meant well.
  const isWelcome = (target: string) => !isHostileSpell(spell) && isSameSide(bout.snapshot, id, target);
  const willing = targetIds.filter(isWelcome);
  for (const targetId of willing) inflictAll(bout, cast, targetId);
  const unwilling = targetIds.filter((target) => !isWelcome(target));
  if (unwilling.length === 0) return willing;
  const failed = forceSave(bout, {
    name,
    sourceId: id,
    ability: save.ability,
    difficulty: numbers.saveDifficulty,
    targetIds: unwilling,
    damage: hasImmediateDamage(spell) ? rollParts(bout, id, name, listSpellDamage(spell, casting)) : [],
    isHalved: save.on_success !== 'none',
    isMagic: true,
    ...omitUndefined({ threat: spell.conditions[0]?.name }),
  });
  for (const targetId of failed) inflictAll(bout, cast, targetId);
  bout.judge(id, failed.length > 0);
  return [...willing, ...failed];
}

/** Deals the damage of a spell that neither rolls to hit nor allows a save, ray by ray. */
function castDarts(bout: SrdResolution, { spell, caster, casting, name, targetIds }: Cast): void {
  for (let dart = 0; dart < countSpellRays(spell, casting); dart += 1) {
    const targetId = targetIds[dart % Math.max(1, targetIds.length)];
    if (targetId === undefined) return;
    const parts = rollParts(bout, caster.character.id, name, listSpellDamage(spell, casting));
    dealDamage(bout, targetId, { parts, qualities: ['magical'] });
  }
  bout.judge(caster.character.id, true);
}

/** Puts the conditions of a spell without a save on its targets; a spell with a pool reaches the weakest first. */
function castCondition(bout: SrdResolution, cast: Cast): void {
  const { spell, caster, casting, name, targetIds } = cast;
  const pool = writeSpellPool(spell, casting);
  if (pool === null) {
    for (const targetId of targetIds) inflictAll(bout, cast, targetId);
    return;
  }
  let left = bout.diceOf(caster.character.id)(pool, name).total;
  const weakest = targetIds
    .flatMap((id) => bout.fighter(id) ?? [])
    .filter(({ block }) => block.status === 'conscious')
    .toSorted((one, other) => one.block.hit_points.current - other.block.hit_points.current);
  for (const { character, block } of weakest) {
    if (block.hit_points.current > left) break;
    left -= block.hit_points.current;
    inflictAll(bout, cast, character.id);
  }
}

function inflictAll(bout: SrdResolution, cast: Cast, targetId: string): void {
  for (const condition of cast.spell.conditions) inflict(bout, cast, targetId, condition);
}

function inflict(
  bout: SrdResolution,
  { spell, caster, numbers, name, casting }: Cast,
  targetId: string,
  condition: SpellCondition,
): void {
  const points = bout.fighter(targetId)?.block.hit_points.current ?? 0;
  if (condition.most_hit_points !== undefined && points > condition.most_hit_points) return;
  inflictCondition(bout, targetId, {
    name,
    sourceId: caster.character.id,
    condition: { ...condition, rounds: condition.rounds ?? countSpellRounds(spell) },
    difficulty: numbers.saveDifficulty,
    spellLevel: casting.slot,
    ...omitUndefined({
      ability: spell.save?.ability ?? (condition.save_ends ? 'constitution' : undefined),
      heldBy: spell.concentration ? caster.character.id : undefined,
    }),
  });
}

function castHealing(bout: SrdResolution, { spell, caster, casting, name, targetIds }: Cast): void {
  const dice = writeSpellHealing(spell, casting);
  if (dice === null) return;
  const { id } = caster.character;
  for (const targetId of targetIds) {
    const isBest = bout
      .fighter(targetId)
      ?.block.active_effects.some(({ best_healing }) => best_healing === true);
    const amount = isBest
      ? maximizeDice(dice)
      : dice.includes('d')
        ? Math.max(0, bout.diceOf(id)(dice, name).total)
        : Number(dice);
    const op = spell.healing?.temporary === true ? 'grant_temporary_hit_points' : 'heal';
    bout.apply([{ op, targetId, amount }]);
  }
}

/** Ends what a spell cures: one condition or all of them, exhaustion, curses. Steadies the dying, where the spell does so. */
function cure(
  bout: SrdResolution,
  { spell: { cures = [], cures_all, stabilizes } }: Cast,
  targetId: string,
): void {
  const block = bout.fighter(targetId)?.block;
  if (block === undefined) return;
  const curable = [
    ...block.conditions.flatMap(({ name, source }) =>
      cures.includes(name) ? [{ op: 'remove_condition', characterId: targetId, name, source }] : [],
    ),
    ...(cures.includes('exhaustion') && block.exhaustion > 0
      ? [{ op: 'change_exhaustion', characterId: targetId, by: -1 }]
      : []),
    ...(cures.includes('curse')
      ? block.active_effects.flatMap(({ name, curse }) =>
          curse === true ? [{ op: 'end_effect', characterId: targetId, name }] : [],
        )
      : []),
  ];
  bout.apply(cures_all === true ? curable : curable.slice(0, 1));
  if (stabilizes === true && isDying(block)) bout.apply([{ op: 'stabilize', characterId: targetId }]);
}
