import { z } from 'zod';
import { addEffect as putOn } from '#engine/rules/srd5e-conditions.ts';
import { startConcentration } from '#engine/rules/srd5e-hit-points.ts';
import { Srd5eEffect, Srd5eEffectExtras, Srd5eStatBlock } from '#engine/rules/srd5e-stat-block.ts';
import { Srd5eDamageDefence } from '#engine/rules/srd5e-terms.ts';
import { omitUndefined } from '#engine/util/omit-undefined.ts';
import { reject } from '#engine/util/rejection.ts';
import { endAfterRounds } from '../conditions.ts';
import { findCharacter } from '../edits/find-records.ts';
import { findStatBlock, withStatBlock } from '../edits/stat-block.ts';
import { CharacterId } from '../ids.ts';
import { defineOperation } from '../operation.ts';
import { JsonObject, Line, Name } from '../records/field-types.ts';

const Bonus = z.int().min(-20).max(20).optional();

/** Lets a spell, a rage or a potion work on a character: numbers that are added while it lasts. */
export const addEffect = defineOperation({
  name: 'add_effect',
  summary: 'Lets a spell or a feature change the numbers of a character while it lasts.',
  askers: ['engine', 'gm', 'god'],
  input: z.strictObject({
    characterId: CharacterId,
    name: Name,
    source: Line.min(1).default('the story'),
    rounds: z.int().min(1).max(100_000).optional(),
    heldBy: CharacterId.optional().describe('The caster whose concentration keeps it up.'),
    armorClass: Bonus,
    attackRolls: Bonus,
    savingThrows: Bonus,
    abilityChecks: Bonus,
    meleeDamage: Bonus,
    speed: z.int().min(-120).max(120).optional(),
    resistances: z.array(Srd5eDamageDefence).max(13).default([]),
    attackDice: Srd5eEffectExtras.attack_dice.describe('Thrown with every attack: 1d4 or -1d4.'),
    savingDice: Srd5eEffectExtras.saving_dice.describe('Thrown with every saving throw.'),
    checkDice: Srd5eEffectExtras.check_dice.describe('Thrown with every ability check.'),
    leastArmorClass: Srd5eEffectExtras.least_armor_class,
    unarmoredBase: Srd5eEffectExtras.unarmored_base,
    attackedWith: Srd5eEffectExtras.attacked_with,
    weaponDamage: Srd5eEffectExtras.weapon_damage,
    struckDamage: Srd5eEffectExtras.struck_damage,
  }),

  apply(snapshot, { characterId, name, source, rounds, heldBy, resistances, ...numbers }, context) {
    const found = findStatBlock(snapshot, characterId, ['characterId'], context);
    if ('rejected' in found) return found;
    const effect = Srd5eEffect.parse({
      name,
      source,
      resistances,
      ...omitUndefined({
        ends: rounds === undefined ? undefined : endAfterRounds(snapshot, characterId, rounds),
        held_by: heldBy,
        armor_class: numbers.armorClass,
        attack_rolls: numbers.attackRolls,
        saving_throws: numbers.savingThrows,
        ability_checks: numbers.abilityChecks,
        melee_damage: numbers.meleeDamage,
        speed: numbers.speed,
        attack_dice: numbers.attackDice,
        saving_dice: numbers.savingDice,
        check_dice: numbers.checkDice,
        least_armor_class: numbers.leastArmorClass,
        unarmored_base: numbers.unarmoredBase,
        attacked_with: numbers.attackedWith,
        weapon_damage: numbers.weaponDamage,
        struck_damage: numbers.struckDamage,
      }),
    });
    return withStatBlock(snapshot, found.character, putOn(found.block, effect));
  },
});

/** Lets a caster concentrate on a spell. The one held before ends, and with it all it did. */
export const concentrate = defineOperation({
  name: 'concentrate',
  summary: 'Lets a character concentrate on a spell; the spell held before ends.',
  askers: ['engine', 'gm', 'god'],
  input: z.strictObject({ characterId: CharacterId, spell: Name }),

  apply(snapshot, { characterId, spell }, context) {
    const found = findStatBlock(snapshot, characterId, ['characterId'], context);
    if ('rejected' in found) return found;
    const started = startConcentration(found.block, spell, snapshot.time);
    if ('rejected' in started) return { ...started, path: ['characterId'] };
    return withStatBlock(snapshot, found.character, started.block);
  },
});

/** Gives a character a stat block, or completes the one it has. */
export const setStatBlock = defineOperation({
  name: 'set_stat_block',
  summary: 'Gives a character a whole stat block in place of the one it has.',
  askers: ['engine', 'gm', 'god'],
  input: z.strictObject({ characterId: CharacterId, stats: JsonObject }),

  apply(snapshot, { characterId, stats }, { rules }) {
    const character = findCharacter(snapshot, characterId, ['characterId']);
    if ('rejected' in character) return character;
    if (!rules.srd5e) return reject('no-stat-block', 'This ruleset has no stat blocks of SRD 5e.', ['stats']);
    const parsed = Srd5eStatBlock.safeParse(stats);
    if (parsed.success) return withStatBlock(snapshot, character, parsed.data);
    const [issue] = parsed.error.issues;
    const path = ['stats', ...(issue?.path ?? []).map(String)];
    return reject('bad-stat-block', `${path.join('.')} is wrong: ${issue?.message}.`, path);
  },
});
