import { computeSpeed } from '#engine/srd5e/derived-numbers.ts';
import { countSpellRounds, listSpellDamage } from '#engine/srd5e/spell-numbers.ts';
import type { SpellEffect, Srd5eSpell } from '#engine/srd5e/spells.ts';
import type { Srd5eEffect } from '#engine/srd5e/stat-block.ts';
import { omitUndefined } from '#engine/util/omit-undefined.ts';
import { listAllies, type SrdResolution } from '../srd-resolution.ts';
import type { Cast } from './cast.ts';

/** Conditions and effects put on one creature under the name of the spell. */
type Kept = { readonly changes: Partial<Srd5eEffect>; readonly rounds?: number | undefined };

/**
 * Puts what lasts of a spell on those it concerns, one effect each: numbers, damage at their turns, light and dark, an
 * attack, leave to use it again, its description. A spell used again renews only what it does to its targets.
 */
export function keepLastingEffects(
  bout: SrdResolution,
  cast: Cast,
  affected: readonly string[],
  { isAgain }: { readonly isAgain: boolean },
): void {
  const kept = new Map<string, Kept>();
  const put = (id: string, changes: Partial<Srd5eEffect>, rounds?: number) => {
    const before = kept.get(id);
    const longest = before?.rounds ?? rounds;
    kept.set(id, { changes: { ...before?.changes, ...changes }, rounds: longest });
  };
  putNumbers(bout, cast, affected, put);
  putTurns(bout, cast, affected, put);
  if (!isAgain) putPresence(bout, cast, affected, put);
  for (const [characterId, one] of kept) keep(bout, cast, characterId, one);
}

type Put = (id: string, changes: Partial<Srd5eEffect>, rounds?: number) => void;

function keep(bout: SrdResolution, cast: Cast, characterId: string, { changes, rounds }: Kept): void {
  const { spell, caster, name, note, casting } = cast;
  const { id } = caster.character;
  const before = bout.fighter(characterId)?.block;
  if (before === undefined || (before.status === 'dead' && changes.place === undefined)) return;
  const old = before.active_effects.find((effect) => effect.name === name && effect.again !== undefined);
  const left = old?.ends.when === 'rounds' ? old.ends.remaining : undefined;
  bout.apply([
    {
      op: 'add_effect',
      characterId,
      name,
      source: caster.character.name,
      ...omitUndefined({
        rounds: left ?? rounds ?? countSpellRounds(spell),
        heldBy: spell.concentration ? id : undefined,
      }),
      changes: {
        ...omitUndefined({ again: old?.again, place: old?.place, visibility: old?.visibility }),
        ...changes,
        spell_level: casting.slot,
        ...omitUndefined({ note: note === '' ? undefined : note }),
      },
    },
  ]);
}

/** Puts the numbers of a spell on those it works on, and its damage on the blows they strike or suffer. */
function putNumbers(bout: SrdResolution, cast: Cast, affected: readonly string[], put: Put): void {
  const { spell, caster, casting, numbers, name } = cast;
  const { id } = caster.character;
  const lasting = toLastingDamage(spell, listSpellDamage(spell, casting)[0]);
  const { effect } = spell;
  if (effect === undefined) {
    if (lasting !== null) for (const targetId of affected) put(targetId, lasting);
    return;
  }
  const {
    on,
    rounds,
    one_of: _one,
    maximum_dice: dice,
    maximum_per_slot: perSlot = 0,
    against_targets: isAgainst,
    ...written
  } = chooseOne(effect, cast.chosen);
  const maximum =
    (written.hit_point_maximum ?? 0) +
    perSlot * Math.max(0, casting.slot - spell.level) +
    (dice === undefined ? 0 : bout.diceOf(id)(dice, name).total);
  const changes: Partial<Srd5eEffect> = {
    ...written,
    ...lasting,
    ...omitUndefined({
      hit_point_maximum: maximum === 0 ? undefined : maximum,
      difficulty: written.attackers_save === undefined ? undefined : numbers.saveDifficulty,
      against: isAgainst === true ? cast.targetIds[0] : undefined,
    }),
  };
  const concerned = { caster: [id], party: [id, ...listAllies(bout, id)], targets: affected }[on];
  for (const targetId of concerned) {
    put(targetId, changes, rounds);
    if (dice !== undefined) bout.apply([{ op: 'heal', targetId, amount: maximum }]);
  }
}

/** Keeps one resistance and one favoured ability of an effect that gives one of several: the one that was named, else the first. */
function chooseOne(effect: SpellEffect, chosen: readonly string[]): SpellEffect {
  if (effect.one_of === undefined) return effect;
  const named = (word: string) => chosen.some((one) => one.toLowerCase() === word);
  const types = effect.resistances.filter(
    (type): type is Extract<typeof type, string> => typeof type === 'string',
  );
  const type = types.find(named) ?? types[0];
  const abilities = Object.entries(effect.checks_with ?? {});
  const ability = abilities.find(([name]) => named(name)) ?? abilities[0];
  return {
    ...effect,
    resistances: type === undefined ? [] : [type],
    ...(ability === undefined ? {} : { checks_with: Object.fromEntries([ability]) }),
  };
}

/** Returns the damage of a spell that comes with later blows; null for a spell without any. */
function toLastingDamage(
  { damage_on }: Srd5eSpell,
  damage: ReturnType<typeof listSpellDamage>[number] | undefined,
): Partial<Srd5eEffect> | null {
  if (damage === undefined) return null;
  if (damage_on === 'struck') return { struck_damage: damage };
  if (damage_on === 'weapon_hit') return { weapon_damage: damage };
  return damage_on === 'next_weapon_hit' ? { weapon_damage: { ...damage, once: true } } : null;
}

/** Puts damage and healing on the turns of those within. Who is free to move is soon out of a place that stays where it is. */
function putTurns(bout: SrdResolution, cast: Cast, affected: readonly string[], put: Put): void {
  const { spell, casting, targetIds } = cast;
  const { repeats, turn_healing: healing } = spell;
  if (healing !== undefined) {
    const dice = healing.dice === '0' ? `${casting.modifier}` : healing.dice;
    for (const targetId of affected) put(targetId, { turn_healing: { ...healing, dice } });
  }
  if (repeats === undefined) return;
  const turn_damage = createTurnDamage(cast, repeats);
  const isPlace =
    spell.area !== undefined && spell.conditions.length === 0 && repeats.save_ends === undefined;
  for (const targetId of isPlace ? targetIds : affected) {
    const block = bout.fighter(targetId)?.block;
    const isStuck = block !== undefined && computeSpeed(block).walk === 0;
    put(targetId, { turn_damage }, isStuck ? undefined : repeats.rounds);
  }
}

function createTurnDamage(
  { spell, casting, numbers }: Cast,
  repeats: NonNullable<Srd5eSpell['repeats']>,
): NonNullable<Srd5eEffect['turn_damage']> {
  const { save } = spell;
  const asksSave = save !== undefined && (repeats.saves || repeats.save_ends === true);
  return {
    when: repeats.when,
    damage: [...listSpellDamage(spell, casting, repeats.damage ?? spell.damage)],
    ...omitUndefined({
      save_ends: repeats.save_ends,
      once: repeats.once,
      save: asksSave
        ? {
            ability: save.ability,
            dc: numbers.saveDifficulty,
            on_success: save.on_success === 'half' ? ('half' as const) : ('none' as const),
          }
        : undefined,
    }),
  };
}

/** Puts what keeps a spell in view: leave to repeat it, an attack, light and dark at a place, its description. */
function putPresence(bout: SrdResolution, cast: Cast, affected: readonly string[], put: Put): void {
  const { spell, caster, numbers } = cast;
  const { id } = caster.character;
  if (spell.again !== undefined) put(id, { again: spell.again });
  const given = spell.gives_attack;
  if (given !== undefined) {
    const ability = given.by === 'casting' ? numbers.ability : given.by;
    const attack = { damage: [{ dice: given.dice, type: given.type }], ability };
    for (const targetId of affected) put(targetId, { attack });
  }
  if (spell.lasts !== undefined) putInView(bout, cast, affected, put);
}

function putInView(
  bout: SrdResolution,
  { spell, caster, note }: Cast,
  affected: readonly string[],
  put: Put,
): void {
  const { id } = caster.character;
  const { scene, narrative } = spell;
  const place = bout.snapshot.scene.placeId;
  if (scene !== undefined && place !== null) put(id, { place, ...omitUndefined(scene) });
  if (narrative === undefined || note === '') return;
  if (narrative === 'place' && place !== null) put(id, { place });
  else for (const targetId of narrative === 'targets' ? affected : [id]) put(targetId, {});
}
