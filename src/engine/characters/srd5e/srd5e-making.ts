import type { RollDice } from '#engine/srd5e/checks.ts';
import { toAbilityModifier } from '#engine/srd5e/derived-numbers.ts';
import { completeFirstLevel, raiseLevel } from '#engine/srd5e/levels.ts';
import { createWornArmor, type Srd5eAttack, Srd5eStatBlock } from '#engine/srd5e/stat-block.ts';
import {
  SRD5E_SUBCLASSES,
  Srd5eAbility,
  type Srd5eAbilityScores,
  Srd5eClassName,
  Srd5eSkill,
  toTitle,
} from '#engine/srd5e/terms.ts';
import type { Json } from '#engine/util/canonical-json.ts';
import { omitUndefined } from '#engine/util/omit-undefined.ts';
import { isRejection } from '#engine/util/rejection.ts';
import {
  type CharacterDraft,
  type CharacterMaker,
  createMakingField,
  findFieldProblems,
  type MakingField,
  type MakingProblem,
  type MakingStep,
  PERSON_STEP,
  readPerson,
  rejectDraft,
  toOptions,
} from '../parts/making-fields.ts';
import {
  BACKGROUNDS,
  type BackgroundName,
  CALLINGS,
  type Equipment,
  getRace,
  getWeapon,
  RACES,
  type RaceName,
} from './origins.ts';

/** Spell a new character may learn. */
export type LearnableSpell = {
  readonly name: string;
  readonly description: string;
  readonly level: number;
  readonly classes: readonly Srd5eClassName[];
};

type Srd5eMaking = {
  /** Level a new character begins with, 1 to 3. */
  readonly level: number;
  /** Spells of the campaign's packs. Null leaves the choice unchecked, for a draft that was checked before. */
  readonly spells: readonly LearnableSpell[] | null;
};

const ARRAY = [15, 14, 13, 12, 10, 8];
const POINTS = 27;
/** Points a score costs, from 8 on. */
const COSTS = [0, 1, 2, 3, 4, 5, 7, 9];
const LEAST_SCORE = 8;
/** Experience of a character of level 1, 2 and 3. */
const EXPERIENCE = [0, 300, 900];

/** Choices that decide about later questions; null while they are open. */
type Choices = {
  readonly race: RaceName | null;
  readonly calling: Srd5eClassName | null;
  readonly background: BackgroundName | null;
  readonly method: 'array' | 'points' | 'roll' | null;
};

function readChoices(draft: CharacterDraft): Choices {
  const pick = <Name extends string>(key: string, names: readonly Name[]): Name | null =>
    names.find((name) => name === draft[key]) ?? null;
  return {
    race: pick('race', RACE_NAMES),
    calling: pick('class', Srd5eClassName.options),
    background: pick('background', BACKGROUND_NAMES),
    method: pick('method', ['array', 'points', 'roll']),
  };
}

// The keys of the tables are the unions themselves; `Object.keys` only forgets it.
const RACE_NAMES = Object.keys(RACES) as readonly RaceName[];
const BACKGROUND_NAMES = Object.keys(BACKGROUNDS) as readonly BackgroundName[];

/** Creates the maker of characters by the SRD 5.1. */
export function createSrd5eMaker(making: Srd5eMaking): CharacterMaker {
  const listSteps = (draft: CharacterDraft) => listMakingSteps(draft, making);
  const findProblems = (draft: CharacterDraft) => {
    const steps = listSteps(draft);
    return [...findFieldProblems(steps, draft), ...findScoreProblems(draft)];
  };
  return {
    listSteps,
    findProblems,
    make: (draft, roll) => {
      const problems = findProblems(draft);
      if (problems.length > 0) return rejectDraft(problems);
      const block = buildBlock(draft, making, roll);
      // A parsed stat block is plain JSON.
      return { ...readPerson(draft), stats: block as unknown as { readonly [key: string]: Json } };
    },
  };
}

function listMakingSteps(draft: CharacterDraft, making: Srd5eMaking): readonly MakingStep[] {
  const choices = readChoices(draft);
  const steps: readonly MakingStep[] = [
    PERSON_STEP,
    {
      key: 'origin',
      title: 'Origin and class',
      note: `The character begins at level ${making.level}.`,
      fields: [
        choice('race', 'Race', RACE_NAMES, (name) => getRace(name as RaceName).note),
        choice('class', 'Class', Srd5eClassName.options),
        choice(
          'background',
          'Background',
          BACKGROUND_NAMES,
          (name) => BACKGROUNDS[name as BackgroundName].note,
        ),
      ],
    },
    {
      key: 'abilities',
      title: 'Abilities',
      note: 'The race adds to these scores.',
      fields: listScoreFields(choices),
    },
    { key: 'skills', title: 'Skills', note: null, fields: listSkillFields(draft, choices) },
    { key: 'equipment', title: 'Equipment', note: null, fields: listEquipmentFields(choices) },
    { key: 'spells', title: 'Spells', note: null, fields: listSpellFields(draft, choices, making) },
  ];
  return steps.filter(({ fields }) => fields.length > 0);
}

function choice(
  key: string,
  label: string,
  values: readonly string[],
  explain?: (value: string) => string | null,
): MakingField {
  return createMakingField({ key, label, kind: 'choice', options: toOptions(values, explain) });
}

function choose(
  key: string,
  label: string,
  count: number,
  values: readonly string[],
  more: Partial<MakingField> = {},
): MakingField {
  const options = toOptions(values);
  return createMakingField({ key, label, kind: 'choices', min: count, max: count, options, ...more });
}

const METHODS = [
  { value: 'array', label: 'Array', note: `The scores ${ARRAY.join(', ')}, each once.` },
  { value: 'points', label: 'Points', note: `Scores from 8 to 15 for ${POINTS} points.` },
  {
    value: 'roll',
    label: 'Dice',
    note: 'The engine rolls 4d6 six times and leaves out the lowest die. The rolls can be verified.',
  },
];

function listScoreFields({ race, method }: Choices): readonly MakingField[] {
  const free = race === null ? 0 : (getRace(race).freeIncreases ?? 0);
  const fixed = race === null ? [] : Object.keys(getRace(race).increases);
  const open = Srd5eAbility.options.filter((ability) => !fixed.includes(ability));
  return [
    createMakingField({ key: 'method', label: 'Scores by', kind: 'choice', options: METHODS }),
    ...(method === 'roll'
      ? [
          createMakingField({
            key: 'order',
            label: 'Order of abilities',
            note: 'The highest roll goes to the first, and so on.',
            kind: 'order',
            options: toOptions(Srd5eAbility.options),
          }),
        ]
      : []),
    ...(method === 'array' || method === 'points'
      ? Srd5eAbility.options.map((ability) =>
          createMakingField({ key: ability, label: toTitle(ability), kind: 'number', min: 8, max: 15 }),
        )
      : []),
    ...(free === 0 ? [] : [choose('increases', 'Abilities that rise by 1', free, open)]),
  ];
}

function findScoreProblems(draft: CharacterDraft): readonly MakingProblem[] {
  const { method } = readChoices(draft);
  if (method !== 'array' && method !== 'points') return [];
  const scores = Srd5eAbility.options.map((ability) => draft[ability]);
  const numbers = scores.filter((score) => typeof score === 'number');
  if (numbers.length < scores.length) return [];
  if (numbers.some((score) => !Number.isInteger(score))) {
    return [{ field: 'method', message: 'Scores are whole numbers.' }];
  }
  if (method === 'array') {
    const given = numbers.toSorted((one, other) => other - one);
    return given.join() === ARRAY.join()
      ? []
      : [{ field: 'method', message: `The scores are ${ARRAY.join(', ')}, each once.` }];
  }
  const cost = numbers.reduce((sum, score) => sum + (COSTS[score - LEAST_SCORE] ?? 0), 0);
  return cost <= POINTS
    ? []
    : [{ field: 'method', message: `These scores cost ${cost} points; there are ${POINTS}.` }];
}

/** Skills the character has without a choice. */
function listGivenSkills({ race, background }: Choices): readonly Srd5eSkill[] {
  return [
    ...(race === null ? [] : (getRace(race).skills ?? [])),
    ...(background === null ? [] : BACKGROUNDS[background].skills),
  ];
}

function listSkillFields(draft: CharacterDraft, choices: Choices): readonly MakingField[] {
  const { race, calling, background } = choices;
  const given = listGivenSkills(choices);
  const chosenIn = (...keys: readonly string[]) => keys.flatMap((key) => readNames(draft, key));
  const open = (from: readonly Srd5eSkill[], ...others: readonly string[]) => {
    const taken: readonly string[] = [...given, ...chosenIn(...others)];
    return from.filter((skill) => !taken.includes(skill));
  };
  const own = calling === null ? null : CALLINGS[calling];
  const from = own === null || own.skillsFrom.length === 0 ? Srd5eSkill.options : own.skillsFrom;
  const free = race === null ? 0 : (getRace(race).freeSkills ?? 0);
  return [
    ...(background === 'custom'
      ? [choose('background_skills', 'Skills of the background', 2, open(Srd5eSkill.options))]
      : []),
    ...(free === 0
      ? []
      : [choose('race_skills', 'Skills of the race', free, open(Srd5eSkill.options, 'background_skills'))]),
    ...(own === null
      ? []
      : [
          choose('skills', 'Skills of the class', own.skills, open(from, 'background_skills', 'race_skills')),
        ]),
    ...(calling === 'rogue'
      ? [
          choose('expertise', 'Expertise', 2, [
            ...given,
            ...chosenIn('skills', 'background_skills', 'race_skills'),
          ]),
        ]
      : []),
  ];
}

const STYLES = [
  { value: 'archery', label: 'Archery', note: '+2 to hit with ranged weapons.' },
  { value: 'defense', label: 'Defense', note: '+1 Armor Class in armor.' },
  { value: 'dueling', label: 'Dueling', note: '+2 damage with a one-handed melee weapon.' },
];

function listEquipmentFields({ calling }: Choices): readonly MakingField[] {
  if (calling === null) return [];
  const { equipment } = CALLINGS[calling];
  const describe = (key: string) => {
    const { armor, shield, weapons } = equipment[key] ?? { weapons: [] };
    return [...(armor === undefined ? [] : [armor]), ...(shield ? ['shield'] : []), ...weapons]
      .map(toTitle)
      .join(', ');
  };
  return [
    choice('equipment', 'Equipment', Object.keys(equipment), describe),
    ...(calling === 'fighter'
      ? [
          createMakingField({
            key: 'fighting_style',
            label: 'Fighting style',
            kind: 'choice',
            options: STYLES,
          }),
        ]
      : []),
  ];
}

function listSpellFields(
  draft: CharacterDraft,
  choices: Choices,
  { level, spells }: Srd5eMaking,
): readonly MakingField[] {
  const { calling } = choices;
  if (calling === null) return [];
  const { cantrips = 0 } = CALLINGS[calling];
  const count = countSpells(calling, draft, choices, level);
  const most = calling === 'paladin' || calling === 'ranger' ? 1 : Math.ceil(level / 2);
  const field = (key: string, label: string, number: number, from: number, to: number) => {
    const names = readNames(draft, key);
    const known = spells?.filter(
      (spell) => spell.classes.includes(calling) && spell.level >= from && spell.level <= to,
    );
    const options =
      known?.map(({ name, description }) => ({ value: name, label: name, note: description })) ??
      names.map((name) => ({ value: name, label: name, note: null }));
    // With fewer spells in the packs than a character may learn, all of them are enough.
    const wanted = Math.min(number, options.length);
    return wanted === 0
      ? []
      : [createMakingField({ key, label, kind: 'choices', min: wanted, max: wanted, options })];
  };
  return [...field('cantrips', 'Cantrips', cantrips, 0, 0), ...field('spells', 'Spells', count, 1, most)];
}

/** Counts the spells a new character knows or has prepared. */
function countSpells(name: Srd5eClassName, draft: CharacterDraft, choices: Choices, level: number): number {
  const { spells } = CALLINGS[name];
  if (spells === undefined) return 0;
  if (typeof spells !== 'string') return spells[level - 1] ?? 0;
  if (spells === 'prepares_half' && level === 1) return 0;
  const ability = name === 'paladin' ? 'charisma' : 'wisdom';
  const levels = spells === 'prepares_half' ? Math.floor(level / 2) : level;
  // Rolled scores are not known yet; then as many as the average allows.
  const score = choices.method === 'roll' ? 12 : (readScores(draft, choices)?.[ability] ?? 10);
  return Math.max(1, toAbilityModifier(score) + levels);
}

function readNames(draft: CharacterDraft, key: string): readonly string[] {
  const value = draft[key];
  return Array.isArray(value) ? (value as readonly Json[]).filter((one) => typeof one === 'string') : [];
}

/** Reads the scores of a draft with what the race adds; null while some are missing. */
function readScores(draft: CharacterDraft, choices: Choices): Srd5eAbilityScores | null {
  const bare = Srd5eAbility.options.map((ability) => draft[ability]);
  const numbers = bare.filter((score) => typeof score === 'number');
  return numbers.length < bare.length ? null : addIncreases(numbers, draft, choices);
}

function addIncreases(
  scores: readonly number[],
  draft: CharacterDraft,
  { race }: Choices,
): Srd5eAbilityScores {
  const own: Readonly<Partial<Record<Srd5eAbility, number>>> = race === null ? {} : getRace(race).increases;
  const free = readNames(draft, 'increases');
  const increase = (ability: Srd5eAbility) => (own[ability] ?? 0) + (free.includes(ability) ? 1 : 0);
  const at = (ability: Srd5eAbility, index: number) => (scores[index] ?? LEAST_SCORE) + increase(ability);
  return {
    strength: at('strength', 0),
    dexterity: at('dexterity', 1),
    constitution: at('constitution', 2),
    intelligence: at('intelligence', 3),
    wisdom: at('wisdom', 4),
    charisma: at('charisma', 5),
  };
}

/** Rolls six scores and gives the highest to the ability the player named first. */
function rollScores(draft: CharacterDraft, roll: RollDice): readonly number[] {
  const order = readNames(draft, 'order');
  const rolled = Srd5eAbility.options
    .map((_ability, index) => roll('4d6kh3', `Ability score ${index + 1} of 6`).total)
    .toSorted((one, other) => other - one);
  return Srd5eAbility.options.map((ability) => rolled[order.indexOf(ability)] ?? LEAST_SCORE);
}

function buildBlock(draft: CharacterDraft, { level }: Srd5eMaking, roll: RollDice): Srd5eStatBlock {
  const choices = readChoices(draft);
  const { race, calling, background, method } = choices;
  if (race === null || calling === null || background === null) throw new Error('the draft is not complete');
  const bare =
    method === 'roll'
      ? rollScores(draft, roll)
      : Srd5eAbility.options.map((ability) => Number(draft[ability]));
  const abilities = addIncreases(bare, draft, choices);
  const gear = CALLINGS[calling].equipment[String(draft.equipment)] ?? { weapons: [] };
  const trained = [
    ...listGivenSkills(choices),
    ...['skills', 'background_skills', 'race_skills'].flatMap((key) => readNames(draft, key)),
  ];
  const expertise = readNames(draft, 'expertise');
  const { block: nature, hitPointsPerLevel = 0 } = getRace(race);
  const subclassAt = CALLINGS[calling].subclassLevel;
  const first = completeFirstLevel(
    Srd5eStatBlock.parse({
      creature_type: 'humanoid',
      ...nature,
      abilities,
      classes: [{ class: calling, level: 1, subclass: subclassAt === 1 ? SRD5E_SUBCLASSES[calling] : null }],
      skills: Object.fromEntries(
        trained.map((skill) => [skill, expertise.includes(skill) ? 'expertise' : 'proficient']),
      ),
      armor: buildArmor(gear, draft),
      attacks: buildAttacks(gear, abilities, calling, draft),
      hit_points: { current: 1, max: 1 },
      resources: { gold: BACKGROUNDS[background].gold, consumables: gear.consumables ?? {} },
      experience: EXPERIENCE[level - 1] ?? 0,
      features: [...(nature.features ?? []), `${toTitle(background)}: ${BACKGROUNDS[background].note}`],
      spells_known: [...readNames(draft, 'cantrips'), ...readNames(draft, 'spells')],
    }),
  );
  const grown = growTo(level, first, calling, roll);
  const max = grown.hit_points.max + hitPointsPerLevel * level;
  return { ...grown, hit_points: { ...grown.hit_points, current: max, max } };
}

function growTo(level: number, block: Srd5eStatBlock, name: Srd5eClassName, roll: RollDice): Srd5eStatBlock {
  let grown = block;
  for (let next = 2; next <= level; next += 1) {
    const subclass = CALLINGS[name].subclassLevel <= next ? { subclass: SRD5E_SUBCLASSES[name] } : {};
    const gain = raiseLevel(grown, { class: name, hitPoints: 'average', milestone: true, ...subclass }, roll);
    if (isRejection(gain)) throw new Error(gain.reason);
    grown = { ...gain.block, features: [...gain.block.features, ...gain.features] };
  }
  return grown;
}

function buildArmor({ armor, shield }: Equipment, draft: CharacterDraft) {
  const bonus = armor !== undefined && draft.fighting_style === 'defense' ? 1 : 0;
  return { ...(armor === undefined ? {} : createWornArmor(armor)), shield: shield === true, bonus };
}

function buildAttacks(
  { weapons }: Pick<Equipment, 'weapons'>,
  abilities: Srd5eAbilityScores,
  calling: Srd5eClassName,
  draft: CharacterDraft,
): Partial<Srd5eAttack>[] {
  const isAgile = abilities.dexterity > abilities.strength;
  const style = draft.fighting_style;
  const armed = weapons.map((name) => {
    const { dice, type, ranged = false, finesse = false, heavy = false, ...shot } = getWeapon(name);
    const byDexterity = ranged || ((finesse || calling === 'monk') && isAgile);
    const isFar = ranged || shot.thrown === true;
    const isDueling = style === 'dueling' && !isFar && !heavy;
    return {
      name: toTitle(name),
      kind: isFar ? ('ranged_weapon' as const) : ('melee_weapon' as const),
      ability: byDexterity ? ('dexterity' as const) : ('strength' as const),
      bonus: style === 'archery' && ranged ? 2 : 0,
      damage: [{ dice: isDueling ? `${dice}+2` : dice, type }],
      ...omitUndefined({ ammunition: shot.ammunition }),
    };
  });
  if (calling !== 'monk') return armed;
  const unarmed = {
    name: 'Unarmed Strike',
    ability: isAgile ? ('dexterity' as const) : ('strength' as const),
    damage: [{ dice: '1d4', type: 'bludgeoning' as const }],
  };
  return [...armed, unarmed];
}
