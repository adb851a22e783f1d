import { z } from 'zod';
import { Degree } from '#engine/rules/bands.ts';
import { afterAttempt, NO_STREAK } from '#engine/rules/failure-streak.ts';
import type { Effect } from '../effect.ts';
import { CharacterId } from '../ids.ts';
import { defineOperation } from '../operation.ts';
import { findPersonas } from '../parts/find.ts';

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
    const { streak, binding } = afterAttempt(rules.mechanics.failure_streak, before, degree);
    const bound: Effect[] = binding === null ? [] : [{ type: 'consequence-bound', personaId, ...binding }];
    const failureStreaks = { ...snapshot.failureStreaks, [personaId]: streak };
    return { snapshot: { ...snapshot, failureStreaks }, effects: bound };
  },
});
