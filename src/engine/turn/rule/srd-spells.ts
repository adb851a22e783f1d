import { listSpellcasting, type SpellcastingNumbers } from '#engine/rules/srd5e-checks.ts';
import { canSpeak, isIncapacitated } from '#engine/rules/srd5e-conditions.ts';
import { getModifier, getProficiencyBonus, isDying } from '#engine/rules/srd5e-derived-numbers.ts';
import { countRemaining, type Srd5eResource } from '#engine/rules/srd5e-resources.ts';
import {
  countSpellRays,
  countSpellRounds,
  countSpellTargets,
  dealsAtOnce,
  isHostileSpell,
  listSpellDamage,
  type SpellCasting,
  SpellEffect,
  type Srd5eSpell,
  writeSpellHealing,
  writeSpellPool,
} from '#engine/rules/srd5e-spells.ts';
import { Srd5eAttack, type Srd5eStatBlock } from '#engine/rules/srd5e-stat-block.ts';
import { Srd5eSpellLevel } from '#engine/rules/srd5e-terms.ts';
import { toFeatureKey } from '#engine/rules/srd5e-traits.ts';
import { omitUndefined } from '#engine/util/omit-undefined.ts';
import type { SrdAction } from './srd-action.ts';
import { dealDamage, forceSave, inflictCondition, resolveAttack, rollParts } from './srd-attack.ts';
import { type Fighter, listAllies, listFoes, type SrdResolution } from './srd-resolution.ts';

type CastAction = Extract<SrdAction, { kind: 'cast' }>;

type Cast = {
  readonly name: string;
  readonly spell: Srd5eSpell;
  readonly caster: Fighter;
  readonly numbers: SpellcastingNumbers;
  readonly casting: SpellCasting;
  readonly targetIds: readonly string[];
};

/** Casts a spell: the slot is spent and all of its effects happen, or neither. */
export function castSpell(bout: SrdResolution, caster: Fighter, action: CastAction): void {
  const refusal = findCastRefusal(bout, caster, action);
  const who = caster.character.name;
  const payment = choosePayment(caster.block, action);
  if (refusal !== null || payment === null) {
    const level = Math.max(action.slot, action.spell?.level ?? 0);
    bout.tell(refusal ?? bout.say('fight.no_slot', { who, level }));
    bout.judge(caster.character.id, false);
    return;
  }
  bout.together(() => {
    if (payment.resource !== null) {
      bout.apply([{ op: 'spend_resource', characterId: caster.character.id, resource: payment.resource }]);
      if (payment.resource.kind !== 'feature')
        bout.tell(bout.say('fight.spends_slot', { who, level: payment.level }));
    }
    bout.tell(
      action.name === ''
        ? bout.say('fight.casts_something', { who })
        : bout.say('fight.casts', { who, spell: action.name }),
    );
    const cast =
      action.spell === null ? null : prepareCast(bout, caster, action, action.spell, payment.level);
    if (cast !== null) carryOutSpell(bout, cast);
  });
}

function findCastRefusal(
  bout: SrdResolution,
  { character, block }: Fighter,
  action: CastAction,
): string | null {
  const who = character.name;
  const isSilenced = action.spell?.components.includes('v') === true && !canSpeak(block);
  const { attack, save } = action.spell ?? {};
  const needsNumbers = attack !== undefined || save !== undefined;
  const isUntrained = needsNumbers && listSpellcasting(block).length === 0;
  if (isIncapacitated(block) || isSilenced || isUntrained) return bout.say('fight.cannot_cast', { who });
  if (action.spell === null || block.spells_known.length === 0) return null;
  const { findSpell } = bout.playbook.figures;
  const id = findSpell(action.name)?.id;
  const isKnown = block.spells_known.some((known) => findSpell(known)?.id === id);
  return isKnown ? null : bout.say('fight.not_known', { who, spell: action.name });
}

type Payment = { readonly resource: Srd5eResource | null; readonly level: number };

/**
 * Chooses what pays for a spell: nothing for a cantrip, a use of its own for an innate spell, the slot that was named, else
 * the lowest slot that is left. Null when nothing is left.
 */
export function choosePayment(block: Srd5eStatBlock, { name, spell, slot }: CastAction): Payment | null {
  const own = spell?.level ?? slot;
  if (own === 0 && slot === 0) return { resource: null, level: 0 };
  const use = { kind: 'feature', name: toFeatureKey(name) } as const;
  if ((countRemaining(block, use) ?? 0) > 0) return { resource: use, level: own };
  const wanted = Math.max(slot, own);
  for (let level = wanted; level <= 9; level += 1) {
    const resource = findSlot(block, level);
    if (resource !== null) return { resource, level };
    // A level the player named is not exchanged for a dearer one.
    if (slot > 0) return null;
  }
  return null;
}

/** Finds a slot of this level, or a pact slot of exactly that level. */
function findSlot(block: Srd5eStatBlock, level: number): Srd5eResource | null {
  const slot = { kind: 'spell_slot', level: Srd5eSpellLevel.parse(`${level}`) } as const;
  if ((countRemaining(block, slot) ?? 0) > 0) return slot;
  const pact = block.resources.pact_slots;
  return pact !== null && pact.level === level && pact.used < pact.total ? { kind: 'pact_slot' } : null;
}

/** Numbers for a spell that asks for none, cast from a boon or an item. */
const UNTRAINED: SpellcastingNumbers = {
  source: 'innate',
  ability: 'charisma',
  casterLevel: 1,
  modifier: 0,
  saveDifficulty: 10,
  attackBonus: 0,
};

function prepareCast(
  bout: SrdResolution,
  caster: Fighter,
  action: CastAction,
  spell: Srd5eSpell,
  slot: number,
): Cast {
  const ways = listSpellcasting(caster.block);
  const numbers =
    ways.find(({ source }) => source !== 'innate' && spell.classes.includes(source)) ?? ways[0] ?? UNTRAINED;
  const casting = {
    slot: Math.max(slot, spell.level),
    casterLevel: numbers.casterLevel,
    modifier: numbers.modifier,
  };
  const targetIds = chooseTargets(bout, caster.character.id, action, spell, casting.slot);
  return { name: action.name, spell, caster, numbers, casting, targetIds };
}

/**
 * Chooses the targets of a spell: those the Reading names, else the foes a harmful spell reaches, else the caster. A spell
 * of an area reaches as many as fit into it.
 */
function chooseTargets(
  bout: SrdResolution,
  casterId: string,
  { targetIds: named }: CastAction,
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
  return chosen.filter((id) => isReached(bout, id, spell)).slice(0, most);
}

function isReached(bout: SrdResolution, id: string, { only }: Srd5eSpell): boolean {
  const target = bout.fighter(id);
  if (target === null || target.block.status === 'dead') return false;
  return only === undefined || only.includes(target.block.creature_type ?? 'humanoid');
}

function carryOutSpell(bout: SrdResolution, cast: Cast): void {
  const { spell, caster, name } = cast;
  const { id } = caster.character;
  if (spell.concentration) bout.apply([{ op: 'concentrate', characterId: id, spell: name }]);
  const affected = strike(bout, cast);
  castHealing(bout, cast);
  castEffect(bout, { ...cast, targetIds: affected });
  for (const targetId of affected) cure(bout, spell, targetId);
}

/** Resolves the part of a spell that is rolled. Returns the targets it takes hold of: hit, or without a saving throw that succeeds. */
function strike(bout: SrdResolution, cast: Cast): readonly string[] {
  const { spell, targetIds } = cast;
  if (spell.attack !== undefined) return castAttack(bout, cast);
  if (spell.save !== undefined) return castSave(bout, cast);
  if (dealsAtOnce(spell)) castDarts(bout, cast);
  else if (spell.condition !== undefined) castCondition(bout, cast);
  return targetIds;
}

/** Ends one condition that the spell cures, and steadies the dying, where the spell does so. */
function cure(bout: SrdResolution, { cures = [], stabilizes }: Srd5eSpell, targetId: string): void {
  const block = bout.fighter(targetId)?.block;
  const cured = block?.conditions.find(({ name }) => cures.includes(name));
  if (cured !== undefined) bout.apply([{ op: 'remove_condition', characterId: targetId, name: cured.name }]);
  if (stabilizes === true && block !== undefined && isDying(block))
    bout.apply([{ op: 'stabilize', characterId: targetId }]);
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
    damage: listSpellDamage(spell, casting),
    qualities: ['magical'],
  });
  const struck = new Set<string>();
  for (let ray = 0; ray < countSpellRays(spell, casting); ray += 1) {
    const target = bout.fighter(targetIds[ray % Math.max(1, targetIds.length)] ?? '');
    const now = bout.fighter(caster.character.id);
    if (target === null || now === null || target.block.status === 'dead') continue;
    const isHit = resolveAttack(bout, now, target, attack, { knockOut: false });
    if (!isHit) continue;
    struck.add(target.character.id);
    if (spell.condition !== undefined) inflict(bout, cast, target.character.id);
  }
  return [...struck];
}

function castSave(bout: SrdResolution, cast: Cast): readonly string[] {
  const { spell, caster, numbers, casting, name, targetIds } = cast;
  const { id } = caster.character;
  const { save } = spell;
  if (save === undefined || targetIds.length === 0) return [];
  const failed = forceSave(bout, {
    name,
    sourceId: id,
    ability: save.ability,
    difficulty: numbers.saveDifficulty,
    targetIds,
    damage: dealsAtOnce(spell) ? rollParts(bout, id, name, listSpellDamage(spell, casting)) : [],
    isHalved: save.on_success !== 'none',
    isMagic: true,
    ...omitUndefined({
      condition: spell.condition && { ...spell.condition, rounds: countSpellRounds(spell) },
      heldBy: spell.concentration ? id : undefined,
    }),
  });
  bout.judge(id, failed.length > 0);
  return failed;
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

/** Puts the condition of a spell without a save on its targets; a spell with a pool reaches the weakest first. */
function castCondition(bout: SrdResolution, cast: Cast): void {
  const { spell, caster, casting, name, targetIds } = cast;
  const pool = writeSpellPool(spell, casting);
  if (pool === null) {
    for (const targetId of targetIds) inflict(bout, cast, targetId);
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
    inflict(bout, cast, character.id);
  }
}

function inflict(bout: SrdResolution, { spell, caster, numbers, name }: Cast, targetId: string): void {
  if (spell.condition === undefined) return;
  inflictCondition(bout, targetId, {
    name,
    sourceId: caster.character.id,
    condition: { ...spell.condition, rounds: countSpellRounds(spell) },
    difficulty: numbers.saveDifficulty,
    ...omitUndefined({
      ability: spell.save?.ability,
      heldBy: spell.concentration ? caster.character.id : undefined,
    }),
  });
}

function castHealing(bout: SrdResolution, { spell, caster, casting, name, targetIds }: Cast): void {
  const dice = writeSpellHealing(spell, casting);
  if (dice === null) return;
  const { id } = caster.character;
  for (const targetId of targetIds) {
    const amount = dice.includes('d') ? Math.max(0, bout.diceOf(id)(dice, name).total) : Number(dice);
    const op = spell.healing?.temporary === true ? 'grant_temporary_hit_points' : 'heal';
    bout.apply([{ op, targetId, amount }]);
  }
}

/** Effect of a spell that only adds damage to later blows. */
const NO_EFFECT = SpellEffect.parse({});

function castEffect(bout: SrdResolution, { spell, caster, casting, name, targetIds }: Cast): void {
  const [damage] = listSpellDamage(spell, casting);
  const lasting = damage === undefined ? {} : toLastingDamage(spell, damage);
  if (spell.effect === undefined && Object.keys(lasting).length === 0) return;
  const effect = spell.effect ?? NO_EFFECT;
  const rounds = countSpellRounds(spell);
  const { id } = caster.character;
  bout.apply(
    targetIds.map((characterId) => ({
      op: 'add_effect',
      characterId,
      name,
      source: caster.character.name,
      ...omitUndefined({ rounds, heldBy: spell.concentration ? id : undefined }),
      armorClass: effect.armor_class,
      attackRolls: effect.attack_rolls,
      savingThrows: effect.saving_throws,
      speed: effect.speed,
      resistances: effect.resistances,
      ...omitUndefined({
        attackDice: effect.attack_dice,
        savingDice: effect.saving_dice,
        checkDice: effect.check_dice,
        leastArmorClass: effect.least_armor_class,
        unarmoredBase: effect.unarmored_base,
        attackedWith: effect.attacked_with,
      }),
      ...lasting,
    })),
  );
}

/** Returns the damage of a spell that comes with later blows, as `add_effect` takes it. */
function toLastingDamage({ damage_on }: Srd5eSpell, damage: Srd5eAttack['damage'][number]): object {
  switch (damage_on) {
    case 'weapon_hit':
      return { weaponDamage: damage };
    case 'next_weapon_hit':
      return { weaponDamage: { ...damage, once: true } };
    case 'struck':
      return { struckDamage: damage };
    case 'cast':
    case 'mishap':
      return {};
  }
}
