import { expect, it } from 'vitest';
import type { Snapshot } from '#engine/state/snapshot.ts';
import { applyStateUpdates, type StateUpdateContext } from '#engine/state/state-updates.ts';
import { GOBLIN, goblinRoad, KIRA, onTheRoad } from '../../../support/worlds.ts';

const context: StateUpdateContext = { ...onTheRoad({ asker: 'gm' }), personaId: KIRA };

const updated = (
  section: 'world_data' | 'custom_campaign_state',
  fields: object,
  snapshot: Snapshot = goblinRoad(),
) => {
  const { lines, snapshot: after } = applyStateUpdates(snapshot, { [section]: fields }, context);
  const refused = lines.find(({ rejection }) => rejection !== null);
  if (refused !== undefined) throw new Error(refused.rejection?.reason);
  return after;
};

it.each(['world_data', 'custom_campaign_state'] as const)('sets and ends deadlines from %s', (section) => {
  const event = {
    description: 'The ritual',
    deadline: '20:00',
    consequences: 'doom',
    urgency_level: 'high',
    related_npcs: ['Goblin'],
  };
  const set = updated(section, { time_sensitive_events: { ritual: event } });
  const met = updated(section, { time_sensitive_events: { ritual: { status: 'completed' } } }, set);

  expect(set.deadlines.ritual).toMatchObject({
    urgency: 'high',
    relatedIds: [GOBLIN],
    dueAt: { microsecond: 20 * 3_600_000_000 },
  });
  expect(met.deadlines.ritual?.status).toBe('met');
  expect(
    updated(section, { time_sensitive_events: { ritual: '__DELETE__' } }, set).deadlines.ritual?.status,
  ).toBe('cancelled');
});

it('sets an agenda and moves it to a percentage', () => {
  const agenda = {
    current_goal: 'Steal the mule',
    progress_percentage: 30,
    next_milestone: 'buy rope',
    blocking_factors: ['dogs'],
  };
  const set = updated('world_data', { npc_agendas: { [GOBLIN]: agenda } });
  const moved = updated('world_data', { npc_agendas: { Goblin: { progress_percentage: 45 } } }, set);

  expect(set.agendas[GOBLIN]).toMatchObject({
    goal: 'Steal the mule',
    progress: 30,
    nextMilestone: 'buy rope',
    blockingFactors: ['dogs'],
  });
  expect(moved.agendas[GOBLIN]).toMatchObject({ goal: 'Steal the mule', progress: 45 });
});

it('keeps count of a resource and of what is left of it', () => {
  const medicine = {
    current_amount: 12,
    max_amount: 20,
    depletion_rate: 1,
    depletion_unit: 'per_patient_per_day',
    critical_level: 4,
    consequence: 'The sick die.',
    last_updated_day: 3,
  };
  const set = updated('world_data', { world_resources: { medicine } });
  const used = updated('world_data', { world_resources: { medicine: { current_amount: 9 } } }, set);

  expect(set.resources.medicine).toMatchObject({
    amount: 12,
    max: 20,
    depletionUnit: 'per_patient_per_day',
    criticalLevel: 4,
  });
  expect(used.resources.medicine?.amount).toBe(9);
});
