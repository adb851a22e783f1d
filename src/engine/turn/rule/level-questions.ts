import { z } from 'zod';
import type { LibrarySpell } from '#engine/content/figures.ts';
import type { Reading } from '#engine/contracts/reading.ts';
import type { Say } from '#engine/language/languages.ts';
import type { FeatureChoice } from '#engine/srd5e/feature-choices.ts';
import { type LevelChoices, listClassesToTake, listLevelChoices } from '#engine/srd5e/level-choices.ts';
import { HIGHEST_SCORE } from '#engine/srd5e/levels.ts';
import type { Srd5eStatBlock } from '#engine/srd5e/stat-block.ts';
import { SRD5E_SUBCLASSES, Srd5eAbility, Srd5eClassName } from '#engine/srd5e/terms.ts';
import { omitUndefined } from '#engine/util/omit-undefined.ts';

/** Choices of a level that the player has made so far. */
export type GivenChoices = NonNullable<Reading['level_up']>;

export const NOTHING_GIVEN: GivenChoices = {
  class: '',
  hit_points: null,
  subclass: '',
  abilities: {},
  spells: [],
  standard: false,
};

/** An answer the player may choose, and what it adds to the choices. */
export const LevelOption = z.object({
  text: z.string(),
  /** Shorter name that stands for the answer in words. */
  name: z.string(),
  gives: z.strictObject({
    class: z.string().optional(),
    hit_points: z.enum(['average', 'roll']).optional(),
    subclass: z.string().optional(),
    abilities: z.record(z.string(), z.int()).optional(),
    spells: z.array(z.string()).optional(),
    standard: z.boolean().optional(),
  }),
});
export type LevelOption = z.infer<typeof LevelOption>;

type LevelQuestion = { readonly text: string; readonly options: readonly LevelOption[] };

/** Certain parts of a level, once the rules have looked at what the player named. */
type Settled = LevelChoices & {
  readonly class: Srd5eClassName;
  readonly abilities: Partial<Readonly<Record<Srd5eAbility, number>>>;
  readonly pointsLeft: number;
  readonly learned: readonly LibrarySpell[];
  readonly openCantrips: readonly LibrarySpell[];
  readonly openSpells: readonly LibrarySpell[];
  readonly cantripsLeft: number;
  readonly spellsLeft: number;
  readonly chosenFeatures: readonly string[];
  /** Kinds of features of which some are still to be chosen. */
  readonly openFeatures: readonly FeatureChoice[];
};

/** Settles a class, and what the choices named so far are worth in it. Null while the class is open. */
export function settleLevel(
  given: GivenChoices,
  block: Srd5eStatBlock,
  library: readonly LibrarySpell[],
): Settled | null {
  const possible = listClassesToTake(block);
  const named = Srd5eClassName.safeParse(given.class.toLowerCase()).data;
  const only = given.standard || possible.length === 1 ? possible[0] : undefined;
  const chosen = named ?? only;
  if (chosen === undefined) return null;
  const asks = listLevelChoices(block, chosen, given.subclass || undefined);
  const abilities = settleAbilities(given, block, asks.points);
  const spent = Object.values(abilities).reduce((sum, points) => sum + points, 0);
  const list = library.filter(
    ({ name, figures: { classes, level } }) =>
      classes.includes(chosen) && level <= asks.highestSpellLevel && !block.spells_known.includes(name),
  );
  const wanted = new Set(given.spells.map((name) => name.toLowerCase()));
  const isWanted = ({ name }: LibrarySpell) => wanted.has(name.toLowerCase());
  const cantrips = list.filter(({ figures }) => figures.level === 0);
  const spells = list.filter(({ figures }) => figures.level > 0);
  const learnedCantrips = cantrips.filter(isWanted).slice(0, asks.cantrips);
  const learnedSpells = spells.filter(isWanted).slice(0, asks.spells);
  const isTaken = (name: string) => wanted.has(name.toLowerCase()) || wanted.has(shorten(name).toLowerCase());
  const picked = asks.features.map((choice) => ({
    ...choice,
    names: choice.options.filter(isTaken).slice(0, choice.count),
  }));
  return {
    ...asks,
    class: chosen,
    chosenFeatures: picked.flatMap(({ names }) => names),
    openFeatures: picked
      .map(({ kind, count, options, names }) => ({
        kind,
        count: count - names.length,
        options: options.filter((name) => !names.includes(name)),
      }))
      .filter(({ count }) => count > 0),
    abilities,
    pointsLeft: asks.points - spent,
    learned: [...learnedCantrips, ...learnedSpells],
    openCantrips: cantrips.filter((spell) => !learnedCantrips.includes(spell)).toSorted(byLevel),
    openSpells: spells.filter((spell) => !learnedSpells.includes(spell)).toSorted(byLevel),
    // With fewer spells in the packs than a character may learn, all of them are enough.
    cantripsLeft: Math.min(asks.cantrips, cantrips.length) - learnedCantrips.length,
    spellsLeft: Math.min(asks.spells, spells.length) - learnedSpells.length,
  };
}

/** Orders the highest level first, then by name. */
function byLevel(one: LibrarySpell, other: LibrarySpell): number {
  return other.figures.level - one.figures.level || (one.name < other.name ? -1 : 1);
}

/** Keeps the named points that the level gives and that no score above 20 would come of. */
function settleAbilities(
  { abilities }: GivenChoices,
  block: Srd5eStatBlock,
  points: number,
): Settled['abilities'] {
  const settled: Partial<Record<Srd5eAbility, number>> = {};
  let left = points;
  for (const [name, wanted] of Object.entries(abilities)) {
    const ability = Srd5eAbility.safeParse(name.toLowerCase()).data;
    const room = ability === undefined ? 0 : HIGHEST_SCORE - block.abilities[ability];
    const placed = Math.max(0, Math.min(wanted, left, room));
    if (ability === undefined || placed === 0) continue;
    settled[ability] = placed;
    left -= placed;
  }
  return settled;
}

/** Finds the first choice of a level that is still open; null when none is, or the player leaves the rest to the standard. */
export function findLevelQuestion(
  given: GivenChoices,
  block: Srd5eStatBlock,
  library: readonly LibrarySpell[],
  say: Say,
): LevelQuestion | null {
  if (given.standard) return null;
  const level = block.classes.reduce((sum, entry) => sum + entry.level, 1);
  const settled = settleLevel(given, block, library);
  const question =
    settled === null ? askClass(block, level, say) : askWithinClass(settled, { given, block, level, say });
  if (question === null) return null;
  const standard = say('level.standard');
  const rest: LevelOption = { text: standard, name: standard, gives: { standard: true } };
  return { ...question, options: [...question.options, rest] };
}

function askClass(block: Srd5eStatBlock, level: number, say: Say): LevelQuestion {
  const options = listClassesToTake(block).map((name) => createOption(toLabel(name), { class: name }));
  return { text: say('level.class', { level }), options };
}

type Asked = {
  readonly given: GivenChoices;
  readonly block: Srd5eStatBlock;
  readonly level: number;
  readonly say: Say;
};

function askWithinClass(settled: Settled, { given, block, level, say }: Asked): LevelQuestion | null {
  const { cantripsLeft, spellsLeft, pointsLeft } = settled;
  if (given.hit_points === null) return askHitPoints(settled, level, say);
  if (settled.isSubclassDue && given.subclass === '') {
    const name = SRD5E_SUBCLASSES[settled.class];
    const text = say('level.subclass', { level, class: toLabel(settled.class) });
    return { text, options: [createOption(toLabel(name), { subclass: name })] };
  }
  const [feature] = settled.openFeatures;
  if (feature !== undefined) {
    const { kind, count, options } = feature;
    const text = say('level.feature', { level, kind, left: count });
    return {
      text,
      // Chosen features stand with the spells: both are names of what is learned.
      options: options.map((name) => ({ text: shorten(name), name, gives: { spells: [name] } })),
    };
  }
  const free = Srd5eAbility.options.filter(
    (name) => block.abilities[name] + (settled.abilities[name] ?? 0) < HIGHEST_SCORE,
  );
  if (pointsLeft > 0 && free.length > 0) {
    const options = free.map((name) => createOption(toLabel(name), { abilities: { [name]: 1 } }));
    return { text: say('level.ability', { level, left: pointsLeft }), options };
  }
  if (cantripsLeft > 0) {
    const text = say('level.cantrip', { level, left: cantripsLeft });
    return { text, options: settled.openCantrips.map(({ name }) => createOption(name, { spells: [name] })) };
  }
  if (spellsLeft === 0) return null;
  const text = say('level.spell', { level, left: spellsLeft });
  return { text, options: settled.openSpells.map(toSpellOption) };
}

/** Shortens `Fighting Style: Archery` to `Archery`. */
function shorten(feature: string): string {
  return feature.split(': ').at(-1) ?? feature;
}

function askHitPoints(
  { class: name, hitDie, averageHitPoints }: Settled,
  level: number,
  say: Say,
): LevelQuestion {
  const average = say('level.average', { points: averageHitPoints });
  const roll = say('level.roll', { dice: `1${hitDie}` });
  return {
    text: `${toLabel(name)}. ${say('level.hit_points', { level })}`,
    options: [createOption(average, { hit_points: 'average' }), createOption(roll, { hit_points: 'roll' })],
  };
}

function toSpellOption({ name, figures: { level } }: LibrarySpell): LevelOption {
  return { text: `${name} (${level})`, name, gives: { spells: [name] } };
}

function createOption(text: string, gives: LevelOption['gives']): LevelOption {
  return { text, name: text, gives };
}

function toLabel(name: string): string {
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}`.replaceAll('_', ' ');
}

/**
 * Adds the options an answer names, by text, name or number, several parted by commas. Null when a part names none of them: then it is
 * read as free words.
 */
export function addNamedOptions(
  given: GivenChoices,
  options: readonly LevelOption[],
  answer: string,
): GivenChoices | null {
  let choices = given;
  const whole = findOption(options, answer);
  const parts = whole === undefined ? answer.split(',') : [answer];
  for (const part of parts) {
    const option = findOption(options, part);
    if (option === undefined) return null;
    choices = addChoices(choices, option.gives);
  }
  return choices;
}

function findOption(options: readonly LevelOption[], said: string): LevelOption | undefined {
  const words = said.trim().toLowerCase();
  if (/^\d+$/.test(words)) return options[Number(words) - 1];
  return options.find(({ text, name }) => text.toLowerCase() === words || name.toLowerCase() === words);
}

function addChoices(given: GivenChoices, gives: LevelOption['gives']): GivenChoices {
  const abilities = { ...given.abilities };
  for (const [name, points] of Object.entries(gives.abilities ?? {}))
    abilities[name] = (abilities[name] ?? 0) + points;
  return { ...given, ...omitUndefined(gives), abilities, spells: [...given.spells, ...(gives.spells ?? [])] };
}

/** Joins choices with those of a later Reading of the same words, which repeats what the words say. */
export function joinChoices(given: GivenChoices, later: GivenChoices): GivenChoices {
  return {
    class: later.class || given.class,
    hit_points: later.hit_points ?? given.hit_points,
    subclass: later.subclass || given.subclass,
    abilities: { ...given.abilities, ...later.abilities },
    spells: [...new Set([...given.spells, ...later.spells])],
    standard: given.standard || later.standard,
  };
}
