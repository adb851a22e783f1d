import { z } from 'zod';
import { SKILL_ABILITY, Srd5eAbility, Srd5eSkill, toTitle } from '#engine/srd5e/terms.ts';
import { assertNever } from '#engine/util/assert-never.ts';
import { SnakeName } from './names/snake-name.ts';
import type { Resolution } from './resolution.ts';

const ABILITY_COVERS: Readonly<Record<Srd5eAbility, string>> = {
  strength: 'Raw force: lifting, breaking, forcing a door, holding something shut.',
  dexterity:
    'Fine or quick hands without a skill of their own: tying, steering, disarming a trap with tools.',
  constitution: 'Enduring: marching on, holding the breath, going without sleep, keeping strong drink down.',
  intelligence:
    'Working something out or remembering it where no field of learning fits: a cipher, a sum, a cost.',
  wisdom: 'A hunch or plain good sense where nothing is seen, heard or read in a face.',
  charisma: 'Force of personality where nobody is lied to, asked, frightened or entertained.',
};

type Entry = { readonly covers: string; readonly opposed_by?: Srd5eSkill };

const SKILLS: Readonly<Record<Srd5eSkill, Entry>> = {
  athletics: {
    covers: 'Climbing, jumping, swimming, and wrestling, shoving or dragging somebody.',
    opposed_by: 'athletics',
  },
  acrobatics: { covers: 'Keeping balance, tumbling, rolling, slipping through or landing on the feet.' },
  sleight_of_hand: {
    covers: 'Picking a pocket, palming, planting or hiding a thing on oneself unseen.',
    opposed_by: 'perception',
  },
  stealth: {
    covers: 'Hiding, sneaking past, following or slipping away unnoticed.',
    opposed_by: 'perception',
  },
  arcana: { covers: 'Knowing about spells, magic items, symbols, planes and their creatures.' },
  history: { covers: 'Knowing about past events, lost realms, wars, families and old law.' },
  investigation: { covers: 'Searching closely, reading clues, working out how a thing was done or is made.' },
  nature: { covers: 'Knowing about land, weather, plants, animals and the cycles of nature.' },
  religion: { covers: 'Knowing about gods, rites, prayers, holy signs and cults.' },
  animal_handling: {
    covers: 'Calming, reading, guiding or riding an animal that is frightened or stubborn.',
  },
  insight: {
    covers: 'Telling what somebody really means: a lie, a fear, a next move.',
    opposed_by: 'deception',
  },
  medicine: { covers: 'Keeping the dying alive, tending wounds, telling an illness or a cause of death.' },
  perception: {
    covers: 'Noticing with eyes, ears or nose: an ambush, a whisper, a trace.',
    opposed_by: 'stealth',
  },
  survival: { covers: 'Tracking, hunting, finding the way, reading signs of weather and wild country.' },
  deception: {
    covers: 'Making somebody believe what is not true: lying, bluffing, disguise, double talk.',
    opposed_by: 'insight',
  },
  intimidation: { covers: 'Making somebody yield by threat, hostility or a show of force.' },
  performance: { covers: 'Holding an audience with music, dance, acting or a tale.' },
  persuasion: {
    covers: 'Winning somebody over honestly: asking, bargaining, pleading, calming, making friends.',
  },
};

/** The checks every srd5e ruleset has: 18 skills, then the 6 abilities for actions no skill covers. */
const SRD5E_CHECKS: readonly CheckData[] = [
  ...Srd5eSkill.options.map((skill) => ({
    id: skill,
    label: toTitle(skill),
    stat: SKILL_ABILITY[skill],
    skill,
    ...SKILLS[skill],
  })),
  ...Srd5eAbility.options.map((ability) => ({
    id: ability,
    label: toTitle(ability),
    stat: ability,
    covers: ABILITY_COVERS[ability],
  })),
];

/** Difficulty of an action, in words a model can choose from. A ruleset gives each word its value. */
export const DifficultyWord = z.enum(['easy', 'normal', 'hard', 'desperate']);
export type DifficultyWord = z.infer<typeof DifficultyWord>;

const DifficultyNumber = z.int().min(-30).max(30);

const Difficulty = z.union([
  DifficultyNumber,
  z.strictObject({
    easy: DifficultyNumber.exactOptional(),
    normal: DifficultyNumber.exactOptional(),
    hard: DifficultyNumber.exactOptional(),
    desperate: DifficultyNumber.exactOptional(),
  }),
]);

/** One check as an author writes it under `mechanics.checks`. */
export const CheckData = z.strictObject({
  id: SnakeName.describe('Unique in this list: sweet_talk.'),
  label: z.string().min(1).max(60).describe('What players see beside the roll: Tongue.'),
  stat: SnakeName.exactOptional().describe(
    'The stat or aspect that is added; under srd5e an ability. Left out where the resolution adds none (countdown).',
  ),
  skill: SnakeName.exactOptional().describe(
    'Only under srd5e: a skill. With stat too, that ability is used.',
  ),
  roll_type: SnakeName.exactOptional().describe(
    'Only under table_d100: which of its roll_types the table is. Left out: the one with the id of the check, else the first.',
  ),
  covers: z
    .string()
    .min(1)
    .max(300)
    .describe(
      'What kind of deed it is for, in one plain sentence. The model that reads the player chooses by it, in any language.',
    ),
  difficulty: Difficulty.exactOptional().describe(
    'A number, or one for each of easy, normal, hard, desperate. Under srd5e it is the DC (10, 15, 20, 25 unless written). ' +
      'With bands and aspects it is added to the roll, so harder is negative (0 unless written). Tables have none.',
  ),
  costs: SnakeName.exactOptional().describe(
    'The class of costs it is paid by, when it is not that of the kind of action: bribe.',
  ),
  opposed_by: SnakeName.exactOptional().describe(
    'The stat or skill with which the other person resists. With bands and aspects their number is subtracted from the roll. ' +
      'Under srd5e the DC is their passive score (10 + bonus) in place of the difficulty. Under table_d100 both numbers are given to ' +
      'whoever writes the table. Somebody without that number does not resist. Left out: the other person never counts.',
  ),
});
export type CheckData = Readonly<z.infer<typeof CheckData>>;

/** One entry of the list a Reading chooses from, with everything worked out. */
export type DeclaredCheck = {
  readonly id: string;
  /** Shown to players beside the roll. */
  readonly label: string;
  /** The sentence a model chooses by. */
  readonly covers: string;
  /** The stat, aspect or SRD 5e ability that is added; null where the resolution adds none. */
  readonly stat: string | null;
  /** A skill of SRD 5e; null under every other resolution. */
  readonly skill: string | null;
  /** Name of the offered table; null except under `table_d100`. */
  readonly rollType: string | null;
  /** The opponent's number that counts against the check; null for an unopposed check. */
  readonly opposedBy: string | null;
  /** Class of costs of its own; null for that of the kind of action. */
  readonly costClass: string | null;
  /** DCs under srd5e, otherwise numbers added to the roll. */
  readonly difficulty: Readonly<Record<DifficultyWord, number>>;
};

/** Stat as a ruleset explains it to players: its key, its name, and its meaning. */
export type ExplainedStat = {
  readonly id: string;
  readonly name: string;
  readonly represents: string;
  /** A character who has much of it, and one who has little. */
  readonly high?: string | undefined;
  readonly low?: string | undefined;
  /** Result of a good roll, and the price of a bad one. */
  readonly success?: string | undefined;
  readonly failure?: string | undefined;
};

/** Writes what a stat means: `Nerve: Keeping your hands still. Much: … Little: …` */
export function explainStat({ name, represents, high, low }: ExplainedStat): string {
  const scale = [high === undefined ? '' : `Much: ${high}`, low === undefined ? '' : `Little: ${low}`];
  return [`${name}: ${represents}`, ...scale].filter((part) => part !== '').join(' ');
}

type Declaring = { readonly checks: readonly CheckData[]; readonly resolution: Resolution };

/**
 * Lists the checks of a ruleset. A written list is the whole list, except under srd5e, where it adds to the 6 abilities and 18
 * skills and replaces those of the same id. Without a list there is one check for each stat, aspect or roll type.
 * Empty for a ruleset without mechanics: there the model asks for dice by the rulebook.
 */
export function listChecks(
  { checks, resolution }: Declaring,
  stats: readonly ExplainedStat[] = [],
): readonly DeclaredCheck[] {
  const written = checks.map((check) => toDeclaredCheck(check, resolution));
  if (resolution.kind === 'srd5e') {
    const own = new Set(written.map(({ id }) => id));
    const builtIn = SRD5E_CHECKS.filter(({ id }) => !own.has(id));
    return [...written, ...builtIn.map((check) => toDeclaredCheck(check, resolution))];
  }
  if (written.length > 0) return written;
  return deriveChecks(resolution, stats).map((check) => toDeclaredCheck(check, resolution));
}

const DIFFICULTY_CLASSES = { easy: 10, normal: 15, hard: 20, desperate: 25 } as const;
const NO_DIFFICULTY = { easy: 0, normal: 0, hard: 0, desperate: 0 } as const;

function toDeclaredCheck(check: CheckData, resolution: Resolution): DeclaredCheck {
  const { id, label, covers, stat = null, skill = null, opposed_by: opposedBy = null } = check;
  const usual = resolution.kind === 'srd5e' ? DIFFICULTY_CLASSES : NO_DIFFICULTY;
  const { difficulty = {} } = check;
  return {
    id,
    label,
    covers,
    stat,
    skill,
    rollType: resolution.kind === 'table_d100' ? rollTypeOf(check, resolution.roll_types) : null,
    opposedBy,
    costClass: check.costs ?? null,
    difficulty:
      typeof difficulty === 'number'
        ? { easy: difficulty, normal: difficulty, hard: difficulty, desperate: difficulty }
        : { ...usual, ...difficulty },
  };
}

function rollTypeOf({ id, roll_type }: CheckData, rollTypes: readonly string[]): string | null {
  return roll_type ?? rollTypes.find((type) => type === id) ?? rollTypes[0] ?? null;
}

function deriveChecks(resolution: Resolution, stats: readonly ExplainedStat[]): readonly CheckData[] {
  switch (resolution.kind) {
    case 'banded':
      return resolution.stats.length === 0 ? [ANY_RISK] : checksForStats(resolution.stats, stats);
    case 'd20_stat':
      return checksForStats(resolution.stats, stats);
    case 'aspect':
      return checksForStats(resolution.aspects, stats);
    case 'countdown':
      return [ANY_RISK];
    case 'table_d100':
      return resolution.roll_types.map((type) => ({
        id: type,
        label: toTitle(type),
        roll_type: type,
        covers: TABLE_COVERS[type] ?? `Matters of ${toTitle(type).toLowerCase()} whose outcome is open.`,
      }));
    // Built-in checks and the rulebook's own dice need nothing derived.
    case 'srd5e':
    case 'rulebook':
    case 'none':
      return [];
    default:
      return assertNever(resolution);
  }
}

const ANY_RISK: CheckData = {
  id: 'attempt',
  label: 'Attempt',
  covers: 'Any deed or word that takes courage, may fail, and would change something either way.',
};

const TABLE_COVERS: Readonly<Record<string, string>> = {
  persuasion: 'Moving a person or a council to grant, admit or give up something that costs them.',
  chaos: 'Events no one person decides: roads, weather, sickness, crowds, luck, news from far away.',
  battle: 'One phase of a fight between armed people: the approach, the clash or the pursuit.',
};

function checksForStats(names: readonly string[], stats: readonly ExplainedStat[]): readonly CheckData[] {
  return names.map((stat) => {
    const explained = stats.find(({ id }) => id === stat);
    const label = explained?.name ?? toTitle(stat);
    return { id: stat, label, stat, covers: explained?.represents ?? `Deeds that call for ${label}.` };
  });
}

/** Returns a check as it is for a player's character at a table of this difficulty: more is added, or the DC is lower. */
export function applyTableDifficulty(
  check: DeclaredCheck,
  shift: number,
  resolution: { readonly kind: string },
): DeclaredCheck {
  if (shift === 0) return check;
  const by = resolution.kind === 'srd5e' ? -shift : shift;
  const { easy, normal, hard, desperate } = check.difficulty;
  return {
    ...check,
    difficulty: { easy: easy + by, normal: normal + by, hard: hard + by, desperate: desperate + by },
  };
}
