import { z } from 'zod';
import {
  type BindingConsequence,
  ConsequenceTier,
  createCalmEscalation,
  escalate,
  findEscalationProfile,
  NO_STREAK,
  RiskFlag,
  updateFailureStreak,
} from '#engine/rules/attempt-consequences.ts';
import { Degree } from '#engine/rules/resolution.ts';
import { findTableRow, RollTable } from '#engine/rules/roll.ts';
import { reject } from '#engine/util/rejection.ts';
import { addMicroseconds } from '#engine/util/world-time.ts';
import { findCharacter, findPersonas } from '../edits/find-records.ts';
import { withEntity } from '../edits/replace-records.ts';
import { toCampaignOperation } from '../edits/stored-operations.ts';
import { setWorldTime } from '../edits/world-time.ts';
import type { Effect } from '../effect.ts';
import { CharacterId } from '../ids.ts';
import { type ChangedState, defineOperation } from '../operation.ts';
import { Line, Name, Prose, Slug } from '../records/field-types.ts';
import type { Snapshot } from '../snapshot.ts';
import { moveMeter } from './money-and-meters.ts';

/** Offers a binding d100 table. The story waits until a player rolls on it. */
export const awaitRoll = defineOperation({
  name: 'await_roll',
  summary: 'Offers a binding d100 table of 5 to 8 rows covering 1 to 100; the next turn is the roll.',
  input: z.strictObject({ personaId: CharacterId, type: Slug, ...RollTable.shape, purpose: Name }),

  apply(snapshot, { personaId, ...offered }, { sceneIndex }) {
    if (snapshot.pendingRoll !== null) {
      return reject('roll-awaited', `A roll is awaited already: ${snapshot.pendingRoll.purpose}.`);
    }
    const personas = findPersonas(snapshot, [personaId], ['personaId']);
    if ('rejected' in personas) return personas;
    // Clears earlier choices: the roll comes first.
    const { own: _own, ...shared } = snapshot.planning;
    const planning = { ...shared, choices: [] };
    return { ...snapshot, planning, pendingRoll: { personaId, ...offered, sceneIndex } };
  },
});

/** Resolves the awaited roll: the row it hit happens, and play goes on. */
export const settleRoll = defineOperation({
  name: 'settle_roll',
  summary: 'Ends the awaited roll with the number rolled, or withdraws it without one.',
  askers: ['engine', 'gm', 'god'],
  input: z.strictObject({ value: z.int().min(1).max(100).optional() }),

  apply(snapshot, { value }) {
    const { pendingRoll } = snapshot;
    if (pendingRoll === null) return reject('no-roll-awaited', 'No roll is awaited.');
    const settled = { ...snapshot, pendingRoll: null };
    if (value === undefined) return settled;
    const row = findTableRow(pendingRoll, value);
    if ('rejected' in row) return row;
    const text = `${pendingRoll.purpose}: ${value} (${row.from}-${row.to}): ${row.outcome}`;
    return {
      snapshot: settled,
      effects: [{ type: 'notice', audience: 'player', text, personaIds: [pendingRoll.personaId] }],
    };
  },
});

/** Puts the one question to a player on which the outcome of an action hangs. */
export const askClarification = defineOperation({
  name: 'ask_clarification',
  summary: 'Asks a player the one question on which an action hangs; the action waits for the answer.',
  askers: ['engine', 'gm', 'god'],
  input: z.strictObject({ personaId: CharacterId, question: Line.min(1), actionText: Prose }),

  apply(snapshot, { personaId, question, actionText }, { sceneIndex }) {
    if (snapshot.pendingClarification !== null) {
      return reject(
        'clarification-awaited',
        `A question is open already: ${snapshot.pendingClarification.question}`,
      );
    }
    const personas = findPersonas(snapshot, [personaId], ['personaId']);
    if ('rejected' in personas) return personas;
    return { ...snapshot, pendingClarification: { personaId, question, actionText, sceneIndex } };
  },
});

/** Closes the open question, because it was answered or no longer matters. */
export const settleClarification = defineOperation({
  name: 'settle_clarification',
  summary: 'Closes the open question to a player.',
  askers: ['engine', 'gm', 'god'],
  input: z.strictObject({}),

  apply(snapshot) {
    if (snapshot.pendingClarification === null) return reject('no-clarification', 'No question is open.');
    return { ...snapshot, pendingClarification: null };
  },
});

/** Counts an attempt of a persona. Enough failures in a row bind a consequence of the ruleset. */
export const recordAttempt = defineOperation({
  name: 'record_attempt',
  summary:
    "Counts how an attempt of a persona went towards its streak of failures, as the ruleset's streak rules say.",
  askers: ['engine', 'gm', 'god'],
  input: z.strictObject({ personaId: CharacterId, degree: Degree }),

  apply(snapshot, { personaId, degree }, { rules }) {
    const personas = findPersonas(snapshot, [personaId], ['personaId']);
    if ('rejected' in personas) return personas;
    const before = snapshot.failureStreaks[personaId] ?? NO_STREAK;
    const { streak, binding } = updateFailureStreak(rules.mechanics.failure_streak, before, degree);
    const bound = binding === null ? [] : bind(binding, personaId, snapshot);
    const failureStreaks = { ...snapshot.failureStreaks, [personaId]: streak };
    return { snapshot: { ...snapshot, failureStreaks }, effects: bound };
  },
});

/** Returns the effects of a consequence that binds: its text for the narration, and its operations. */
function bind(
  { name, text, operations = [] }: BindingConsequence,
  personaId: CharacterId,
  snapshot: Snapshot,
) {
  const bound: Effect = { type: 'consequence-bound', personaId, name, text };
  if (operations.length === 0) return [bound];
  const fired: Effect = {
    type: 'trigger-fired',
    source: { kind: 'consequence', id: name },
    description: '',
    operations: operations.map((operation) => toCampaignOperation(operation, snapshot)),
    personaId,
  };
  return [bound, fired];
}

const MICROSECONDS_PER_MINUTE = 60_000_000;

/** Pays for an attempt, on success and on failure: meters move within the ruleset's limits, and time passes. */
export const payCosts = defineOperation({
  name: 'pay_costs',
  summary: "Moves a persona's meters within the ruleset's limits, and lets minutes pass.",
  askers: ['engine', 'gm', 'god'],
  input: z.strictObject({
    personaId: CharacterId,
    time: z.int().min(0).max(1_000_000).default(0).describe('Minutes.'),
    meters: z
      .array(z.strictObject({ meter: Slug, by: z.int().min(-1_000_000).max(1_000_000) }))
      .max(40)
      .default([]),
  }),

  apply(snapshot, { personaId, time, meters }, { rules }) {
    const personas = findPersonas(snapshot, [personaId], ['personaId']);
    if ('rejected' in personas) return personas;
    let paid: ChangedState = { snapshot, effects: [] };
    for (const { meter, by } of meters) {
      const moved = moveMeter(paid.snapshot, { characterId: personaId, meter, by }, rules);
      if (!('rejected' in moved)) {
        paid = { snapshot: moved.snapshot, effects: [...paid.effects, ...moved.effects] };
      } else if (moved.rejected === 'not-enough') return moved;
    }
    if (time === 0) return paid;
    const later = setWorldTime(
      paid.snapshot,
      addMicroseconds(paid.snapshot.time, time * MICROSECONDS_PER_MINUTE),
    );
    return { snapshot: later.snapshot, effects: [...paid.effects, ...later.effects] };
  },
});

/** Escalates a character after an attempt against it, from words to force to killing, as the ruleset's profiles say. */
export const provoke = defineOperation({
  name: 'provoke',
  summary: 'Counts an attempt against a character towards its escalation from soft to hard to lethal.',
  askers: ['engine', 'gm', 'god'],
  input: z.strictObject({
    characterId: CharacterId,
    tier: ConsequenceTier,
    degree: Degree,
    flags: z.array(RiskFlag).max(6).default([]),
  }),

  apply(snapshot, { characterId, tier, degree, flags }, { rules }) {
    const character = findCharacter(snapshot, characterId, ['characterId']);
    if ('rejected' in character) return character;
    const { internal } = character;
    const profile = findEscalationProfile(rules.mechanics.escalation, internal.escalationProfile);
    const before = internal.escalation ?? createCalmEscalation(profile);
    const after = escalate(rules.mechanics.escalation, profile, before, { tier, degree, flags });
    if (after === before) return snapshot;
    const text = `${character.name} goes from ${before.level} to ${after.level}.`;
    return {
      snapshot: withEntity(snapshot, { ...character, internal: { ...internal, escalation: after } }),
      effects: after.level === before.level ? [] : [{ type: 'notice', audience: 'gm', text }],
    };
  },
});
