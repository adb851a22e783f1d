import type { Srd5eAbility, Srd5eClassName, Srd5eRecovery } from '../terms.ts';

/** A number that holds from a class level on: `{ 2: 1, 6: 2 }` is 1 from level 2 and 2 from level 6. */
type ByLevel<Value> = Readonly<Record<number, Value>>;

/** Number of uses: a step table, a number per class level, or an ability modifier with a floor. */
type Total =
  | { readonly steps: ByLevel<number | 'unlimited'> }
  | { readonly perLevel: number; readonly from: number }
  | {
      readonly modifier: Srd5eAbility;
      readonly plus: number;
      readonly atLeast: number;
      readonly from: number;
    };

export type ClassResource = {
  readonly feature: string;
  readonly class: Srd5eClassName;
  /** Only for members of this subclass. */
  readonly subclass?: string;
  readonly total: Total;
  readonly recovery: ByLevel<Srd5eRecovery>;
  readonly die?: ByLevel<string>;
};

const SHORT = { 1: 'short_rest' } as const;
const LONG = { 1: 'long_rest' } as const;

/** Every class feature of the SRD with a number of uses, and the rest that brings it back. */
export const CLASS_RESOURCES: readonly ClassResource[] = [
  {
    feature: 'rage',
    class: 'barbarian',
    total: { steps: { 1: 2, 3: 3, 6: 4, 12: 5, 17: 6, 20: 'unlimited' } },
    recovery: LONG,
  },
  {
    feature: 'bardic_inspiration',
    class: 'bard',
    total: { modifier: 'charisma', plus: 0, atLeast: 1, from: 1 },
    recovery: { 1: 'long_rest', 5: 'short_rest' },
    die: { 1: 'd6', 5: 'd8', 10: 'd10', 15: 'd12' },
  },
  { feature: 'channel_divinity', class: 'cleric', total: { steps: { 2: 1, 6: 2, 18: 3 } }, recovery: SHORT },
  { feature: 'divine_intervention', class: 'cleric', total: { steps: { 10: 1 } }, recovery: LONG },
  { feature: 'wild_shape', class: 'druid', total: { steps: { 2: 2, 20: 'unlimited' } }, recovery: SHORT },
  {
    feature: 'natural_recovery',
    class: 'druid',
    subclass: 'circle_of_the_land',
    total: { steps: { 2: 1 } },
    recovery: LONG,
  },
  { feature: 'second_wind', class: 'fighter', total: { steps: { 1: 1 } }, recovery: SHORT },
  { feature: 'action_surge', class: 'fighter', total: { steps: { 2: 1, 17: 2 } }, recovery: SHORT },
  { feature: 'indomitable', class: 'fighter', total: { steps: { 9: 1, 13: 2, 17: 3 } }, recovery: LONG },
  { feature: 'ki_points', class: 'monk', total: { perLevel: 1, from: 2 }, recovery: SHORT },
  {
    feature: 'wholeness_of_body',
    class: 'monk',
    subclass: 'way_of_the_open_hand',
    total: { steps: { 6: 1 } },
    recovery: LONG,
  },
  {
    feature: 'divine_sense',
    class: 'paladin',
    total: { modifier: 'charisma', plus: 1, atLeast: 0, from: 1 },
    recovery: LONG,
  },
  { feature: 'lay_on_hands_pool', class: 'paladin', total: { perLevel: 5, from: 1 }, recovery: LONG },
  { feature: 'channel_divinity', class: 'paladin', total: { steps: { 3: 1 } }, recovery: SHORT },
  {
    feature: 'cleansing_touch',
    class: 'paladin',
    total: { modifier: 'charisma', plus: 0, atLeast: 1, from: 14 },
    recovery: LONG,
  },
  {
    feature: 'holy_nimbus',
    class: 'paladin',
    subclass: 'oath_of_devotion',
    total: { steps: { 20: 1 } },
    recovery: LONG,
  },
  { feature: 'stroke_of_luck', class: 'rogue', total: { steps: { 20: 1 } }, recovery: SHORT },
  { feature: 'sorcery_points', class: 'sorcerer', total: { perLevel: 1, from: 2 }, recovery: LONG },
  { feature: 'mystic_arcanum_6', class: 'warlock', total: { steps: { 11: 1 } }, recovery: LONG },
  { feature: 'mystic_arcanum_7', class: 'warlock', total: { steps: { 13: 1 } }, recovery: LONG },
  { feature: 'mystic_arcanum_8', class: 'warlock', total: { steps: { 15: 1 } }, recovery: LONG },
  { feature: 'mystic_arcanum_9', class: 'warlock', total: { steps: { 17: 1 } }, recovery: LONG },
  { feature: 'eldritch_master', class: 'warlock', total: { steps: { 20: 1 } }, recovery: LONG },
  {
    feature: 'dark_ones_own_luck',
    class: 'warlock',
    subclass: 'the_fiend',
    total: { steps: { 6: 1 } },
    recovery: SHORT,
  },
  {
    feature: 'hurl_through_hell',
    class: 'warlock',
    subclass: 'the_fiend',
    total: { steps: { 14: 1 } },
    recovery: LONG,
  },
  { feature: 'arcane_recovery', class: 'wizard', total: { steps: { 1: 1 } }, recovery: LONG },
  { feature: 'signature_spells', class: 'wizard', total: { steps: { 20: 2 } }, recovery: SHORT },
];

/** Returns the value of the highest step a level has reached; null below the first. */
export function getLevelValue<Value>(steps: ByLevel<Value>, level: number): Value | null {
  let found: Value | null = null;
  for (const [from, value] of Object.entries(steps)) {
    // Integer keys of an object are listed in ascending order, so the last one that fits is the highest.
    if (Number(from) <= level) found = value;
  }
  return found;
}
