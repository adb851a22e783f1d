import { z } from 'zod';
import { addMicroseconds } from '#engine/kit/world-time.ts';
import { payCosts as pay } from '#engine/rules/costs.ts';
import { CharacterId } from '../ids.ts';
import { defineOperation } from '../operation.ts';
import { findPersonas } from '../parts/find.ts';
import { atTime } from '../parts/passing-time.ts';

const Cost = z.int().min(-1_000_000).max(1_000_000).default(0);
const MICROSECONDS_PER_MINUTE = 60_000_000;

/** Pays for an attempt, whatever came of it: the meters move within the ruleset's limits, and time passes. */
export const payCosts = defineOperation({
  name: 'pay_costs',
  summary: "Moves a persona's heat, cred, harm and rep within the ruleset's limits, and lets minutes pass.",
  askers: ['engine', 'gm', 'god'],
  input: z.strictObject({
    personaId: CharacterId,
    heat: Cost,
    time: z.int().min(0).max(1_000_000).default(0).describe('Minutes.'),
    cred: Cost,
    harm: Cost,
    rep: Cost,
  }),

  apply(snapshot, { personaId, ...costs }, { rules }) {
    const personas = findPersonas(snapshot, [personaId], ['personaId']);
    if ('rejected' in personas) return personas;
    const before = { heat: 0, cred: 0, harm: 0, rep: 0, ...snapshot.meters[personaId], time: 0 };
    const { time: _time, ...meters } = pay(rules.mechanics.costs, before, costs);
    const paid = { ...snapshot, meters: { ...snapshot.meters, [personaId]: meters } };
    if (costs.time === 0) return paid;
    return atTime(paid, addMicroseconds(paid.time, costs.time * MICROSECONDS_PER_MINUTE));
  },
});
