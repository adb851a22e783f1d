import { describe, expect, it } from 'vitest';
import { FactId } from '#engine/state/ids.ts';
import { createPlayerView } from '#engine/state/player-view.ts';
import type { Snapshot } from '#engine/state/snapshot.ts';
import {
  ADA,
  applied,
  asking,
  BRUNO,
  CELLAR,
  FREEFORM,
  HALL,
  hallAndCellar,
  KEY,
  MIRA,
  VIKTOR,
} from '../../support/worlds.ts';

const SECRET = 'CANARY';
const gm = asking({ asker: 'gm' });

const viewOf = (
  snapshot: Snapshot,
  personaId = ADA,
  rules: Parameters<typeof createPlayerView>[2] = null,
) => {
  const view = createPlayerView(snapshot, personaId, rules);
  if ('rejected' in view) throw new Error(view.reason);
  return view;
};

/** A world with a secret in every place a game master could put one. */
function fullOfSecrets(): Snapshot {
  const plan = [{ op: 'append_summary', text: SECRET }];
  const seeded = applied(
    hallAndCellar(),
    [
      ...['alignment', 'mbti', 'capabilities'].map((field) => ({
        op: 'update_entity',
        entityId: VIKTOR,
        path: `internal.${field}`,
        value: SECRET,
      })),
      ...['withholds', 'knows', 'goals', 'notes'].map((field) => ({
        op: 'update_entity',
        entityId: VIKTOR,
        path: `internal.${field}`,
        action: field === 'withholds' ? 'append' : 'set',
        value: field === 'withholds' ? SECRET : [SECRET],
      })),
      { op: 'update_entity', entityId: VIKTOR, path: 'attributes.note', value: SECRET },
      { op: 'update_entity', entityId: VIKTOR, path: 'tags', action: 'append', value: SECRET },
      { op: 'update_entity', entityId: VIKTOR, path: 'task', value: SECRET },
      { op: 'update_entity', entityId: VIKTOR, path: 'speech', value: SECRET },
      { op: 'update_entity', entityId: VIKTOR, path: 'stats.chemistry', value: 7 },
      {
        op: 'add_fact',
        subjectId: VIKTOR,
        predicate: SECRET,
        object: SECRET,
        triggers: [SECRET],
        tags: [SECRET],
      },
      { op: 'add_fact', subjectId: VIKTOR, predicate: SECRET, object: 1, visibility: 'gm' },
      {
        op: 'add_fact',
        subjectId: VIKTOR,
        predicate: 'is',
        object: 'tired',
        visibility: 'public',
        triggers: [SECRET],
        tags: [SECRET],
      },
      { op: 'open_thread', threadId: 'hidden', title: SECRET },
      { op: 'start_clock', clockId: 'hidden', name: SECRET, max: 4 },
      {
        op: 'start_clock',
        clockId: 'open',
        name: 'Dawn',
        max: 4,
        visibility: 'public',
        tags: [SECRET],
        triggers: [{ at: 4, description: SECRET, operations: plan }],
      },
      { op: 'upsert_mission', missionId: 'hidden', title: SECRET, objective: SECRET, visibility: 'gm' },
      {
        op: 'set_deadline',
        deadlineId: 'hidden',
        description: SECRET,
        dueIn: { days: 1 },
        visibility: 'hidden',
      },
      {
        op: 'set_deadline',
        deadlineId: 'open',
        description: 'Dawn',
        dueIn: { days: 1 },
        consequences: SECRET,
        operations: plan,
      },
      { op: 'set_agenda', characterId: MIRA, goal: SECRET, nextMilestone: SECRET },
      { op: 'set_resource', resourceId: 'hidden', name: SECRET, max: 5, visibility: 'gm' },
      { op: 'set_resource', resourceId: 'open', name: 'Oil', max: 5, consequence: SECRET, operations: plan },
      {
        op: 'set_relationship',
        fromId: VIKTOR,
        toId: MIRA,
        type: 'canary_debt',
        intensity: 3,
        notes: SECRET,
      },
      {
        op: 'set_relationship',
        fromId: VIKTOR,
        toId: ADA,
        type: 'friend',
        intensity: 3,
        notes: SECRET,
        visibility: 'public',
      },
      { op: 'append_core_memory', text: SECRET, visibility: 'gm' },
      { op: 'append_summary', text: SECRET },
      { op: 'set_custom', path: 'plot', value: SECRET },
      {
        op: 'set_choices',
        thinking: SECRET,
        choices: ['flee', 'hide'].map((key) => ({ key, text: key, description: '', risk: 'low' })),
      },
      { op: 'introduce_entity', kind: 'character', name: SECRET, visibility: 'hidden', placeId: CELLAR },
      {
        op: 'introduce_entity',
        kind: 'location',
        name: `${SECRET} vault`,
        visibility: 'hidden',
        connectedTo: HALL,
      },
      { op: 'introduce_item', name: `${SECRET} ring`, visibility: 'hidden' },
      { op: 'introduce_item', name: `${SECRET} coin`, ownerId: VIKTOR, visibility: 'gm' },
      { op: 'introduce_entity', kind: 'faction', name: `${SECRET} hand`, visibility: 'gm' },
      { op: 'add_condition', characterId: MIRA, name: SECRET },
    ],
    gm,
  );
  return { ...seeded, rulesetState: { ...seeded.rulesetState, weather: SECRET } };
}

describe('a player’s view of a world full of secrets', () => {
  it.each([ADA, BRUNO])('of %s holds no secret, wherever it was hidden', (personaId) => {
    const snapshot = fullOfSecrets();

    expect(JSON.stringify(snapshot).match(/canary/gi)?.length).toBeGreaterThan(30);
    expect(JSON.stringify(viewOf(snapshot, personaId)).toLowerCase()).not.toContain('canary');
  });

  it('holds no secret when the ruleset’s schema shows its state either', () => {
    expect(JSON.stringify(viewOf(fullOfSecrets(), ADA, FREEFORM)).toLowerCase()).not.toContain('canary');
  });

  it('holds what the persona knows', () => {
    const view = viewOf(fullOfSecrets());

    expect(view.facts).toEqual([
      {
        id: 'fact_0003',
        subjectId: VIKTOR,
        predicate: 'is',
        object: 'tired',
        confidence: 1,
        discovery: null,
      },
    ]);
    expect(view.clocks).toEqual([{ id: 'open', name: 'Dawn', value: 0, max: 4 }]);
    expect(view.deadlines).toMatchObject([{ id: 'open', description: 'Dawn' }]);
    expect(view.relationships).toEqual([{ fromId: VIKTOR, toId: ADA, type: 'friend', intensity: 3 }]);
    expect(view.inventory).toEqual({ [KEY]: { quantity: 1, flags: [] } });
    expect(view.planning.choices.map(({ key }) => key)).toEqual(['flee', 'hide', 'other_action']);
  });

  it('shows a discovered fact to whoever discovered it, and to nobody else', () => {
    const found = applied(
      fullOfSecrets(),
      [{ op: 'discover_fact', factId: 'fact_0001', method: 'x', personaIds: [BRUNO] }],
      gm,
    );
    const ids = (personaId: typeof ADA) => viewOf(found, personaId).facts.map(({ id }) => id);

    expect(ids(BRUNO)).toContain(FactId.parse('fact_0001'));
    expect(ids(ADA)).not.toContain(FactId.parse('fact_0001'));
  });
});
