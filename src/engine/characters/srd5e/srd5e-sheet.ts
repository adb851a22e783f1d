import {
  computeCheckBonus,
  computeInitiativeBonus,
  computePassiveScore,
  computeSaveBonus,
  isSaveProficient,
  listSpellcasting,
} from '#engine/srd5e/checks.ts';
import { computeAttackBonus } from '#engine/srd5e/combat.ts';
import { listActiveConditions } from '#engine/srd5e/conditions.ts';
import { computeForcedSaveDifficulty, listAttackDamage, writeBonus } from '#engine/srd5e/creatures.ts';
import {
  computeArmorClass,
  computeSpeed,
  getHitPointMaximum,
  getModifier,
  getProficiencyBonus,
  isDying,
} from '#engine/srd5e/derived-numbers.ts';
import { getNextLevelExperience } from '#engine/srd5e/levels.ts';
import type { Srd5eStatBlock } from '#engine/srd5e/stat-block.ts';
import {
  Srd5eAbility,
  type Srd5eDamageDefence,
  Srd5eHitDie,
  Srd5eSkill,
  Srd5eSpellLevel,
  toTitle,
} from '#engine/srd5e/terms.ts';
import { createField, createSheet, type Sheet, type SheetField } from '../parts/sheet-fields.ts';

/** Builds the sheet of a creature under the SRD rules: its fields, and every number that follows from them. */
export function buildSrd5eSheet(block: Srd5eStatBlock): Sheet {
  return createSheet([
    { key: 'identity', title: 'Character', fields: listIdentity(block) },
    { key: 'health', title: 'Health and defence', fields: listHealth(block) },
    {
      key: 'abilities',
      title: 'Abilities',
      fields: Srd5eAbility.options.map((ability) =>
        createField(`ability.${ability}`, toTitle(ability), block.abilities[ability], {
          note: `Modifier ${writeBonus(getModifier(block, ability))}`,
        }),
      ),
    },
    {
      key: 'saves',
      title: 'Saving throws',
      fields: Srd5eAbility.options.map((ability) =>
        bonusField(`save.${ability}`, toTitle(ability), computeSaveBonus(block, ability), {
          note: isSaveProficient(block, ability) ? 'Proficient' : null,
        }),
      ),
    },
    {
      key: 'skills',
      title: 'Skills',
      fields: Srd5eSkill.options.map((skill) => {
        const trained = block.skills[skill];
        return bonusField(`skill.${skill}`, toTitle(skill), computeCheckBonus(block, { skill }), {
          note: trained === undefined ? null : toTitle(trained),
        });
      }),
    },
    { key: 'senses', title: 'Senses', fields: listSenses(block) },
    { key: 'attacks', title: 'Attacks', fields: listAttacks(block) },
    { key: 'spells', title: 'Spells', fields: listSpells(block) },
    { key: 'resources', title: 'Resources', fields: listResources(block) },
    { key: 'features', title: 'Features', fields: listFeatures(block) },
  ]);
}

type More = Parameters<typeof createField>[3];

/** Creates a field with a bonus, written with its sign. */
function bonusField(key: string, label: string, bonus: number, more?: More): SheetField {
  return createField(key, label, writeBonus(bonus), { number: bonus, ...more });
}

function listIdentity(block: Srd5eStatBlock): readonly SheetField[] {
  const { classes, challenge_rating: rating, creature_type: type, experience, inspiration } = block;
  const next = getNextLevelExperience(block);
  const kind = [toTitle(block.size), ...(type === undefined ? [] : [toTitle(type)])].join(' ');
  return [
    ...classes.map(({ class: name, level, subclass }) =>
      createField(`class.${name}`, toTitle(name), `Level ${level}`, {
        number: level,
        max: 20,
        note: subclass === null ? null : toTitle(subclass),
      }),
    ),
    ...(rating === null ? [] : [createField('challenge_rating', 'Challenge rating', rating)]),
    createField('kind', 'Size and kind', kind),
    ...(classes.length === 0 ? [] : [createField('experience', 'Experience', experience, { max: next })]),
    bonusField('proficiency_bonus', 'Proficiency bonus', getProficiencyBonus(block)),
    ...(inspiration ? [createField('inspiration', 'Inspiration', 'Yes')] : []),
  ];
}

function listHealth(block: Srd5eStatBlock): readonly SheetField[] {
  const { hit_points: points, armor, exhaustion, concentration, death_saves: saves } = block;
  const { walk, ...others } = computeSpeed(block);
  const ways = Object.entries(others).filter(([, feet]) => feet > 0);
  const conditions = [...listActiveConditions(block)].map(toTitle);
  const wears = [...(armor.name === null ? [] : [toTitle(armor.name)]), ...(armor.shield ? ['Shield'] : [])];
  return [
    createField('hit_points', 'Hit points', points.current, {
      max: getHitPointMaximum(block),
      note: points.temporary === 0 ? null : `${points.temporary} temporary`,
    }),
    createField('armor_class', 'Armor Class', computeArmorClass(block), {
      note: wears.join(', ') || null,
    }),
    bonusField('initiative', 'Initiative', computeInitiativeBonus(block)),
    createField('speed', 'Speed', `${walk} feet`, {
      number: walk,
      note: ways.map(([way, feet]) => `${toTitle(way)} ${feet} feet`).join(', ') || null,
    }),
    ...(isDying(block)
      ? [
          createField('death_saves.successes', 'Death saves made', saves.successes, { max: 3 }),
          createField('death_saves.failures', 'Death saves failed', saves.failures, { max: 3 }),
        ]
      : []),
    ...(conditions.length === 0 ? [] : [createField('conditions', 'Conditions', conditions.join(', '))]),
    ...(exhaustion === 0 ? [] : [createField('exhaustion', 'Exhaustion', exhaustion, { max: 6 })]),
    ...(concentration === null ? [] : [createField('concentration', 'Concentration', concentration.spell)]),
    ...block.active_effects.map(({ name, source, note }, index) =>
      createField(`effect.${index}`, name, note ?? `From ${source}`),
    ),
    ...listDefences(block),
  ];
}

function listDefences(block: Srd5eStatBlock): readonly SheetField[] {
  const write = (defence: Srd5eDamageDefence) =>
    typeof defence === 'string'
      ? toTitle(defence)
      : `${toTitle(defence.type)} (not ${defence.unless.join(' or ')})`;
  const rows = [
    ['resistances', 'Resistances', block.resistances.map(write)],
    ['vulnerabilities', 'Vulnerabilities', block.vulnerabilities.map(write)],
    [
      'immunities',
      'Immunities',
      [...block.immunities.map(write), ...block.condition_immunities.map(toTitle)],
    ],
  ] as const;
  return rows.flatMap(([key, label, all]) =>
    all.length === 0 ? [] : [createField(key, label, all.join(', '))],
  );
}

function listSenses(block: Srd5eStatBlock): readonly SheetField[] {
  const reach = Object.entries(block.senses ?? {});
  return [
    createField(
      'passive_perception',
      'Passive Perception',
      computePassiveScore(block, { skill: 'perception' }),
    ),
    ...reach.flatMap(([sense, feet]) =>
      feet === undefined
        ? []
        : [createField(`sense.${sense}`, toTitle(sense), `${feet} feet`, { number: feet })],
    ),
  ];
}

function listAttacks(block: Srd5eStatBlock): readonly SheetField[] {
  const { multiattack = [], save_actions: saves = [] } = block;
  return [
    ...block.attacks.map((attack, index) => {
      const damage = listAttackDamage(block, attack).map(({ dice, type }) => `${dice} ${type}`);
      return bonusField(`attack.${index}`, attack.name, computeAttackBonus(block, attack), {
        note: damage.length === 0 ? null : `Damage ${damage.join(' and ')}`,
      });
    }),
    ...saves.map(({ name, save, damage }, index) =>
      createField(`save_action.${index}`, name, computeForcedSaveDifficulty(block, save), {
        note: [`${toTitle(save.ability)} save`, ...damage.map(({ dice, type }) => `${dice} ${type}`)].join(
          ', ',
        ),
      }),
    ),
    ...(multiattack.length === 0
      ? []
      : [
          createField(
            'multiattack',
            'Attacks in a turn',
            multiattack.map(({ attack, count }) => `${count} × ${attack}`).join(', '),
          ),
        ]),
  ];
}

function listSpells(block: Srd5eStatBlock): readonly SheetField[] {
  const { spell_slots: slots, pact_slots: pact } = block.resources;
  return [
    ...listSpellcasting(block).flatMap(({ source, ability, saveDifficulty, attackBonus }) => [
      createField(`spell_save.${source}`, `Spell save DC (${toTitle(source)})`, saveDifficulty, {
        note: toTitle(ability),
      }),
      bonusField(`spell_attack.${source}`, `Spell attack (${toTitle(source)})`, attackBonus),
    ]),
    ...Srd5eSpellLevel.options.flatMap((level) => {
      const pool = slots[level];
      if (pool === undefined || pool.total === 0) return [];
      return [
        createField(`slots.${level}`, `Slots of level ${level}`, pool.total - pool.used, { max: pool.total }),
      ];
    }),
    ...(pact === null
      ? []
      : [
          createField('slots.pact', 'Pact slots', pact.total - pact.used, {
            max: pact.total,
            note: `Level ${pact.level}`,
          }),
        ]),
    ...(block.spells_known.length === 0
      ? []
      : [createField('spells_known', 'Spells known', block.spells_known.join(', '))]),
  ];
}

function listResources({ resources }: Srd5eStatBlock): readonly SheetField[] {
  return [
    createField('gold', 'Gold', resources.gold),
    ...Srd5eHitDie.options.flatMap((die) => {
      const pool = resources.hit_dice[die];
      if (pool === undefined || pool.total === 0) return [];
      return [createField(`hit_dice.${die}`, `Hit dice ${die}`, pool.total - pool.used, { max: pool.total })];
    }),
    ...Object.entries(resources.class_features).map(([name, { used, total, die, recovery }]) =>
      createField(`feature.${name}`, toTitle(name), total === 'unlimited' ? 'Unlimited' : total - used, {
        max: total === 'unlimited' ? null : total,
        note: [...(die === null ? [] : [die]), RECOVERY[recovery]].join(', '),
      }),
    ),
    ...Object.entries(resources.consumables).map(([name, count]) =>
      createField(`consumable.${name}`, toTitle(name), count),
    ),
  ];
}

const RECOVERY = {
  short_rest: 'back after a short rest',
  long_rest: 'back after a long rest',
  never: 'does not come back',
} as const;

/** Splits `Name: what it does`, as authors write features. */
function listFeatures({ features }: Srd5eStatBlock): readonly SheetField[] {
  return features.map((feature, index) => {
    const colon = feature.indexOf(': ');
    const [label, value] = colon < 0 ? [feature, 'Yes'] : [feature.slice(0, colon), feature.slice(colon + 2)];
    return createField(`features.${index}`, label, value);
  });
}
