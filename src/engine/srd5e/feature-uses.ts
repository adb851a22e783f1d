import {
  getClassLevel,
  getHitPointMaximum,
  getModifier,
  getRageDamage,
  getSubclassLevel,
} from './derived-numbers.ts';
import { countRemaining, type Srd5eResource } from './resources.ts';
import type { Srd5eEffect, Srd5eStatBlock } from './stat-block.ts';
import { SRD5E_SUBCLASSES, type Srd5eAbility, type Srd5eClassName } from './terms.ts';
import { toFeatureKey } from './traits.ts';

/** Dice of the healing potions of the SRD, by the key of the consumable. */
const POTION_HEALING: Readonly<Record<string, string>> = {
  potion_of_healing: '2d4+2',
  potion_of_greater_healing: '4d4+4',
  potion_of_superior_healing: '8d4+8',
  potion_of_supreme_healing: '10d4+20',
};

/** Returns the dice a potion heals; null for a consumable that heals nothing by itself. */
export function getPotionHealing(key: string): string | null {
  return Object.hasOwn(POTION_HEALING, key) ? (POTION_HEALING[key] ?? null) : null;
}

/** Result of using a class feature, as far as the rules carry it out; the rest is told in prose. */
export type FeatureUse = {
  /** Part of a turn it takes. */
  readonly takes: 'action' | 'bonus_action' | 'nothing';
  /** Pool it draws on; null for a feature without a number of uses. */
  readonly pool: string | null;
  /** Uses spent at once; 1 when left out. */
  readonly spends?: number;
  /** Takes the lowest spell slot that is left. */
  readonly slot?: true;
  /** Dice or points of healing. */
  readonly heals?: string;
  /** Works on another creature that is named, else on its user. */
  readonly onOther?: true;
  /** Further actions in the same turn. */
  readonly actions?: number;
  /** Strikes with bare hands in the same turn. */
  readonly strikes?: number;
  readonly effect?: { readonly rounds: number; readonly changes: Partial<Srd5eEffect> };
  /** Foes of these kinds save by Wisdom or are driven off; those up to the challenge rating are destroyed. */
  readonly turns?: {
    readonly kinds: readonly string[];
    readonly destroys: number;
    readonly by: Srd5eAbility;
  };
  /** Shape of a beast up to this challenge rating, for so many rounds. */
  readonly shape?: { readonly challenge: number; readonly rounds: number };
  /** Levels of slots given back together. */
  readonly recovers?: number;
  /** Ends one spell on the creature it touches. */
  readonly endsSpell?: true;
};

const ROUNDS_PER_MINUTE = 10;
const ROUNDS_PER_HOUR = 600;

/** A feature: who has it, from which level, and what its use does. `missing` are the hit points its target lacks. */
type FeatureRow = {
  readonly class: Srd5eClassName;
  readonly from: number;
  /** Only for members of the subclass of the SRD. */
  readonly ofSubclass?: true;
  readonly use: (block: Srd5eStatBlock, missing: number) => FeatureUse;
};

const WEAPON_RESISTANCES = ['bludgeoning', 'piercing', 'slashing'] as const;

/** A dodge: those who attack do so with disadvantage. */
const DODGE = { attacked_with: 'disadvantage', saves_with: { dexterity: 'advantage' } } as const;

function spendKi(takes: FeatureUse['takes'], more: Partial<FeatureUse>): FeatureRow['use'] {
  return () => ({ takes, pool: 'ki_points', ...more });
}

const ALL_SAVES = {
  strength: 'advantage',
  dexterity: 'advantage',
  constitution: 'advantage',
  intelligence: 'advantage',
  wisdom: 'advantage',
  charisma: 'advantage',
} as const;

const FEATURES: Readonly<Record<string, FeatureRow>> = {
  rage: {
    class: 'barbarian',
    from: 1,
    use: (block) => ({
      takes: 'bonus_action',
      pool: 'rage',
      effect: {
        rounds: ROUNDS_PER_MINUTE,
        changes: {
          melee_damage: getRageDamage(block),
          resistances: [...WEAPON_RESISTANCES],
          saves_with: { strength: 'advantage' },
          checks_with: { strength: 'advantage' },
          prevents: ['spells'],
        },
      },
    }),
  },
  reckless_attack: {
    class: 'barbarian',
    from: 2,
    use: () => ({
      takes: 'nothing',
      pool: null,
      effect: { rounds: 1, changes: { attacks_with: 'advantage', attacked_with: 'advantage' } },
    }),
  },
  bardic_inspiration: {
    class: 'bard',
    from: 1,
    use: ({ resources }) => {
      const dice = `1${resources.class_features.bardic_inspiration?.die ?? 'd6'}`;
      return {
        takes: 'bonus_action',
        pool: 'bardic_inspiration',
        onOther: true,
        effect: {
          rounds: 10 * ROUNDS_PER_MINUTE,
          changes: {
            attack_dice: dice,
            saving_dice: dice,
            check_dice: dice,
            ends_on: ['attacks', 'saves', 'checks'],
          },
        },
      };
    },
  },
  turn_undead: {
    class: 'cleric',
    from: 2,
    use: (block) => ({
      takes: 'action',
      pool: 'channel_divinity',
      turns: { kinds: ['undead'], destroys: getDestroyedChallenge(block), by: 'wisdom' },
    }),
  },
  preserve_life: {
    class: 'cleric',
    from: 2,
    ofSubclass: true,
    use: (block, missing) => ({
      takes: 'action',
      pool: 'channel_divinity',
      onOther: true,
      heals: `${Math.max(0, Math.min(5 * getClassLevel(block, 'cleric'), missing))}`,
    }),
  },
  wild_shape: {
    class: 'druid',
    from: 2,
    use: (block) => {
      const level = getClassLevel(block, 'druid');
      const challenge = level >= 8 ? 1 : level >= 4 ? 0.5 : 0.25;
      const rounds = Math.floor(level / 2) * ROUNDS_PER_HOUR;
      return { takes: 'action', pool: 'wild_shape', shape: { challenge, rounds } };
    },
  },
  natural_recovery: {
    class: 'druid',
    from: 2,
    ofSubclass: true,
    use: (block) => ({
      takes: 'action',
      pool: 'natural_recovery',
      recovers: Math.ceil(getClassLevel(block, 'druid') / 2),
    }),
  },
  second_wind: {
    class: 'fighter',
    from: 1,
    use: (block) => ({
      takes: 'bonus_action',
      pool: 'second_wind',
      heals: `1d10+${getClassLevel(block, 'fighter')}`,
    }),
  },
  action_surge: {
    class: 'fighter',
    from: 2,
    use: () => ({ takes: 'nothing', pool: 'action_surge', actions: 1 }),
  },
  indomitable: {
    class: 'fighter',
    from: 9,
    use: () => ({
      takes: 'nothing',
      pool: 'indomitable',
      effect: {
        rounds: ROUNDS_PER_MINUTE,
        changes: { saves_with: ALL_SAVES, ends_on: ['saves'] },
      },
    }),
  },
  flurry_of_blows: { class: 'monk', from: 2, use: spendKi('bonus_action', { strikes: 2 }) },
  patient_defense: {
    class: 'monk',
    from: 2,
    use: spendKi('bonus_action', { effect: { rounds: 1, changes: DODGE } }),
  },
  step_of_the_wind: {
    class: 'monk',
    from: 2,
    use: spendKi('bonus_action', { effect: { rounds: 1, changes: { slips_away: true, speed_factor: 2 } } }),
  },
  wholeness_of_body: {
    class: 'monk',
    from: 6,
    ofSubclass: true,
    use: (block) => ({
      takes: 'action',
      pool: 'wholeness_of_body',
      heals: `${3 * getClassLevel(block, 'monk')}`,
    }),
  },
  lay_on_hands_pool: {
    class: 'paladin',
    from: 1,
    use: (block, missing) => {
      const left = countRemaining(block, { kind: 'feature', name: 'lay_on_hands_pool' }) ?? 0;
      const points = Math.max(1, Math.min(left, missing));
      return {
        takes: 'action',
        pool: 'lay_on_hands_pool',
        onOther: true,
        heals: `${points}`,
        spends: points,
      };
    },
  },
  divine_smite: {
    class: 'paladin',
    from: 2,
    use: () => ({
      takes: 'nothing',
      pool: null,
      slot: true,
      effect: {
        rounds: ROUNDS_PER_MINUTE,
        changes: { weapon_damage: { dice: '2d8', type: 'radiant', once: true } },
      },
    }),
  },
  sacred_weapon: {
    class: 'paladin',
    from: 3,
    ofSubclass: true,
    use: (block) => ({
      takes: 'action',
      pool: 'channel_divinity',
      effect: {
        rounds: ROUNDS_PER_MINUTE,
        changes: { attack_rolls: Math.max(1, getModifier(block, 'charisma')) },
      },
    }),
  },
  turn_the_unholy: {
    class: 'paladin',
    from: 3,
    ofSubclass: true,
    use: () => ({
      takes: 'action',
      pool: 'channel_divinity',
      turns: { kinds: ['undead', 'fiend'], destroys: -1, by: 'charisma' },
    }),
  },
  cleansing_touch: {
    class: 'paladin',
    from: 14,
    use: () => ({ takes: 'action', pool: 'cleansing_touch', onOther: true, endsSpell: true }),
  },
  cunning_action: {
    class: 'rogue',
    from: 2,
    use: () => ({ takes: 'bonus_action', pool: null, effect: { rounds: 1, changes: { slips_away: true } } }),
  },
  dark_ones_own_luck: {
    class: 'warlock',
    from: 6,
    ofSubclass: true,
    use: () => ({
      takes: 'nothing',
      pool: 'dark_ones_own_luck',
      effect: {
        rounds: ROUNDS_PER_MINUTE,
        changes: { check_dice: '1d10', saving_dice: '1d10', ends_on: ['saves', 'checks'] },
      },
    }),
  },
  arcane_recovery: {
    class: 'wizard',
    from: 1,
    use: (block) => ({
      takes: 'action',
      pool: 'arcane_recovery',
      recovers: Math.ceil(getClassLevel(block, 'wizard') / 2),
    }),
  },
};

/** Things every creature can do with its action, without a number of uses. */
const COMMON: Readonly<Record<string, FeatureUse>> = {
  dodge: { takes: 'action', pool: null, effect: { rounds: 1, changes: DODGE } },
  disengage: { takes: 'action', pool: null, effect: { rounds: 1, changes: { slips_away: true } } },
};

/** Other names of features, as players and sheets use them. The first use a creature has of a shared pool stands for it. */
const ALSO_CALLED: Readonly<Record<string, readonly string[]>> = {
  lay_on_hands: ['lay_on_hands_pool'],
  smite: ['divine_smite'],
  ki: ['flurry_of_blows'],
  ki_points: ['flurry_of_blows'],
  channel_divinity: ['turn_undead', 'sacred_weapon'],
};

/** Returns the challenge rating up to which a cleric's turning destroys; below 0 when it destroys none. */
function getDestroyedChallenge(block: Srd5eStatBlock): number {
  const level = getClassLevel(block, 'cleric');
  if (level < 5) return -1;
  return level < 8 ? 0.5 : Math.floor((level - 5) / 3);
}

/** Finds the feature or common action a name means for a creature; null when it has none of that name. */
export function findFeature(block: Srd5eStatBlock, name: string): string | null {
  const key = toFeatureKey(name);
  const known = [key, ...(ALSO_CALLED[key] ?? [])].find((one) => hasFeature(block, one));
  if (known !== undefined) return known;
  const isPool = Object.hasOwn(block.resources.class_features, key);
  return isPool || Object.hasOwn(COMMON, key) ? key : null;
}

function hasFeature(block: Srd5eStatBlock, key: string): boolean {
  const row = Object.hasOwn(FEATURES, key) ? FEATURES[key] : undefined;
  if (row === undefined) return false;
  const level = row.ofSubclass
    ? getSubclassLevel(block, row.class, SRD5E_SUBCLASSES[row.class])
    : getClassLevel(block, row.class);
  return level >= row.from;
}

/** Lists the features a creature can use by name, and in a fight the actions open to all. */
export function listUsableFeatures(block: Srd5eStatBlock, isFight: boolean): readonly string[] {
  const own = Object.keys(FEATURES).filter((key) => hasFeature(block, key));
  const pools = Object.keys(block.resources.class_features);
  const common = isFight ? Object.keys(COMMON) : [];
  const shown = [...own, ...pools, ...common].filter((key) => key !== 'lay_on_hands_pool');
  const touch = own.includes('lay_on_hands_pool') ? ['lay_on_hands'] : [];
  return [...new Set([...shown, ...touch])];
}

/** Describes the use of a feature by a creature. A feature the rules do not carry out takes an action and is told. */
export function describeFeatureUse(
  block: Srd5eStatBlock,
  key: string,
  target: Srd5eStatBlock | null = null,
): FeatureUse {
  const missing = target === null ? 0 : getHitPointMaximum(target) - target.hit_points.current;
  const row = hasFeature(block, key) ? FEATURES[key] : undefined;
  if (row !== undefined) return row.use(block, missing);
  const common = Object.hasOwn(COMMON, key) ? COMMON[key] : undefined;
  if (common !== undefined) return common;
  // A pool that no class explains, a boon or a monster's, may heal by a class's rules.
  const lent = FEATURES[key]?.use(block, missing);
  return lent?.pool === key ? lent : { takes: 'action', pool: key };
}

/** Returns what pays for the use of a feature; null when nothing does. */
export function getFeaturePayment({ pool }: FeatureUse): Srd5eResource | null {
  return pool === null ? null : { kind: 'feature', name: pool };
}
