import type { Outcome } from '#engine/contracts/outcome.ts';
import { applyOperations, type RefusedProposal } from '#engine/state/apply-operations.ts';
import type { Effect } from '#engine/state/effect.ts';
import { findWitnessingPersonas } from '#engine/state/knowledge.ts';
import { createResolution, listPlainConditions } from '#engine/state/settle-story.ts';
import type { Snapshot } from '#engine/state/snapshot.ts';
import { addMicroseconds, countMinutes, type WorldTime } from '#engine/util/world-time.ts';
import type { Checked, Narrated, ProseWritten, RecordedOutcome } from '../context.ts';
import type { ReadyToNarrate } from '../packet/narrate-input.ts';
import type { Recorder } from '../recording/recorder.ts';
import { replaceNewNames } from '../resolvers/resolve-outcome.ts';
import { createDicePosition } from '../rule/apply-context.ts';
import { listStaying } from '../rule/certain-actions.ts';
import { createAdvanceTime, listElapsedTimeEffects } from '../rule/elapsed-time.ts';
import { settleTurn } from '../rule/settle-turn.ts';
import {
  createSharedKnowledge,
  findGainer,
  findUncoveredItems,
  isGainBacked,
  isSameName,
  listImplied,
  listMoves,
  listNewPeople,
  listNewPlaces,
  listNewThings,
  listPresence,
  toSheetMoney,
} from './outcome-operations.ts';
import { listAfterwards } from './planning-operations.ts';

export type OutcomeSources = ReadyToNarrate &
  Pick<Narrated, 'narration'> &
  Pick<ProseWritten, 'sentences'> &
  RecordedOutcome &
  Pick<Checked, 'prose'>;
type Asker = 'model' | 'engine';

export type AppliedOutcome = {
  readonly snapshot: Snapshot;
  readonly effects: readonly Effect[];
  /** Refused proposals of the model, as sentences for the next narrator. */
  readonly refused: readonly string[];
};

/**
 * Applies an outcome to the world the rules left. The order is: the place, proposed operations, newly fixed facts, who is
 * where, time, effects of passing time, choices and notes. Each builds on the one before; a contradiction is refused and
 * kept.
 */
export function applyOutcome(
  draft: OutcomeSources,
  recorder: Pick<Recorder, 'operations' | 'note'>,
): AppliedOutcome {
  const world = createWorld(draft, recorder);
  world.apply([...listReturns(draft), ...listGoals(draft)], 'engine');
  const { placeId } = draft.resolvedSnapshot.scene;
  world.apply(listNewPlaces(draft.outcome, placeId), 'model');
  const placed = replaceNewNames(draft.outcome, world.newIds()).outcome;
  world.apply(
    listMoves(placed, world.snapshot(), listStaying(draft.reading, draft.persona.id, world.snapshot())),
    'model',
  );
  // People and things are introduced where the scene is after the move.
  world.apply(listNewPeople(draft.outcome), 'model');
  const uncovered = findUncoveredItems(draft.outcome, world.snapshot());
  const finders = findWitnessingPersonas(world.snapshot(), draft.persona.id);
  world.apply(
    uncovered.map(({ id }) => ({ op: 'discover_entity', entityId: id, personaIds: finders, method: 'told' })),
    'engine',
  );
  // Things may be in the hands of people who have only just been introduced.
  const carried = replaceNewNames(draft.outcome, world.newIds()).outcome;
  const things = carried.things.filter(({ name }) => !uncovered.some((item) => isSameName(item.name, name)));
  world.apply(
    listBacked(draft, withQuotes(draft, listNewThings({ ...carried, things }, world.snapshot())), recorder),
    'model',
  );
  const newIds = new Map([
    ...world.newIds(),
    ...uncovered.flatMap(({ id, names }) => names.map((name) => [name, id] as const)),
  ]);
  const { outcome, dropped } = replaceNewNames(draft.outcome, newIds);
  if (dropped.length > 0) recorder.note('apply', { dropped });
  const operations = outcome.operations.map((one) =>
    toSheetMoney(one, draft.resolvedSnapshot.entities, draft.playbook.rules),
  );
  world.apply(listBacked(draft, operations, recorder), 'model');
  const witnesses = findWitnessingPersonas(world.snapshot(), draft.persona.id);
  world.apply(listImplied(outcome, world.snapshot(), witnesses), 'model');
  world.apply(listPresence(outcome, world.snapshot()), 'model');
  lengthenTime(draft, world);
  const personaIds = findWitnessingPersonas(world.snapshot(), draft.persona.id);
  if (personaIds.length > 1) world.apply([{ op: 'share_summaries', personaIds }], 'engine');
  world.apply(listFulfilled(draft, world.snapshot()), 'engine');
  const settled = settleTurn(draft, world.snapshot(), recorder);
  world.replace(settled);
  const hasEnded = settled.snapshot.ending !== undefined;
  world.apply(listAfterwards(draft, world.refused(), { hasEnded, now: settled.snapshot }), 'engine');
  return { snapshot: world.snapshot(), effects: world.effects(), refused: world.refused() };
}

function createWorld(draft: OutcomeSources, recorder: Pick<Recorder, 'operations'>) {
  const { playbook, sceneIndex, protection, span } = draft;
  const latest = minutesAfterStart(draft, span.most);
  const left = listLeftBehind(draft);
  let snapshot = draft.resolvedSnapshot;
  let nextOrdinal = draft.rolls.length;
  const effects: Effect[] = [];
  const refused: string[] = [];
  return {
    snapshot: () => snapshot,
    effects: () => effects,
    refused: () => refused,
    note: (more: readonly Effect[]) => void effects.push(...more),
    /** Goes on from a world that was changed elsewhere. */
    replace: (changed: { readonly snapshot: Snapshot; readonly effects: readonly Effect[] }): void => {
      snapshot = changed.snapshot;
      effects.push(...changed.effects);
    },
    /** Returns the ids of all entities introduced so far, by name. */
    newIds: (): ReadonlyMap<string, string> =>
      new Map(
        effects.flatMap((effect) => {
          const entity = effect.type === 'entity-introduced' ? snapshot.entities[effect.id] : undefined;
          return entity === undefined ? [] : [[entity.name, entity.id] as const];
        }),
      ),
    apply(proposals: readonly object[], asker: Asker): void {
      if (proposals.length === 0) return;
      const witnesses = findWitnessingPersonas(snapshot, draft.persona.id).filter((id) => !left.includes(id));
      const known = createSharedKnowledge(snapshot, witnesses);
      const operations = proposals.map(withoutEvidence).map((one) => withKnowledge(one, known));
      const applied = applyOperations(snapshot, operations, {
        sceneIndex,
        rules: playbook.rules,
        calendar: playbook.calendar,
        asker,
        hold: protection,
        latest,
        dice: createDicePosition(draft, nextOrdinal),
      });
      ({ snapshot, nextOrdinal } = applied);
      effects.push(...applied.effects);
      recorder.operations({ asker, proposals, effects: applied.effects, rejected: applied.rejected });
      // A fault of form is no news for a narrator; what the world refused is.
      if (asker === 'model') refused.push(...applied.rejected.filter(isOfTheWorld).map(explainRefused));
    },
  };
}

/** Lists the personas and companions whom the outcome leaves behind when it moves to another place. */
function listLeftBehind({ outcome, reading, persona, resolvedSnapshot }: OutcomeSources): readonly string[] {
  const stays = outcome.place === '' || outcome.place === resolvedSnapshot.scene.placeId;
  return stays ? [] : listStaying(reading, persona.id, resolvedSnapshot);
}

/** Adds who knows of it to an operation that introduces something. */
function withKnowledge(operation: object, known: ReturnType<typeof createSharedKnowledge>): object {
  const { op } = operation as { op?: unknown };
  if (known.visibility !== 'hidden') return operation;
  if (op === 'enact_law') return { ...operation, knownTo: known.knownTo };
  return op === 'introduce_entity' || op === 'introduce_item' ? { ...operation, ...known } : operation;
}

/** Removes `quote` and `sentence`, which are evidence for the engine and not input of an operation. */
function withoutEvidence(proposal: object): object {
  const {
    quote: _quote,
    sentence: _sentence,
    ...operation
  } = proposal as { quote?: unknown; sentence?: unknown };
  return operation;
}

const FORM_FAULTS: ReadonlySet<string> = new Set([
  'invalid-input',
  'bad-input',
  'unknown-operation',
  'unknown-path',
  'replaces-parent',
]);

function isOfTheWorld({ rejection }: RefusedProposal): boolean {
  return !FORM_FAULTS.has(rejection.rejected);
}

function explainRefused({ rejection }: RefusedProposal): string {
  return rejection.reason.slice(0, 400);
}

/** Lists operations that bring a persona back when it is played after it was taken out of the world. */
function listReturns({ resolvedSnapshot, persona }: OutcomeSources): readonly object[] {
  const { scene, entities } = resolvedSnapshot;
  const now = entities[persona.id];
  const isNowhere = now?.kind === 'character' && now.placeId === null && now.status !== 'dead';
  if (!isNowhere || scene.presentIds.includes(persona.id)) return [];
  return [{ op: 'enter_scene', characterId: persona.id }];
}

/** Goals that characters changed for themselves; their later reactions and the narrator read them. */
function listGoals({ reactions }: OutcomeSources): readonly object[] {
  return reactions.flatMap(({ characterId, reaction: { goals } }) =>
    goals.length === 0
      ? []
      : [{ op: 'update_entity', entityId: characterId, path: 'internal.goals', value: goals }],
  );
}

const HARMING: ReadonlySet<unknown> = new Set(['deal_damage', 'set_hit_points']);
/** Operations on bodies and means that only the rules carry out while a fight goes on. */
const OF_FIGHTS: ReadonlySet<unknown> = new Set([
  'deal_damage',
  'set_hit_points',
  'heal',
  'grant_temporary_hit_points',
  'set_life',
  'make_death_save',
  'stabilize',
  'revive',
  'change_exhaustion',
  'spend_resource',
  'restore_resource',
  'advance_combat',
  'start_combat',
  'award_experience',
  'gain_level',
]);

/**
 * Drops what no model may propose: a gain for a persona that no sentence of the prose backs, and harm to a character the
 * rules hurt this turn. In a fight only the rules harm, heal, spend and reward.
 */
function listBacked(
  { prose, playerText, harmed, snapshot, resolvedSnapshot, playbook }: OutcomeSources,
  operations: readonly object[],
  recorder: Pick<Recorder, 'note'>,
): readonly object[] {
  const dropped: object[] = [];
  const isFought =
    playbook.rules.srd5e &&
    (snapshot.combat !== null || resolvedSnapshot.combat !== null || harmed.length > 0);
  const kept = operations.filter((one) => {
    const operation = one as Readonly<Record<string, unknown>>; // an operation is an object of named fields
    const gainer = findGainer(operation, playbook.rules);
    const isPersonas = resolvedSnapshot.personas.some((id) => id === gainer);
    const isUnbacked = isPersonas && !isGainBacked(String(operation.quote ?? ''), prose, playerText);
    const targetId = String(operation.targetId ?? operation.characterId);
    const isHarm = HARMING.has(operation.op) && harmed.includes(targetId);
    const isOfFight = isFought && OF_FIGHTS.has(operation.op);
    if (isUnbacked || isHarm || isOfFight) dropped.push(operation);
    return !(isUnbacked || isHarm || isOfFight);
  });
  if (dropped.length > 0) recorder.note('apply', { notBacked: dropped });
  return kept;
}

/** Adds the sentence a new thing comes from as the quotation that backs it. */
function withQuotes(
  { outcome, sentences }: OutcomeSources,
  operations: readonly object[],
): readonly object[] {
  return operations.map((operation) => {
    const { op, name } = operation as { op?: unknown; name?: unknown };
    if (op !== 'introduce_item') return operation;
    const thing: Outcome['things'][number] | undefined = outcome.things.find((one) => one.name === name);
    const quote = thing?.sentence === undefined ? '' : (sentences[thing.sentence - 1] ?? '');
    return { ...operation, quote };
  });
}

/** Lists the operations for conditions in plain words that `record` found fulfilled, each with words of the prose. */
function listFulfilled(
  { outcome, prose, playerText }: OutcomeSources,
  snapshot: Snapshot,
): readonly object[] {
  return listPlainConditions(snapshot).flatMap((condition) => {
    const found = outcome.fulfilled.find(({ id }) => id === condition.key);
    return found !== undefined && isGainBacked(found.quote, prose, playerText)
      ? [createResolution(condition)]
      : [];
  });
}

/**
 * Lets an outcome lengthen the turn up to the bound of the rules. Applies what falls due in the time the rules had not
 * counted. That time comes from the outcome's minutes, a way it tells of, or an operation.
 */
function lengthenTime(draft: OutcomeSources, world: ReturnType<typeof createWorld>): void {
  const { outcome, span, snapshot: start, playbook } = draft;
  const elapsed = countMinutes(start.time, world.snapshot().time);
  const mayLengthen = span.most > span.fixed && world.snapshot().combat === null;
  if (mayLengthen && outcome.minutes > elapsed + 0.5)
    world.apply([createAdvanceTime(outcome.minutes - elapsed)], 'engine');
  const counted = { ...draft.resolvedSnapshot, time: minutesAfterStart(draft, span.fixed) };
  const brought = listElapsedTimeEffects(counted, world.snapshot(), playbook);
  world.apply(brought.operations, 'engine');
  world.note(brought.notices);
}

const MICROSECONDS_PER_MINUTE = 60_000_000;

function minutesAfterStart({ snapshot }: OutcomeSources, minutes: number): WorldTime {
  return addMicroseconds(snapshot.time, Math.round(minutes * MICROSECONDS_PER_MINUTE));
}
