import { rollDice, rollPlayerDice } from '#engine/rules/dice.ts';
import type { Roll } from '#engine/rules/roll.ts';
import { isRejection, type Rejection, reject } from '#engine/util/rejection.ts';
import { findChanges } from './checks/find-changes.ts';
import { checkModelChanges, checkModelInput } from './checks/model-limits.ts';
import { validateChanges } from './checks/validate-changes.ts';
import {
  addCoreMemory,
  createCorrectionMemory,
  deriveCoreMemories,
  type NewCoreMemory,
} from './edits/core-memories.ts';
import { fillActingPersona, findFirstPersona, isAlreadySo } from './edits/stored-operations.ts';
import type { Effect, TriggerSource } from './effect.ts';
import type { CharacterId } from './ids.ts';
import type {
  ChangedState,
  Operation,
  OperationContext,
  OperationOutcome,
  RollDetails,
} from './operation.ts';
import { findOperation, OPERATION_NAMES } from './operations.ts';
import type { StoredProposal } from './records/field-types.ts';
import type { Snapshot } from './snapshot.ts';
import { suggestName } from './suggest-name.ts';
import type { Knowledge } from './visibility.ts';

type Read = { readonly operation: Operation; readonly input: Readonly<Record<string, unknown>> };

/** Returns the operation a proposal names and its input, or the reason why this actor cannot use one. */
function readProposal(
  proposal: unknown,
  context: Pick<OperationContext, 'asker' | 'rules'>,
): Read | Rejection {
  if (typeof proposal !== 'object' || proposal === null || Array.isArray(proposal) || !('op' in proposal)) {
    return reject(
      'not-an-operation',
      'An operation is an object like { "op": "advance_time", "minutes": 5 }.',
    );
  }
  const { op, ...input } = proposal;
  const operation = typeof op === 'string' ? findOperation(op) : null;
  if (operation !== null) return refusalOf(operation, context) ?? { operation, input };
  const said = typeof op === 'string' ? op.slice(0, 80) : `that is a ${typeof op}`;
  const hint = typeof op === 'string' ? suggestName(op, OPERATION_NAMES) : ' Its name is a text.';
  return reject('unknown-operation', `There is no operation ${said}.${hint}`, ['op']);
}

function refusalOf(
  { name, askers }: Operation,
  { asker, rules }: Pick<OperationContext, 'asker' | 'rules'>,
): Rejection | null {
  if (askers !== undefined && !askers.includes(asker)) {
    return reject('not-yours-to-ask', `${name} can be asked for by ${askers.join(', ')}, not by ${asker}.`, [
      'op',
    ]);
  }
  const { allowedOperations } = rules;
  const bound = asker === 'model' || asker === 'gm';
  if (!bound || allowedOperations === 'all' || allowedOperations.includes(name)) return null;
  const sentence = `The ruleset does not allow ${name}; it allows ${allowedOperations.join(', ')}.`;
  return reject('operation-not-allowed', sentence, ['op']);
}

/** Facts about the turn whose operations the caller applies. */
export type ApplyContext = Omit<OperationContext, 'roll'> & {
  readonly dice: {
    readonly seed: string;
    /** Position of the turn's dice in the stream. Defaults to the index of the turn's scene. */
    readonly index?: number;
    /** The ordinal of the turn's next roll. */
    readonly nextOrdinal: number;
    /** The faces a player threw for these dice; null, as when left out, lets the engine throw them. */
    readonly given?: (expression: string, purpose: string, details: RollDetails) => readonly number[] | null;
  };
  /** GOD changes are remembered as a correction; true when the caller does so for several calls at once. */
  readonly correctionLogged?: boolean;
};

/** A proposal that was refused, and its place among the proposals. */
export type RefusedProposal = {
  readonly index: number;
  readonly proposal: unknown;
  readonly rejection: Rejection;
};

export type AppliedOperations = {
  /** The very same object when nothing was applied. */
  readonly snapshot: Snapshot;
  readonly effects: readonly Effect[];
  readonly rejected: readonly RefusedProposal[];
  /** Ordinal of the turn's next roll. The caller passes it to the next call of the same turn. */
  readonly nextOrdinal: number;
};

/** Maximum number of operations triggers may set off within one call, so that they cannot loop. */
export const MAX_TRIGGERED = 64;

type Batch = { readonly context: ApplyContext; nextOrdinal: number; triggersLeft: number };

/**
 * Applies proposals one after the other. Each stands alone: a refused one changes nothing, and the next is
 * tried on what the accepted ones made. Pure: the same arguments give the same result, dice included.
 */
export function applyOperations(
  snapshot: Snapshot,
  proposals: readonly unknown[],
  context: ApplyContext,
): AppliedOperations {
  const batch: Batch = { context, nextOrdinal: context.dice.nextOrdinal, triggersLeft: MAX_TRIGGERED };
  let current = snapshot;
  const effects: Effect[] = [];
  const rejected: RefusedProposal[] = [];
  const accepted: unknown[] = [];
  for (const [index, proposal] of proposals.entries()) {
    const outcome = applyOne(current, proposal, context, batch);
    if ('rejected' in outcome) {
      rejected.push({ index, proposal, rejection: outcome });
      continue;
    }
    const settled = fireTriggers(outcome, batch);
    current = settled.snapshot;
    effects.push(...settled.effects);
    accepted.push(proposal);
  }
  if (context.asker === 'god' && accepted.length > 0 && context.correctionLogged !== true) {
    const corrected = withMemories(
      current,
      effects,
      [createCorrectionMemory(accepted.map((proposal) => JSON.stringify(proposal)))],
      context,
    );
    return { ...corrected, rejected, nextOrdinal: batch.nextOrdinal };
  }
  return { snapshot: current, effects, rejected, nextOrdinal: batch.nextOrdinal };
}

/** Applies all proposals or, when one of them is refused, none: the snapshot is then the very same object. */
export function applyAllOrNone(
  snapshot: Snapshot,
  proposals: readonly unknown[],
  context: ApplyContext,
): AppliedOperations {
  const applied = applyOperations(snapshot, proposals, context);
  if (applied.rejected.length === 0) return applied;
  return { snapshot, effects: [], rejected: applied.rejected, nextOrdinal: context.dice.nextOrdinal };
}

function applyOne(
  snapshot: Snapshot,
  proposal: unknown,
  context: ApplyContext,
  batch: Batch,
): OperationOutcome {
  const read = readProposal(proposal, context);
  if (isRejection(read)) return read;
  const beyond = checkModelInput(read.operation.name, read.input, snapshot, context);
  if (beyond !== null) return beyond;
  const rolls: Roll[] = [];
  const { dice, correctionLogged: _logged, ...known } = context;
  const place = { sceneIndex: context.sceneIndex, diceIndex: dice.index ?? context.sceneIndex };
  const outcome = read.operation.attempt(snapshot, read.input, {
    ...known,
    roll(expression, purpose, details = {}) {
      const ordinal = batch.nextOrdinal + rolls.length;
      const request = { ...details, ...place, purpose, ordinal };
      const faces = dice.given?.(expression, purpose, details) ?? null;
      const result =
        faces === null
          ? rollDice(expression, { ...request, seed: dice.seed })
          : rollPlayerDice(expression, faces, { ...request, playerDice: 'asked' });
      if (!isRejection(result)) rolls.push(result);
      return result;
    },
  });
  if ('rejected' in outcome) return outcome;
  const changes = findChanges(snapshot, outcome.snapshot);
  const broken = validateChanges(read.operation.name, snapshot, outcome.snapshot, changes, context.rules);
  if (broken !== null) return broken;
  const tooFar = checkModelChanges(read.operation.name, snapshot, outcome.snapshot, changes, context);
  if (tooFar !== null) return tooFar;
  // A refused operation takes no ordinal: only here is it certain that this one stands.
  batch.nextOrdinal += rolls.length;
  const rolled = rolls.map((made): Effect => ({ type: 'rolled', roll: made }));
  const effects = [...rolled, ...outcome.effects];
  return withMemories(
    outcome.snapshot,
    effects,
    deriveCoreMemories(snapshot, outcome.snapshot, changes, effects),
    context,
  );
}

function withMemories(
  snapshot: Snapshot,
  effects: readonly Effect[],
  memories: readonly NewCoreMemory[],
  context: ApplyContext,
): ChangedState {
  let changed: ChangedState = { snapshot, effects };
  for (const memory of memories) {
    const kept = addCoreMemory(changed.snapshot, memory, context);
    changed = { snapshot: kept.snapshot, effects: [...changed.effects, ...kept.effects] };
  }
  return changed;
}

/**
 * Applies operations set off by clocks, deadlines, agendas and resources, and those they set off in turn, as the
 * engine.
 */
function fireTriggers(changed: ChangedState, batch: Batch): ChangedState {
  let { snapshot } = changed;
  const effects = [...changed.effects];
  for (let at = 0; at < effects.length; at += 1) {
    const effect = effects[at];
    if (effect?.type !== 'trigger-fired') continue;
    const setOffBy = knowledgeOf(snapshot, effect.source);
    const { latest: _bound, ...context } = batch.context;
    const engine: ApplyContext = { ...context, asker: 'engine', setOffBy };
    const personaId = effect.personaId ?? findFirstPersona(snapshot);
    const own = effect.operations.map((operation) => fillActingPersona(operation, personaId));
    for (const proposals of [notesOf(effect, setOffBy), own]) {
      const outcome = applyTogether(snapshot, proposals, engine, batch);
      if ('rejected' in outcome) {
        effects.push(failedTrigger(effect.source, outcome));
        continue;
      }
      snapshot = outcome.snapshot;
      effects.push(...outcome.effects);
    }
  }
  return { snapshot, effects };
}

/** Applies the operations of one trigger: all of them or none. Passes over those whose result already holds. */
function applyTogether(
  snapshot: Snapshot,
  proposals: readonly unknown[],
  context: ApplyContext,
  batch: Batch,
): OperationOutcome {
  const { nextOrdinal } = batch;
  let current = snapshot;
  const effects: Effect[] = [];
  for (const proposal of proposals) {
    const outcome = batch.triggersLeft > 0 ? applyOne(current, proposal, context, batch) : TOO_MANY;
    batch.triggersLeft -= 1;
    if ('rejected' in outcome) {
      if (isAlreadySo(outcome)) continue;
      batch.nextOrdinal = nextOrdinal;
      return outcome;
    }
    current = outcome.snapshot;
    effects.push(...outcome.effects);
  }
  return { snapshot: current, effects };
}

/**
 * Applies the operations of a trigger that a persona's action set off, and what they set off in turn. All of them or none:
 * then the rejection is returned.
 */
export function applyTrigger(
  snapshot: Snapshot,
  operations: readonly StoredProposal[],
  personaId: CharacterId,
  context: ApplyContext,
): AppliedOperations | Rejection {
  const batch: Batch = { context, nextOrdinal: context.dice.nextOrdinal, triggersLeft: MAX_TRIGGERED };
  const own = operations.map((operation) => fillActingPersona(operation, personaId));
  const outcome = applyTogether(snapshot, own, context, batch);
  if ('rejected' in outcome) return outcome;
  return { ...fireTriggers(outcome, batch), rejected: [], nextOrdinal: batch.nextOrdinal };
}

type Fired = Extract<Effect, { readonly type: 'trigger-fired' }>;

/** Returns a chronicle entry for a trigger that players can see. Without the entry, players would not be told of it. */
function notesOf({ source, description }: Fired, { visibility, knownTo }: Knowledge): readonly object[] {
  const isSeen = visibility === 'public' || knownTo.length > 0;
  if (!isSeen || description.trim() === '') return [];
  return [{ op: 'log_event', type: source.kind, summary: description.trim() }];
}

/**
 * Returns who knows of a trigger's results: those who know of its clock, deadline or resource. An agenda's results
 * stay hidden.
 */
function knowledgeOf(
  { clocks, deadlines, resources, facts, personas }: Snapshot,
  { kind, id }: TriggerSource,
): Knowledge {
  const records: { readonly [kind in TriggerSource['kind']]: { readonly [id: string]: Knowledge } } = {
    clock: clocks,
    deadline: deadlines,
    resource: resources,
    fact: facts,
    agenda: {},
    consequence: { [id]: { visibility: 'hidden', knownTo: personas } },
    meter: { [id]: { visibility: 'hidden', knownTo: personas } },
  };
  const record = records[kind][id];
  if (record === undefined) return { visibility: 'hidden', knownTo: [] };
  // Personas may see the results of a source that only the game master knows of.
  const { visibility, knownTo } = record;
  return { visibility: visibility === 'gm' ? 'hidden' : visibility, knownTo };
}

const TOO_MANY = reject('too-many-triggers', `At most ${MAX_TRIGGERED} operations can be set off at once.`);

function failedTrigger({ kind, id }: TriggerSource, { reason }: Rejection): Effect {
  const text = `The ${kind} ${id} set off an operation that was refused: ${reason}`;
  return { type: 'notice', audience: 'gm', text };
}
