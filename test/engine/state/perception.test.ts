import { describe, expect, it } from 'vitest';
import { applyOperations } from '#engine/state/apply-operations.ts';
import { CharacterId } from '#engine/state/ids.ts';
import { createPlayerView } from '#engine/state/player-view.ts';
import type { Snapshot } from '#engine/state/snapshot.ts';
import type { Json } from '#engine/util/canonical-json.ts';
import {
  ADA,
  applied,
  asking,
  BRUNO,
  CELLAR,
  FREEFORM,
  GOBLIN,
  GOBLIN_BLOCK,
  goblinRoad,
  hallAndCellar,
  KIRA,
  MIRA,
  onTheRoad,
  PIP,
  VIKTOR,
} from '../../support/worlds.ts';

const viewOf = (snapshot: Snapshot, personaId = ADA, stateSchema: Json | null = null) => {
  const view = createPlayerView(snapshot, personaId, { ...FREEFORM, stateSchema });
  if ('rejected' in view) throw new Error(view.reason);
  return view;
};

describe('the ruleset’s state', () => {
  const state = {
    open: 1,
    list: [{ name: 'a', trap: 'x' }, 'y'],
    secret: 's',
    deep: { in: 1 },
    pair: [1, 2],
  };
  const shown = (properties: Json, more: { [key: string]: Json } = {}) =>
    viewOf(hallAndCellar({ rulesetState: state }), ADA, { type: 'object', properties, ...more }).rulesetState;
  const hidden = { writeOnly: true };

  it.each<[string, Json, { [key: string]: Json }, Json]>([
    ['a value marked behind a reference', { secret: { $ref: '#/$defs/s' } }, { $defs: { s: hidden } }, {}],
    ['an object marked behind a reference', { deep: { $ref: '#/$defs/s' } }, { $defs: { s: hidden } }, {}],
    ['a value one of several schemas marks', { secret: { allOf: [{}, hidden] } }, {}, {}],
    ['a value marked on a condition', { secret: { if: {}, else: hidden } }, {}, {}],
    ['a value marked by a pattern too', { secret: {} }, { patternProperties: { '^sec': hidden } }, {}],
    ['a reference that leads nowhere', { secret: { $ref: 'other.json' } }, {}, {}],
    ['a list of what is marked', { pair: { items: hidden } }, {}, { pair: [] }],
    ['a list that is marked', { pair: { writeOnly: true, items: {} } }, {}, {}],
    ['a list nobody describes', { pair: { type: 'array' } }, {}, { pair: [] }],
    ['the marked places of a list', { pair: { prefixItems: [{}, hidden] } }, {}, { pair: [1] }],
    [
      'marked fields of a list’s entries',
      { list: { items: { properties: { name: {}, trap: hidden } } } },
      {},
      { list: [{ name: 'a' }, 'y'] },
    ],
  ])('does not show %s', (_case, properties, more, expected) => {
    expect(shown(properties, more)).toEqual(expected);
  });

  it('shows what is named behind a reference or in one of several schemas', () => {
    const deep = { properties: { in: { type: 'integer' } } };

    expect(shown({ deep: { $ref: '#/$defs/a~1b' } }, { $defs: { 'a/b': deep } })).toEqual({
      deep: { in: 1 },
    });
    expect(shown({ deep: { anyOf: [deep, { type: 'null' }] } })).toEqual({ deep: { in: 1 } });
  });
});

describe('a notice about somebody', () => {
  const ruling = onTheRoad({ asker: 'engine' });
  const shadow = CharacterId.parse('npc_shadow_001');
  const lurks = {
    op: 'introduce_entity',
    kind: 'character',
    name: 'Shadow',
    visibility: 'hidden',
    stats: GOBLIN_BLOCK,
  };
  const burns = { op: 'deal_damage', targetId: shadow, amount: 1, type: 'fire' };

  it('nobody knows of is the game master’s', () => {
    const { effects } = applyOperations(goblinRoad(), [lurks, burns], ruling);

    expect(effects.at(-1)).toMatchObject({ type: 'notice', audience: 'gm' });
  });

  it('one persona knows of is for that persona', () => {
    const known = { op: 'discover_entity', entityId: shadow, personaIds: [PIP], method: 'a sound' };
    const { effects } = applyOperations(goblinRoad(), [lurks, known, burns], ruling);

    expect(effects.at(-1)).toMatchObject({ audience: 'player', personaIds: [PIP] });
  });

  it('is not for a persona who is elsewhere', () => {
    const away = { op: 'leave_scene', characterId: PIP };
    const hit = { ...burns, targetId: GOBLIN };

    expect(applyOperations(goblinRoad(), [away, hit], ruling).effects.at(-1)).toMatchObject({
      personaIds: [KIRA],
    });
  });
});

describe('a persona who is elsewhere', () => {
  const fight = {
    op: 'start_combat',
    combatants: [
      { characterId: ADA, side: 'players' },
      { characterId: VIKTOR, side: 'guards' },
    ],
  };
  const away = { op: 'leave_scene', characterId: BRUNO, toPlaceId: CELLAR };
  const snapshot = applied(hallAndCellar(), [away, fight], asking({ asker: 'engine' }));

  it('sees neither the fight nor how the others are', () => {
    expect(viewOf(snapshot, BRUNO)).toMatchObject({
      combat: null,
      entities: {
        [VIKTOR]: { seen: null },
        [ADA]: { seen: null },
        [BRUNO]: { seen: { status: 'conscious' } },
      },
    });
    expect(viewOf(snapshot, ADA)).toMatchObject({
      combat: { round: 1 },
      entities: { [VIKTOR]: { seen: { status: 'conscious' } } },
    });
  });

  it('is not told how the fight ended', () => {
    const { effects } = applyOperations(snapshot, [{ op: 'end_combat', outcome: 'truce' }], onTheRoad());

    const notices = effects.filter(({ type }) => type === 'notice');
    expect(notices).toMatchObject([{ audience: 'player', personaIds: [ADA] }]);
  });
});

describe('somebody unseen', () => {
  const sneaks = { op: 'enter_scene', characterId: MIRA, unseen: true };

  it('stays unseen when it moves along', () => {
    const moved = applied(hallAndCellar(), [
      { op: 'set_scene', obscure: [VIKTOR] },
      { op: 'move_party', placeId: CELLAR, companionIds: [VIKTOR] },
    ]);

    expect(moved.scene.obscuredIds).toEqual([VIKTOR]);
    expect(viewOf(moved).scene.presentIds).not.toContain(VIKTOR);
  });

  it.each([
    ['discovered', { op: 'discover_entity', entityId: MIRA, method: 'spotted' }],
    ['unobscured', { op: 'set_scene', unobscure: [MIRA] }],
  ])('stands in plain sight once %s', (_case, found) => {
    const snapshot = applied(hallAndCellar(), [sneaks, found], asking({ asker: 'engine' }));

    expect(snapshot.entities[MIRA]).toMatchObject({ hidden: false });
    expect(viewOf(snapshot).scene.presentIds).toContain(MIRA);
    expect(viewOf(snapshot)).toMatchObject({ entities: { [MIRA]: { seen: { status: 'conscious' } } } });
  });
});

it('shows the conditions a stat block keeps', () => {
  const prone = applied(
    goblinRoad(),
    [{ op: 'add_condition', characterId: GOBLIN, name: 'prone' }],
    onTheRoad(),
  );

  expect(viewOf(prone, PIP)).toMatchObject({
    entities: { [GOBLIN]: { seen: { conditions: [{ name: 'prone' }] } } },
  });
});
