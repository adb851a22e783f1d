import type { SchemaFault } from '#engine/rules/json-schema.ts';
import { Srd5eStatBlock } from '#engine/srd5e/stat-block.ts';
import { isJsonObject, type Json, toCanonicalJson } from '#engine/util/canonical-json.ts';
import { compareWorldTimes } from '#engine/util/world-time.ts';
import { findChanges } from './checks/find-changes.ts';
import { findBrokenReference } from './checks/references.ts';
import { readPath } from './paths/json-path.ts';
import type { Character } from './record.ts';
import type { Snapshot } from './snapshot.ts';
import type { StateRules } from './state-rules.ts';
import { type Assignment, DELETE, type TranslationContext } from './state-updates/assignment.ts';
import { findCharacterByName, findItemByName, findLocationByName } from './state-updates/find-by-name.ts';

/** Returns the state's value at a path of the protocol; undefined where the engine keeps nothing to compare. */
function readClaimedValue({ path, value }: Assignment, situation: TranslationContext): Json | undefined {
  const { snapshot, personaId } = situation;
  const [root, ...fields] = path;
  switch (root) {
    case 'player_character_data': {
      const persona = snapshot.entities[personaId];
      return persona?.kind === 'character' ? readCharacter(persona, fields, value, situation) : undefined;
    }
    case 'npc_data': {
      const [name = '', ...rest] = fields;
      const character = findCharacterByName(snapshot, name);
      if (character === null) return value === DELETE ? DELETE : undefined;
      return rest.length === 0 && value === DELETE
        ? 'present in the state'
        : readCharacter(character, rest, value, situation);
    }
    case 'world_data':
      return readWorld(fields, value, situation);
    case 'custom_campaign_state':
      return readPath(snapshot.custom, fields);
    default:
      return undefined;
  }
}

function readWorld(
  [field, part]: readonly string[],
  value: Json,
  { snapshot, calendar }: TranslationContext,
): Json | undefined {
  if (field === 'current_location') return placeLike(snapshot.scene.placeId, value, snapshot);
  if (field === 'world_time' && part !== undefined) {
    const { timeOfDay, ...parts } = calendar.partsOf(snapshot.time);
    const read: { readonly [part: string]: Json | undefined } = { ...parts, time_of_day: timeOfDay };
    return read[part];
  }
  return undefined;
}

/** Returns the place as the claim names it, by id or by name, so that both compare. */
function placeLike(placeId: string | null, value: Json, snapshot: TranslationContext['snapshot']): Json {
  const claimed = typeof value === 'string' ? findLocationByName(snapshot, value) : null;
  return claimed !== null && claimed.id === placeId ? value : placeId;
}

function readCharacter(
  character: Character,
  fields: readonly string[],
  value: Json,
  { snapshot, rules }: TranslationContext,
): Json | undefined {
  const [field = '', ...rest] = fields;
  switch (field) {
    case 'name':
      return character.name;
    case 'role':
      return character.role;
    case 'status':
      return character.status;
    case 'conscious':
      return character.status === 'conscious';
    case 'captive':
      return character.captive;
    case 'present':
      return snapshot.scene.presentIds.includes(character.id);
    case 'location':
    case 'current_location':
      return placeLike(character.placeId, value, snapshot);
    case 'inventory':
      return readItem(character, rest, value, snapshot);
    default:
      return rules.srd5e ? readBlock(character, [field, ...rest].join('.')) : undefined;
  }
}

function readItem(
  character: Character,
  [name = '']: readonly string[],
  value: Json,
  snapshot: TranslationContext['snapshot'],
): Json | undefined {
  if (name === 'gold') return readBlock(character, 'gold');
  const item = findItemByName(snapshot, name);
  const held = item === null ? undefined : snapshot.inventory[character.id]?.[item.id];
  if (held === undefined) return typeof value === 'number' ? 0 : DELETE;
  // A description of a thing is claimed to be there, which it is.
  return isJsonObject(value) ? value : held.quantity;
}

function readBlock({ stats }: Character, field: string): Json | undefined {
  const parsed = Srd5eStatBlock.safeParse(stats);
  if (!parsed.success) return readPath(stats, BLOCK_PATHS[field] ?? [field]);
  // A stat block is JSON.
  return readPath(parsed.data as unknown as Json, BLOCK_PATHS[field] ?? [field]);
}

const BLOCK_PATHS: Readonly<Record<string, readonly string[]>> = {
  hp_current: ['hit_points', 'current'],
  hp_max: ['hit_points', 'max'],
  temp_hp: ['hit_points', 'temporary'],
  gold: ['resources', 'gold'],
  'resources.gold': ['resources', 'gold'],
  'experience.current': ['experience'],
};

const TIME_OF_DAY = 'world_data.world_time.time_of_day';

/** Contradiction within the state, or between the state and a claim, with the correct value. */
export type Discrepancy = {
  /** Path in the protocol's words, with characters by id: `npc_data.npc_goblin_001.hp_current`. */
  readonly path: readonly string[];
  readonly found: Json;
  readonly expected: Json;
  /** `HP shows 45 but should be 75`, for a person. */
  readonly sentence: string;
};

/** Value from a source outside the state: a paper sheet, a narration, a save of another game. */
export type StateClaim = { readonly path: string; readonly value: Json };

/**
 * Lists contradictions within the state first, then claims the state disagrees with. Skips claims about values the
 * engine does not keep.
 */
export function findDiscrepancies(
  situation: TranslationContext,
  claims: readonly StateClaim[] = [],
): readonly Discrepancy[] {
  return [...inItself(situation), ...claims.flatMap((claim) => claimed(claim, situation))];
}

/**
 * Formats the block a game master can paste to correct discrepancies, one change a line. Omits derived values, which
 * cannot be set. The block is empty when nothing else is wrong.
 */
export function formatRepairBlock(discrepancies: readonly Discrepancy[]): string {
  const lines = discrepancies
    .map(({ path, expected }) => ({ path: path.join('.'), expected }))
    .filter(({ path }) => path !== TIME_OF_DAY)
    .map(({ path, expected }) => `${path} = ${expected === DELETE ? DELETE : JSON.stringify(expected)}`);
  return lines.length === 0 ? '' : ['GOD_MODE_SET:', ...new Set(lines)].join('\n');
}

function claimed({ path, value }: StateClaim, situation: TranslationContext): Discrepancy[] {
  const assignment: Assignment = { path: withId(path.split('.'), situation.snapshot), value };
  const found = readClaimedValue(assignment, situation);
  if (found === undefined || toCanonicalJson(found) === toCanonicalJson(value)) return [];
  return [discrepancy(assignment.path, found, value)];
}

/**
 * Returns the trimmed steps of a claim, with the character's id in place of its name. Names may contain dots, and
 * several characters may share one. Chooses the longest known name.
 */
function withId(steps: readonly string[], snapshot: Snapshot): readonly string[] {
  const [root = '', ...rest] = steps.map((step) => step.trim());
  if (root !== 'npc_data') return [root, ...rest];
  for (let length = rest.length; length > 0; length -= 1) {
    const character = findCharacterByName(snapshot, steps.slice(1, length + 1).join('.'));
    if (character !== null) return [root, character.id, ...rest.slice(length)];
  }
  return [root, ...rest];
}

function inItself({ snapshot, personaId, rules }: TranslationContext): Discrepancy[] {
  const people = Object.values(snapshot.entities).filter(
    (entity): entity is Character => entity.kind === 'character',
  );
  const pathOf = ({ id }: Character) => (id === personaId ? ['player_character_data'] : ['npc_data', id]);
  return [
    ...people
      .filter(({ retired }) => !retired)
      .flatMap((character) => [
        ...misplaced(snapshot, character, pathOf(character)),
        ...(rules.srd5e ? misjudged(character, pathOf(character)) : []),
      ]),
    ...overdue(snapshot),
  ];
}

/** Reports a character who is in the scene but whose place is not the scene's. */
function misplaced({ scene }: Snapshot, { id, placeId }: Character, path: readonly string[]): Discrepancy[] {
  if (scene.placeId === null || !scene.presentIds.includes(id) || placeId === scene.placeId) return [];
  return [discrepancy([...path, 'location'], placeId, scene.placeId)];
}

/** Reports a status that disagrees with the stat block, or current hit points above the maximum. */
function misjudged({ stats, status }: Character, path: readonly string[]): Discrepancy[] {
  if (Object.keys(stats).length === 0) return [];
  const parsed = Srd5eStatBlock.safeParse(stats);
  if (parsed.success) {
    const right = parsed.data.status === 'stable' ? 'unconscious' : parsed.data.status;
    return right === status ? [] : [discrepancy([...path, 'status'], status, right)];
  }
  const points = Srd5eStatBlock.shape.hit_points.safeParse(stats.hit_points);
  if (!points.success || points.data.current <= points.data.max) return [];
  return [discrepancy([...path, 'hp_current'], points.data.current, points.data.max)];
}

function overdue({ deadlines, time }: Snapshot): Discrepancy[] {
  return Object.values(deadlines)
    .filter(({ status, dueAt }) => status === 'active' && compareWorldTimes(time, dueAt) >= 0)
    .map(({ id }) => discrepancy(['world_data', 'time_sensitive_events', id, 'status'], 'active', 'missed'));
}

function discrepancy(path: readonly string[], found: Json, expected: Json): Discrepancy {
  const wanted = expected === DELETE ? 'should not be there' : `should be ${JSON.stringify(expected)}`;
  const shown = found === DELETE ? 'is missing' : `shows ${JSON.stringify(found)}`;
  return { path, found, expected, sentence: `${path.join('.')} ${shown} but ${wanted}.` };
}

/**
 * Lists every fault of a snapshot that parses: ids that name nothing, a ruleset state or stat blocks the ruleset
 * rejects. Used for worlds from outside: a pack's entry point, an import.
 */
export function findSnapshotFaults(snapshot: Snapshot, rules: StateRules): readonly SchemaFault[] {
  const dangling = findBrokenReference(snapshot, findChanges(null, snapshot));
  return [
    ...(dangling === null ? [] : [dangling]),
    ...rules.stateFaults(snapshot.rulesetState).map((fault) => below(['rulesetState'], fault)),
    ...Object.values(snapshot.entities).flatMap((entity) => {
      if (entity.kind !== 'character' || Object.keys(entity.stats).length === 0) return [];
      return rules.statFaults(entity.stats).map((fault) => below(['entities', entity.id, 'stats'], fault));
    }),
  ];
}

function below(path: readonly string[], fault: SchemaFault): SchemaFault {
  return { path: [...path, ...fault.path], message: fault.message };
}
