import { z } from 'zod';
import { type CharacterMaker, createCharacterMaker, type MakingPlace } from '#engine/characters/making.ts';
import { buildSheet, type Sheet } from '#engine/characters/sheet.ts';
import { type DeclaredCheck, type ExplainedStat, listChecks } from '#engine/rules/declared-check.ts';
import { mergeTimeCosts, type TimeCosts } from '#engine/rules/elapsed-time.ts';
import { compileSchema, type SchemaFault } from '#engine/rules/json-schema.ts';
import type { Mechanics } from '#engine/rules/mechanics.ts';
import { parseStatBlock, Srd5eStatBlock } from '#engine/srd5e/stat-block.ts';
import type { Json } from '#engine/util/canonical-json.ts';
import type { Rejection } from '#engine/util/rejection.ts';
import type { Snapshot } from './snapshot.ts';

/** Ruleset of a campaign, as far as the operations need it. */
export type StateRules = {
  /** The numbers of the ruleset: costs, streaks, escalation, warnings. */
  readonly mechanics: Mechanics;
  /** The checks a Reading chooses from, in the author's order. Empty for a ruleset without mechanics. */
  readonly checks: readonly DeclaredCheck[];
  /** Meaning of the stats, as the author explains them. */
  readonly stats: readonly ExplainedStat[];
  /** The operations models and game masters may ask for; `all` leaves the choice open. */
  readonly allowedOperations: readonly string[] | 'all';
  /** True when stat blocks are SRD 5e stat blocks, with hit points, rests and death saves. */
  readonly srd5e: boolean;
  /** Costs of activities in world time; a model's estimate is moved into these ranges. */
  readonly timeCosts: TimeCosts;
  /** The JSON Schema of the ruleset's scene state: which paths there are. */
  readonly stateSchema: Json;
  /** The JSON Schema of a character's stat block. */
  readonly statSchema: Json;
  /** Empty when the scene state is valid. */
  readonly stateFaults: (state: Json) => readonly SchemaFault[];
  /** Empty when the stat block is valid. Characters without one (`{}`) are not asked about. */
  readonly statFaults: (stats: Json) => readonly SchemaFault[];
  /** Builds the labelled sheet of a stat block, with the numbers that follow from it. */
  readonly buildSheet: (stats: Json) => Sheet;
  /** Creates the guide by which players make characters. */
  readonly createMaker: (place: MakingPlace) => CharacterMaker;
};

/** Contents of a ruleset file, as far as they concern the snapshot. */
export type RulesetData = {
  readonly mechanics: Mechanics;
  readonly stateSchema: Json;
  /** `srd5e` is the built-in stat block. */
  readonly statSchema: Json;
  /** Meaning of the ruleset's stats; checks that are not written are generated from it. */
  readonly stats?: readonly ExplainedStat[];
  /** Stat block of characters who have none. */
  readonly defaults?: { readonly [key: string]: Json };
};

/** Creates the rules of a ruleset from its data and compiles its two schemas. Rejects a faulty schema. */
export function createStateRules(ruleset: RulesetData): StateRules | Rejection {
  const { mechanics, stateSchema, statSchema } = ruleset;
  const state = compileSchema(stateSchema);
  if ('rejected' in state) return state;
  const stats = statCheck(statSchema);
  if ('rejected' in stats) return stats;
  const { operations, time_costs } = mechanics;
  const described = { isSrd5e: statSchema === 'srd5e', schema: stats.schema, stats: ruleset.stats ?? [] };
  return {
    mechanics,
    checks: listChecks(mechanics, ruleset.stats),
    stats: ruleset.stats ?? [],
    // Authors may write advance-time as well as advance_time.
    allowedOperations: operations === 'all' ? 'all' : operations.map((name) => name.replaceAll('-', '_')),
    srd5e: statSchema === 'srd5e',
    timeCosts: mergeTimeCosts(time_costs),
    stateSchema,
    statSchema: stats.schema,
    stateFaults: (value) => state.check(value),
    statFaults: stats.check,
    buildSheet: (block) => buildSheet(block, described),
    createMaker: (place) =>
      createCharacterMaker(
        {
          ...described,
          defaults: ruleset.defaults ?? {},
          limits: mechanics.new_characters,
          faults: stats.check,
        },
        place,
      ),
  };
}

type StatCheck = { readonly schema: Json; readonly check: (stats: Json) => readonly SchemaFault[] };

function statCheck(schema: Json): StatCheck | Rejection {
  if (schema === 'srd5e') return { schema: SRD5E_SCHEMA, check: srd5eFaults };
  const compiled = compileSchema(schema);
  return 'rejected' in compiled ? compiled : { schema, check: (stats) => compiled.check(stats) };
}

// A JSON Schema is JSON; zod types it as an object of its own.
const SRD5E_SCHEMA = z.toJSONSchema(Srd5eStatBlock, { io: 'input' }) as unknown as Json;

function srd5eFaults(stats: Json): readonly SchemaFault[] {
  // Only an object can be remembered; anything else is refused at once.
  const parsed =
    typeof stats === 'object' && stats !== null ? parseStatBlock(stats) : Srd5eStatBlock.safeParse(stats);
  const issues = parsed.error?.issues ?? [];
  return issues.map(({ path, message }) => ({
    path: path.map((part) => (typeof part === 'number' ? part : String(part))),
    message,
  }));
}

/** Returns what the table's difficulty adds to the d20 of a persona; other characters roll as they are. */
export function getDifficultyShift(
  { calibration, personas }: Pick<Snapshot, 'calibration' | 'personas'>,
  { mechanics }: Pick<StateRules, 'mechanics'>,
  characterId: string,
): number {
  return personas.some((id) => id === characterId) ? mechanics.difficulty[calibration.difficulty] : 0;
}
