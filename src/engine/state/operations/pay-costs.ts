import { z } from 'zod';
import { addMicroseconds } from '#engine/kit/world-time.ts';
import { payCosts as pay } from '#engine/rules/costs.ts';
import { CharacterId } from '../ids.ts';
import { METERS, readMeters } from '../meters.ts';
import { defineOperation } from '../operation.ts';
import { findPersonas } from '../parts/find.ts';
import { atTime } from '../parts/passing-time.ts';
import type { Snapshot } from '../snapshot.ts';

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
    const before = { heat: 0, cred: 0, harm: 0, rep: 0, ...readMeters(snapshot, personaId), time: 0 };
    const { time: _time, ...meters } = pay(rules.mechanics.costs, before, costs);
    const paid = writeSheet(
      { ...snapshot, meters: { ...snapshot.meters, [personaId]: meters } },
      personaId,
      meters,
    );
    if (costs.time === 0) return paid;
    return atTime(paid, addMicroseconds(paid.time, costs.time * MICROSECONDS_PER_MINUTE));
  },
});

function writeSheet(
  snapshot: Snapshot,
  personaId: CharacterId,
  meters: Readonly<Record<string, number>>,
): Snapshot {
  const persona = snapshot.entities[personaId];
  if (persona?.kind !== 'character') return snapshot;
  const kept = METERS.filter((name) => typeof persona.stats[name] === 'number');
  if (kept.length === 0) return snapshot;
  const stats = { ...persona.stats, ...Object.fromEntries(kept.map((name) => [name, meters[name] ?? 0])) };
  return { ...snapshot, entities: { ...snapshot.entities, [personaId]: { ...persona, stats } } };
}
