import { getSubclassLevel } from './derived-numbers.ts';
import type { Srd5eStatBlock } from './stat-block.ts';
import { SRD5E_SUBCLASSES, type Srd5eClassName, Srd5eSkill, toTitle } from './terms.ts';

/** Features of one kind among which a level lets a character choose. */
export type FeatureChoice = {
  readonly kind: string;
  readonly count: number;
  /** Whole names, such as `Fighting Style: Archery`. What the character has already is left out. */
  readonly options: readonly string[];
};

/** Number of choices by class level. */
type Counts = Readonly<Record<number, number>>;
type Row = {
  readonly class: Srd5eClassName;
  readonly kind: string;
  readonly counts: Counts;
  /** Only for members of the subclass of the SRD. */
  readonly ofSubclass?: true;
  readonly options: readonly string[] | ((block: Srd5eStatBlock, level: number) => readonly string[]);
};

const STYLE = 'Fighting Style';
const EXPERTISE = 'Expertise';
const SKILL = 'Skill';
const WARLIKE = [
  'Archery',
  'Defense',
  'Dueling',
  'Great Weapon Fighting',
  'Protection',
  'Two-Weapon Fighting',
];

const METAMAGIC = [
  'Careful Spell',
  'Distant Spell',
  'Empowered Spell',
  'Extended Spell',
  'Heightened Spell',
  'Quickened Spell',
  'Subtle Spell',
  'Twinned Spell',
];

/** Invocations with the warlock level they ask for. */
const INVOCATIONS: Readonly<Record<string, number>> = {
  'Agonizing Blast': 2,
  'Armor of Shadows': 2,
  'Beast Speech': 2,
  'Beguiling Influence': 2,
  "Devil's Sight": 2,
  'Eldritch Sight': 2,
  'Eldritch Spear': 2,
  'Eyes of the Rune Keeper': 2,
  'Fiendish Vigor': 2,
  'Gaze of Two Minds': 2,
  'Mask of Many Faces': 2,
  'Misty Visions': 2,
  'Repelling Blast': 2,
  'Thief of Five Fates': 2,
  'Mire the Mind': 5,
  'One with Shadows': 5,
  'Sign of Ill Omen': 5,
  'Bewitching Whispers': 7,
  'Dreadful Word': 7,
  'Sculptor of Flesh': 7,
  'Ascendant Step': 9,
  'Minions of Chaos': 9,
  'Otherworldly Leap': 9,
  'Whispers of the Grave': 9,
  'Master of Myriad Forms': 15,
  'Visions of Distant Realms': 15,
  'Witch Sight': 15,
};

const ENEMIES = [
  'Aberrations',
  'Beasts',
  'Celestials',
  'Constructs',
  'Dragons',
  'Elementals',
  'Fey',
  'Fiends',
  'Giants',
  'Monstrosities',
  'Oozes',
  'Plants',
  'Undead',
];

const listTrained = ({ skills }: Srd5eStatBlock) =>
  Srd5eSkill.options.filter((skill) => skills[skill] === 'proficient').map(toTitle);
const listUntrained = ({ skills }: Srd5eStatBlock) =>
  Srd5eSkill.options.filter((skill) => skills[skill] === undefined).map(toTitle);

const ROWS: readonly Row[] = [
  { class: 'fighter', kind: STYLE, counts: { 1: 1 }, options: WARLIKE },
  { class: 'fighter', kind: STYLE, counts: { 10: 1 }, ofSubclass: true, options: WARLIKE },
  {
    class: 'paladin',
    kind: STYLE,
    counts: { 2: 1 },
    options: ['Defense', 'Dueling', 'Great Weapon Fighting', 'Protection'],
  },
  {
    class: 'ranger',
    kind: STYLE,
    counts: { 2: 1 },
    options: ['Archery', 'Defense', 'Dueling', 'Two-Weapon Fighting'],
  },
  { class: 'ranger', kind: 'Favored Enemy', counts: { 1: 1, 6: 1, 14: 1 }, options: ENEMIES },
  {
    class: 'ranger',
    kind: "Hunter's Prey",
    counts: { 3: 1 },
    ofSubclass: true,
    options: ['Colossus Slayer', 'Giant Killer', 'Horde Breaker'],
  },
  {
    class: 'ranger',
    kind: 'Defensive Tactics',
    counts: { 7: 1 },
    ofSubclass: true,
    options: ['Escape the Horde', 'Multiattack Defense', 'Steel Will'],
  },
  { class: 'rogue', kind: EXPERTISE, counts: { 1: 2, 6: 2 }, options: listTrained },
  { class: 'bard', kind: EXPERTISE, counts: { 3: 2, 10: 2 }, options: listTrained },
  { class: 'bard', kind: SKILL, counts: { 3: 3 }, ofSubclass: true, options: listUntrained },
  { class: 'sorcerer', kind: 'Metamagic', counts: { 3: 2, 10: 1, 17: 1 }, options: METAMAGIC },
  {
    class: 'warlock',
    kind: 'Invocation',
    counts: { 2: 2, 5: 1, 7: 1, 9: 1, 12: 1, 15: 1, 18: 1 },
    options: (_block, level) => Object.keys(INVOCATIONS).filter((name) => (INVOCATIONS[name] ?? 0) <= level),
  },
  { class: 'warlock', kind: 'Pact', counts: { 3: 1 }, options: ['Blade', 'Chain', 'Tome'] },
];

/** Lists the features a character chooses with a level of a class. `subclass` is the one chosen with that very level. */
export function listFeatureChoices(
  block: Srd5eStatBlock,
  name: Srd5eClassName,
  level: number,
  subclass?: string,
): readonly FeatureChoice[] {
  const own = SRD5E_SUBCLASSES[name];
  const isOfSubclass = subclass === own || getSubclassLevel(block, name, own) > 0;
  return ROWS.flatMap(({ class: of, kind, counts, ofSubclass, options }) => {
    const count = counts[level] ?? 0;
    if (of !== name || count === 0 || (ofSubclass && !isOfSubclass)) return [];
    const all = typeof options === 'function' ? options(block, level) : options;
    const open = all.map((one) => `${kind}: ${one}`).filter((one) => !block.features.includes(one));
    return [{ kind, count: Math.min(count, open.length), options: open }];
  });
}

/** Enters a chosen feature on the sheet, with the numbers it changes. */
export function takeFeature(block: Srd5eStatBlock, feature: string): Srd5eStatBlock {
  const [kind = '', name = ''] = feature.split(': ');
  const taken = { ...block, features: [...new Set([...block.features, feature])] };
  const skill = Srd5eSkill.options.find((one) => toTitle(one) === name);
  if (skill !== undefined && (kind === EXPERTISE || kind === SKILL)) {
    const training = kind === EXPERTISE ? ('expertise' as const) : ('proficient' as const);
    return { ...taken, skills: { ...taken.skills, [skill]: training } };
  }
  return kind === STYLE ? takeStyle(taken, name) : taken;
}

const STYLE_BONUS = 2;

function takeStyle(block: Srd5eStatBlock, style: string): Srd5eStatBlock {
  const { armor, attacks } = block;
  const isArmored = armor.kind === 'light' || armor.kind === 'medium' || armor.kind === 'heavy';
  if (style === 'Defense')
    return isArmored ? { ...block, armor: { ...armor, bonus: armor.bonus + 1 } } : block;
  return {
    ...block,
    attacks: attacks.map((attack) => {
      const { kind, bonus, off_hand, damage } = attack;
      if (style === 'Archery' && kind === 'ranged_weapon') return { ...attack, bonus: bonus + STYLE_BONUS };
      if (style === 'Two-Weapon Fighting' && off_hand === true) return { ...attack, adds_modifier: true };
      const isOneHanded = kind === 'melee_weapon' && /^1d[468]$/.test(damage[0]?.dice ?? '');
      if (style !== 'Dueling' || !isOneHanded) return attack;
      const [first, ...others] = damage;
      return first === undefined
        ? attack
        : { ...attack, damage: [{ ...first, dice: `${first.dice}+${STYLE_BONUS}` }, ...others] };
    }),
  };
}
