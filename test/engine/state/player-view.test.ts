import { describe, expect, it } from 'vitest';
import { CharacterId } from '#engine/state/ids.ts';
import { createPlayerView } from '#engine/state/player-view.ts';
import type { Character } from '#engine/state/record.ts';
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
  location,
  MIRA,
  TOWER,
  VIKTOR,
} from '../../support/worlds.ts';

const viewOf = (
  snapshot: Snapshot,
  personaId = ADA,
  rules: Parameters<typeof createPlayerView>[2] = null,
) => {
  const view = createPlayerView(snapshot, personaId, rules);
  if ('rejected' in view) throw new Error(view.reason);
  return view;
};

describe('a player’s view', () => {
  it('shows stats and things only of the persona itself', () => {
    const stats = applied(
      hallAndCellar(),
      [ADA, VIKTOR, BRUNO].map((entityId) => ({
        op: 'update_entity',
        entityId,
        path: 'stats.chemistry',
        value: 5,
      })),
    );
    const { entities, inventory } = viewOf(stats, BRUNO);

    expect(entities[BRUNO]).toMatchObject({ stats: { chemistry: 5 }, isPersona: true });
    expect([entities[ADA], entities[VIKTOR]]).toMatchObject([
      { stats: null, isPersona: true },
      { stats: null, isPersona: false },
    ]);
    expect(inventory).toEqual({});
  });

  it('says how somebody is only while they are here', () => {
    const { entities } = viewOf(hallAndCellar());

    expect(entities[VIKTOR]).toMatchObject({ seen: { status: 'conscious' } });
    expect(entities[MIRA]).toMatchObject({ seen: null });
  });

  it('does not show those who hide, and does not forget them', () => {
    const world = hallAndCellar();
    const obscured = applied(world, [{ op: 'set_scene', obscure: [VIKTOR] }]);
    const hiding = {
      ...world,
      entities: { ...world.entities, [VIKTOR]: { ...world.entities[VIKTOR], hidden: true } as Character },
    };

    for (const unseen of [viewOf(obscured), viewOf(hiding)]) {
      expect(unseen.scene.presentIds).toEqual([ADA, BRUNO]);
      expect(unseen.entities[VIKTOR]).toMatchObject({ name: 'Viktor', seen: null });
      expect(unseen.facts).toEqual(viewOf(world).facts);
      expect(unseen.relationships).toEqual(viewOf(world).relationships);
    }
  });

  it('leaves out those who left the story', () => {
    expect(
      viewOf(applied(hallAndCellar(), [{ op: 'retire_entity', entityId: VIKTOR }])).entities,
    ).not.toHaveProperty(VIKTOR);
  });

  it('shows ways that are no secret, to places the persona knows', () => {
    const world = hallAndCellar();
    const hall = location(HALL, 'Hall', {
      exits: [
        { to: CELLAR, secret: true },
        { to: TOWER, label: 'stairs' },
      ],
    });
    const view = viewOf({ ...world, entities: { ...world.entities, [HALL]: hall } });

    expect(view.entities[HALL]).toMatchObject({ exits: [{ to: TOWER, label: 'stairs' }] });
  });

  it('shows nothing of a scene the persona is not in', () => {
    const away = applied(
      hallAndCellar(),
      [
        { op: 'leave_scene', characterId: BRUNO, toPlaceId: CELLAR },
        { op: 'set_scene', constraints: ['smoke'] },
      ],
      asking({ asker: 'gm' }),
    );

    expect(viewOf(away, BRUNO).scene).toMatchObject({ placeId: CELLAR, presentIds: [], constraints: [] });
  });

  it('shows a fight without those nobody sees', () => {
    const fight = {
      op: 'start_combat',
      combatants: [
        { characterId: ADA, side: 'a' },
        { characterId: VIKTOR, side: 'b' },
      ],
    };
    const view = viewOf(applied(hallAndCellar(), [fight, { op: 'set_scene', obscure: [VIKTOR] }]));

    expect(view.combat?.combatants.map(({ id }) => id)).toEqual([ADA]);
    expect([ADA, null]).toContain(view.combat?.actingId ?? null);
  });

  it('shows of the ruleset’s state what its schema names and does not mark', () => {
    const stateSchema = {
      type: 'object',
      properties: {
        pressure_clock: { type: 'integer' },
        guard: {
          type: 'object',
          properties: { post: { type: 'string' }, alertness: { type: 'integer', writeOnly: true } },
        },
      },
    };

    expect(viewOf(hallAndCellar(), ADA, { ...FREEFORM, stateSchema }).rulesetState).toEqual({
      pressure_clock: 2,
      guard: { post: 'door' },
    });
    expect(viewOf(hallAndCellar()).rulesetState).toEqual({});
  });

  it('shows a waiting roll to the player who must make it', () => {
    const bands = [1, 11, 41, 71, 96];
    const rows = bands.map((from, at) => ({
      from,
      to: (bands[at + 1] ?? 101) - 1,
      outcome: `row ${at}`,
      kind: at === 0 ? 'catastrophic' : at === 4 ? 'exceptional' : 'ordinary',
    }));
    const waiting = applied(hallAndCellar(), [
      { op: 'await_roll', personaId: ADA, type: 'chaos', purpose: 'The road', rows },
    ]);

    expect(viewOf(waiting, ADA).pendingRoll).not.toBeNull();
    expect(viewOf(waiting, BRUNO).pendingRoll).toBeNull();
  });

  it.each([VIKTOR, CharacterId.parse('pc_nobody_001')])('is refused to %s, whom no player plays', (id) => {
    expect(createPlayerView(hallAndCellar(), id)).toMatchObject({ rejected: 'not-a-persona' });
  });
});
