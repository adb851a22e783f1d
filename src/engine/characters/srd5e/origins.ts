import type { Srd5eStatBlockInput } from '#engine/srd5e/stat-block.ts';
import type { Srd5eAbility, Srd5eClassName, Srd5eSkill } from '#engine/srd5e/terms.ts';

/** Figures of the people, callings and gear of the SRD 5.1. Names and numbers are its own, sentences are ours. */
type Race = {
  readonly note: string;
  readonly increases: Readonly<Partial<Record<Srd5eAbility, number>>>;
  /** Further abilities of the player's choice that rise by 1. */
  readonly freeIncreases?: number;
  readonly freeSkills?: number;
  readonly skills?: readonly Srd5eSkill[];
  readonly hitPointsPerLevel?: number;
  readonly block: Pick<
    Srd5eStatBlockInput,
    'size' | 'speed' | 'senses' | 'resistances' | 'traits' | 'features'
  >;
};

const DARKVISION = { darkvision: 60 };

export const RACES = {
  hill_dwarf: {
    note: 'Sturdy: +2 Constitution, +1 Wisdom, one more hit point a level, hard to poison.',
    increases: { constitution: 2, wisdom: 1 },
    hitPointsPerLevel: 1,
    block: {
      speed: { walk: 25 },
      senses: DARKVISION,
      resistances: ['poison'],
      traits: [{ kind: 'save_advantage', against: ['poisoned'] }],
      features: ['Stonecunning: knows stonework and its history'],
    },
  },
  high_elf: {
    note: 'Keen: +2 Dexterity, +1 Intelligence, trained eyes, hard to charm.',
    increases: { dexterity: 2, intelligence: 1 },
    skills: ['perception'],
    block: {
      senses: DARKVISION,
      traits: [{ kind: 'save_advantage', against: ['charmed'] }],
      features: [
        'Trance: four hours of meditation take the place of sleep',
        'Fey Ancestry: magic cannot put them to sleep',
      ],
    },
  },
  lightfoot_halfling: {
    note: 'Small and lucky: +2 Dexterity, +1 Charisma, hard to frighten.',
    increases: { dexterity: 2, charisma: 1 },
    block: {
      size: 'small',
      speed: { walk: 25 },
      traits: [{ kind: 'save_advantage', against: ['frightened'] }],
      features: ['Lucky: a 1 on a d20 is rolled again', 'Naturally Stealthy: hides behind larger folk'],
    },
  },
  human: {
    note: 'Good at everything: +1 to each ability.',
    increases: { strength: 1, dexterity: 1, constitution: 1, intelligence: 1, wisdom: 1, charisma: 1 },
    block: {},
  },
  dragonborn: {
    note: 'Of dragon blood: +2 Strength, +1 Charisma, fire neither burns them much nor leaves their breath.',
    increases: { strength: 2, charisma: 1 },
    block: { resistances: ['fire'], features: ['Draconic Ancestry: red'] },
  },
  rock_gnome: {
    note: 'Small and clever: +2 Intelligence, +1 Constitution, a steady mind against magic.',
    increases: { intelligence: 2, constitution: 1 },
    block: {
      size: 'small',
      speed: { walk: 25 },
      senses: DARKVISION,
      features: [
        'Gnome Cunning: advantage on Intelligence, Wisdom and Charisma saves against magic',
        'Tinker: builds small clockwork',
      ],
    },
  },
  half_elf: {
    note: 'At home in two worlds: +2 Charisma, +1 to two others, two more skills, hard to charm.',
    increases: { charisma: 2 },
    freeIncreases: 2,
    freeSkills: 2,
    block: { senses: DARKVISION, traits: [{ kind: 'save_advantage', against: ['charmed'] }] },
  },
  half_orc: {
    note: 'Hard to stop: +2 Strength, +1 Constitution, a presence that unsettles.',
    increases: { strength: 2, constitution: 1 },
    skills: ['intimidation'],
    block: {
      senses: DARKVISION,
      traits: [{ kind: 'endures_zero', at_most: 1000, recovery: 'long_rest' }],
      features: [
        'Relentless Endurance: once between long rests, 1 hit point in place of 0',
        'Savage Attacks: one more weapon die on a critical hit',
      ],
    },
  },
  tiefling: {
    note: 'Touched by fire below: +2 Charisma, +1 Intelligence, resists fire.',
    increases: { charisma: 2, intelligence: 1 },
    block: { senses: DARKVISION, resistances: ['fire'], features: ['Infernal Legacy: thaumaturgy at will'] },
  },
} as const satisfies Record<string, Race>;
export type RaceName = keyof typeof RACES;

export function getRace(name: RaceName): Race {
  return RACES[name];
}

type Background = { readonly note: string; readonly skills: readonly Srd5eSkill[]; readonly gold: number };

/** `custom` lets the player choose two skills. */
export const BACKGROUNDS = {
  acolyte: { note: 'Served in a temple.', skills: ['insight', 'religion'], gold: 15 },
  criminal: { note: 'Lived outside the law.', skills: ['sleight_of_hand', 'stealth'], gold: 15 },
  sage: { note: 'Spent years with books.', skills: ['arcana', 'history'], gold: 10 },
  soldier: { note: 'Marched with a company.', skills: ['athletics', 'intimidation'], gold: 10 },
  custom: { note: 'A life of your own: choose two skills.', skills: [], gold: 10 },
} as const satisfies Record<string, Background>;
export type BackgroundName = keyof typeof BACKGROUNDS;

type Weapon = {
  readonly dice: string;
  readonly type: 'bludgeoning' | 'piercing' | 'slashing';
  readonly ranged?: true;
  readonly finesse?: true;
  readonly heavy?: true;
  /** Thrown from afar, by the ability it is wielded with. */
  readonly thrown?: true;
  /** Consumable that one shot or throw uses up. */
  readonly ammunition?: string;
};

export const WEAPONS = {
  club: { dice: '1d4', type: 'bludgeoning' },
  dagger: { dice: '1d4', type: 'piercing', finesse: true },
  dart: { dice: '1d4', type: 'piercing', finesse: true, thrown: true, ammunition: 'darts' },
  greataxe: { dice: '1d12', type: 'slashing', heavy: true },
  greatsword: { dice: '2d6', type: 'slashing', heavy: true },
  handaxe: { dice: '1d6', type: 'slashing' },
  javelin: { dice: '1d6', type: 'piercing', thrown: true, ammunition: 'javelins' },
  light_crossbow: { dice: '1d8', type: 'piercing', ranged: true, ammunition: 'bolts' },
  longbow: { dice: '1d8', type: 'piercing', ranged: true, ammunition: 'arrows' },
  longsword: { dice: '1d8', type: 'slashing' },
  mace: { dice: '1d6', type: 'bludgeoning' },
  quarterstaff: { dice: '1d6', type: 'bludgeoning' },
  rapier: { dice: '1d8', type: 'piercing', finesse: true },
  scimitar: { dice: '1d6', type: 'slashing', finesse: true },
  shortbow: { dice: '1d6', type: 'piercing', ranged: true, ammunition: 'arrows' },
  shortsword: { dice: '1d6', type: 'piercing', finesse: true },
  spear: { dice: '1d6', type: 'piercing' },
  warhammer: { dice: '1d8', type: 'bludgeoning' },
} as const satisfies Record<string, Weapon>;
export type WeaponName = keyof typeof WEAPONS;

export function getWeapon(name: WeaponName): Weapon {
  return WEAPONS[name];
}

export type Equipment = {
  readonly armor?: 'leather' | 'scale_mail' | 'chain_mail' | 'hide' | 'chain_shirt' | 'studded_leather';
  readonly shield?: true;
  readonly weapons: readonly WeaponName[];
  readonly consumables?: Readonly<Record<string, number>>;
};

type Calling = {
  readonly skills: number;
  /** Skills to choose from; all of them when empty. */
  readonly skillsFrom: readonly Srd5eSkill[];
  readonly subclassLevel: 1 | 2 | 3;
  /** Cantrips known at level 1, and spells known or prepared at level 1, 2 and 3. */
  readonly cantrips?: number;
  readonly spells?: readonly [number, number, number] | 'prepares_all' | 'prepares_half';
  readonly equipment: Readonly<Record<string, Equipment>>;
};

const ARROWS = { arrows: 20 };
const BOLTS = { bolts: 20 };

/** Choices of each class at its beginning. */
export const CALLINGS: Readonly<Record<Srd5eClassName, Calling>> = {
  barbarian: {
    skills: 2,
    skillsFrom: ['animal_handling', 'athletics', 'intimidation', 'nature', 'perception', 'survival'],
    subclassLevel: 3,
    equipment: {
      greataxe_and_handaxes: { weapons: ['greataxe', 'handaxe', 'javelin'], consumables: { javelins: 4 } },
      shield_and_longsword: {
        shield: true,
        weapons: ['longsword', 'handaxe', 'javelin'],
        consumables: { javelins: 4 },
      },
    },
  },
  bard: {
    skills: 3,
    skillsFrom: [],
    subclassLevel: 3,
    cantrips: 2,
    spells: [4, 5, 6],
    equipment: {
      rapier_and_lute: { armor: 'leather', weapons: ['rapier', 'dagger'] },
      longsword_and_flute: { armor: 'leather', weapons: ['longsword', 'dagger'] },
    },
  },
  cleric: {
    skills: 2,
    skillsFrom: ['history', 'insight', 'medicine', 'persuasion', 'religion'],
    subclassLevel: 1,
    cantrips: 3,
    spells: 'prepares_all',
    equipment: {
      chain_mail_and_mace: {
        armor: 'chain_mail',
        shield: true,
        weapons: ['mace', 'light_crossbow'],
        consumables: BOLTS,
      },
      scale_mail_and_warhammer: {
        armor: 'scale_mail',
        shield: true,
        weapons: ['warhammer', 'light_crossbow'],
        consumables: BOLTS,
      },
    },
  },
  druid: {
    skills: 2,
    skillsFrom: [
      'animal_handling',
      'arcana',
      'insight',
      'medicine',
      'nature',
      'perception',
      'religion',
      'survival',
    ],
    subclassLevel: 2,
    cantrips: 2,
    spells: 'prepares_all',
    equipment: {
      shield_and_scimitar: { armor: 'leather', shield: true, weapons: ['scimitar'] },
      quarterstaff: { armor: 'leather', weapons: ['quarterstaff'] },
    },
  },
  fighter: {
    skills: 2,
    skillsFrom: [
      'acrobatics',
      'animal_handling',
      'athletics',
      'history',
      'insight',
      'intimidation',
      'perception',
      'survival',
    ],
    subclassLevel: 3,
    equipment: {
      chain_mail_and_shield: {
        armor: 'chain_mail',
        shield: true,
        weapons: ['longsword', 'light_crossbow'],
        consumables: BOLTS,
      },
      chain_mail_and_greatsword: { armor: 'chain_mail', weapons: ['greatsword', 'handaxe'] },
      leather_and_longbow: { armor: 'leather', weapons: ['longbow', 'shortsword'], consumables: ARROWS },
    },
  },
  monk: {
    skills: 2,
    skillsFrom: ['acrobatics', 'athletics', 'history', 'insight', 'religion', 'stealth'],
    subclassLevel: 3,
    equipment: {
      shortsword: { weapons: ['shortsword', 'dart'], consumables: { darts: 10 } },
      quarterstaff: { weapons: ['quarterstaff', 'dart'], consumables: { darts: 10 } },
    },
  },
  paladin: {
    skills: 2,
    skillsFrom: ['athletics', 'insight', 'intimidation', 'medicine', 'persuasion', 'religion'],
    subclassLevel: 3,
    spells: 'prepares_half',
    equipment: {
      longsword_and_shield: {
        armor: 'chain_mail',
        shield: true,
        weapons: ['longsword', 'javelin'],
        consumables: { javelins: 5 },
      },
      greatsword: { armor: 'chain_mail', weapons: ['greatsword', 'javelin'], consumables: { javelins: 5 } },
    },
  },
  ranger: {
    skills: 3,
    skillsFrom: [
      'animal_handling',
      'athletics',
      'insight',
      'investigation',
      'nature',
      'perception',
      'stealth',
      'survival',
    ],
    subclassLevel: 3,
    spells: [0, 2, 3],
    equipment: {
      scale_mail_and_longbow: {
        armor: 'scale_mail',
        weapons: ['longbow', 'shortsword'],
        consumables: ARROWS,
      },
      leather_and_longbow: { armor: 'leather', weapons: ['longbow', 'shortsword'], consumables: ARROWS },
    },
  },
  rogue: {
    skills: 4,
    skillsFrom: [
      'acrobatics',
      'athletics',
      'deception',
      'insight',
      'intimidation',
      'investigation',
      'perception',
      'performance',
      'persuasion',
      'sleight_of_hand',
      'stealth',
    ],
    subclassLevel: 3,
    equipment: {
      rapier_and_shortbow: {
        armor: 'leather',
        weapons: ['rapier', 'shortbow', 'dagger'],
        consumables: ARROWS,
      },
      shortswords: { armor: 'leather', weapons: ['shortsword', 'dagger'] },
    },
  },
  sorcerer: {
    skills: 2,
    skillsFrom: ['arcana', 'deception', 'insight', 'intimidation', 'persuasion', 'religion'],
    subclassLevel: 1,
    cantrips: 4,
    spells: [2, 3, 4],
    equipment: {
      light_crossbow: { weapons: ['light_crossbow', 'dagger'], consumables: BOLTS },
      quarterstaff: { weapons: ['quarterstaff', 'dagger'] },
    },
  },
  warlock: {
    skills: 2,
    skillsFrom: ['arcana', 'deception', 'history', 'intimidation', 'investigation', 'nature', 'religion'],
    subclassLevel: 1,
    cantrips: 2,
    spells: [2, 3, 4],
    equipment: {
      light_crossbow: { armor: 'leather', weapons: ['light_crossbow', 'dagger'], consumables: BOLTS },
      quarterstaff: { armor: 'leather', weapons: ['quarterstaff', 'dagger'] },
    },
  },
  wizard: {
    skills: 2,
    skillsFrom: ['arcana', 'history', 'insight', 'investigation', 'medicine', 'religion'],
    subclassLevel: 2,
    cantrips: 3,
    spells: [6, 8, 10],
    equipment: {
      quarterstaff: { weapons: ['quarterstaff'] },
      dagger: { weapons: ['dagger'] },
    },
  },
};
