import { describe, expect, it } from 'vitest';
import { applyOperations } from '#engine/state/apply-operations.ts';
import { LocationId } from '#engine/state/ids.ts';
import type { Character, Location } from '#engine/state/record.ts';
import type { Snapshot } from '#engine/state/snapshot.ts';
import { moveSceneToPersona } from '#engine/turn/acting-persona.ts';
import {
  ADA,
  applied,
  asking,
  BRUNO,
  CELLAR,
  character,
  HALL,
  hallAndCellar,
  KEY,
  LAMP,
  location,
  MIRA,
  refusal,
  TOWER,
  VIKTOR,
} from '../../../support/worlds.ts';

const placeOf = (snapshot: Snapshot, id: typeof ADA) => (snapshot.entities[id] as Character).placeId;
const ATTIC = LocationId.parse('loc_attic_001');
const engine = asking({ asker: 'engine' });
const toCellar = { op: 'move_party', placeId: CELLAR };

/** The hall whose only exits are as given. */
const hallWith = (exits: Location['exits']) => {
  const world = hallAndCellar();
  return { ...world, entities: { ...world.entities, [HALL]: location(HALL, 'Hall', { exits }) } };
};

describe('moving the party', () => {
  it('takes the personas along, leaves the others, and finds who is there', () => {
    const snapshot = applied(hallAndCellar(), [toCellar]);

    expect(snapshot.scene.presentIds).toEqual([ADA, BRUNO, MIRA]);
    expect([ADA, BRUNO, VIKTOR].map((id) => placeOf(snapshot, id))).toEqual([CELLAR, CELLAR, HALL]);
  });

  it('takes companions who are here', () => {
    const snapshot = applied(hallAndCellar(), [{ ...toCellar, companionIds: [VIKTOR] }]);

    expect(snapshot.scene.presentIds).toContain(VIKTOR);
    expect(placeOf(snapshot, VIKTOR)).toBe(CELLAR);
  });

  it('says where from and where to', () => {
    expect(applyOperations(hallAndCellar(), [toCellar], asking()).effects).toEqual([
      expect.objectContaining({ type: 'time-advanced' }),
      { type: 'place-changed', from: HALL, to: CELLAR },
    ]);
  });

  it('goes through several rooms when the ways are open', () => {
    const world = hallWith([{ to: CELLAR }]);
    const cellar = location(CELLAR, 'Cellar', { exits: [{ to: TOWER }] });
    const snapshot = { ...world, entities: { ...world.entities, [CELLAR]: cellar } };

    expect(applied(snapshot, [{ op: 'move_party', placeId: TOWER }]).scene.placeId).toBe(TOWER);
  });

  it('goes anywhere from a place nobody mapped', () => {
    expect(applied(hallWith(null), [{ op: 'move_party', placeId: TOWER }]).scene.placeId).toBe(TOWER);
  });

  it('lets personas know a hidden place they come to', () => {
    const world = hallAndCellar();
    const cellar = location(CELLAR, 'Cellar', { visibility: 'hidden' });
    const snapshot = applied(
      { ...world, entities: { ...world.entities, [CELLAR]: cellar } },
      [toCellar],
      engine,
    );

    expect(snapshot.entities[CELLAR]?.knownTo).toEqual([ADA, BRUNO]);
  });

  it('obscures whoever hides there', () => {
    const world = hallAndCellar();
    const mira = { ...world.entities[MIRA], hidden: true } as Character;
    const snapshot = applied({ ...world, entities: { ...world.entities, [MIRA]: mira } }, [toCellar]);

    expect(snapshot.scene.obscuredIds).toEqual([MIRA]);
  });

  it.each([
    ['a place without a door', hallAndCellar(), { op: 'move_party', placeId: TOWER }, 'no-path'],
    ['a blocked way', hallWith([{ to: CELLAR, blocked: 'rubble' }]), toCellar, 'no-path'],
    ['a secret way', hallWith([{ to: CELLAR, secret: true }]), toCellar, 'no-path'],
    ['a sealed room', hallWith([]), toCellar, 'no-path'],
    ['where one is', hallAndCellar(), { op: 'move_party', placeId: HALL }, 'already-there'],
    ['nowhere', hallAndCellar(), { op: 'move_party', placeId: 'loc_moon_001' }, 'unknown-entity'],
    ['a person', hallAndCellar(), { op: 'move_party', placeId: MIRA }, 'bad-input'],
    ['company that is not here', hallAndCellar(), { ...toCellar, companionIds: [MIRA] }, 'not-present'],
    [
      'company nobody knows',
      hallAndCellar(),
      { ...toCellar, companionIds: ['npc_ghost_001'] },
      'unknown-entity',
    ],
  ])('refuses %s', (_case, snapshot, proposal, code) => {
    expect(refusal(snapshot, proposal).rejected).toBe(code);
  });

  it('says which way is open instead, without naming a hidden place', () => {
    const world = hallWith([{ to: CELLAR }, { to: TOWER }]);
    const tower = location(TOWER, 'Tower', { visibility: 'hidden' });
    const attic = location(ATTIC, 'Attic');
    const snapshot = { ...world, entities: { ...world.entities, [TOWER]: tower, [ATTIC]: attic } };
    const { reason } = refusal(snapshot, { op: 'move_party', placeId: ATTIC });

    expect(reason).toContain('Cellar');
    expect(reason).not.toContain('Tower');
  });

  it('waits for the end of a fight', () => {
    const combatants = [
      { characterId: ADA, side: 'players' },
      { characterId: VIKTOR, side: 'guards' },
    ];
    const fighting = applied(hallAndCellar(), [{ op: 'start_combat', combatants }]);

    expect(refusal(fighting, toCellar).rejected).toBe('in-combat');
  });

  it.each(['gm', 'god'] as const)('lets the %s cut to any place', (asker) => {
    const cut = { op: 'move_party', placeId: TOWER };

    expect(applied(hallAndCellar(), [cut], asking({ asker })).scene.placeId).toBe(TOWER);
  });
});

describe('entering and leaving', () => {
  it('brings a character in', () => {
    const snapshot = applied(hallAndCellar(), [{ op: 'enter_scene', characterId: MIRA }]);

    expect(snapshot.scene.presentIds).toContain(MIRA);
    expect(placeOf(snapshot, MIRA)).toBe(HALL);
  });

  it('brings one in whom nobody notices', () => {
    const snapshot = applied(hallAndCellar(), [{ op: 'enter_scene', characterId: MIRA, unseen: true }]);

    expect(snapshot.scene.obscuredIds).toEqual([MIRA]);
  });

  it.each([
    ['to a place', { toPlaceId: TOWER }, TOWER],
    ['out of sight', {}, HALL],
  ])('lets a character leave %s', (_case, more, place) => {
    const snapshot = applied(hallAndCellar(), [{ op: 'leave_scene', characterId: VIKTOR, ...more }]);

    expect(snapshot.scene.presentIds).toEqual([ADA, BRUNO]);
    expect(placeOf(snapshot, VIKTOR)).toBe(place);
  });

  it('does not meet somebody who went out of sight until something brings them', () => {
    const there = { op: 'move_party', placeId: CELLAR };
    const back = { op: 'move_party', placeId: HALL };
    const gone = applied(hallAndCellar(), [{ op: 'leave_scene', characterId: VIKTOR }, there, back]);
    expect(gone.scene.presentIds).not.toContain(VIKTOR);

    const come = applied(gone, [{ op: 'enter_scene', characterId: VIKTOR }, there, back]);
    expect(come.scene.presentIds).toContain(VIKTOR);
  });

  it.each([
    ['takes the party along', { side: 'party' }, true],
    ['leaves somebody else', {}, false],
    ['leaves a captive', { side: 'party', captive: true }, false],
    ['leaves the dead', { side: 'party', status: 'dead' }, false],
  ] as const)('%s when the scene moves', (_case, more, comes) => {
    const start = hallAndCellar();
    const viktor = character(VIKTOR, 'Viktor', { placeId: HALL, ...more });
    const world = { ...start, entities: { ...start.entities, [VIKTOR]: viktor } };
    const moved = applied(world, [{ op: 'move_party', placeId: CELLAR }]);

    expect(moved.scene.presentIds.includes(VIKTOR)).toBe(comes);
    expect(placeOf(moved, VIKTOR)).toBe(comes ? CELLAR : HALL);
  });

  it.each([
    ['entering twice', { op: 'enter_scene', characterId: VIKTOR }, 'already-present'],
    ['an unknown newcomer', { op: 'enter_scene', characterId: 'npc_ghost_001' }, 'unknown-entity'],
    ['a thing that enters', { op: 'enter_scene', characterId: KEY }, 'bad-input'],
    ['leaving while away', { op: 'leave_scene', characterId: MIRA }, 'not-present'],
    [
      'leaving for where one is',
      { op: 'leave_scene', characterId: VIKTOR, toPlaceId: HALL },
      'already-there',
    ],
    [
      'leaving for nowhere',
      { op: 'leave_scene', characterId: VIKTOR, toPlaceId: 'loc_moon_001' },
      'unknown-entity',
    ],
    ['an unknown leaver', { op: 'leave_scene', characterId: 'npc_ghost_001' }, 'unknown-entity'],
  ])('refuses %s', (_case, proposal, code) => {
    expect(refusal(hallAndCellar(), proposal).rejected).toBe(code);
  });
});

describe('the conditions of a scene', () => {
  it('change', () => {
    const dark = { op: 'set_scene', visibility: 'dark', noise: 'loud', constraints: ['knee-deep water'] };

    expect(applied(hallAndCellar(), [dark]).scene).toMatchObject({ visibility: 'dark', noise: 'loud' });
  });

  it('obscure somebody and show them again', () => {
    const obscured = applied(hallAndCellar(), [{ op: 'set_scene', obscure: [VIKTOR] }]);

    expect(obscured.scene.obscuredIds).toEqual([VIKTOR]);
    expect(applied(obscured, [{ op: 'set_scene', unobscure: [VIKTOR] }], engine).scene.obscuredIds).toEqual(
      [],
    );
  });

  it.each([
    ['nothing', {}, 'nothing-to-do'],
    ['obscuring the absent', { obscure: [MIRA] }, 'not-present'],
    ['obscuring a persona from its player', { obscure: [BRUNO] }, 'is-persona'],
    ['a light nobody knows', { visibility: 'ultraviolet' }, 'bad-input'],
  ])('refuse %s', (_case, more, code) => {
    expect(refusal(hallAndCellar(), { op: 'set_scene', ...more }).rejected).toBe(code);
  });
});

describe('ways', () => {
  it('are drawn there and back', () => {
    const drawn = applied(hallAndCellar(), [{ op: 'connect_places', fromId: HALL, toId: TOWER, minutes: 9 }]);

    expect(
      applied(drawn, [
        { op: 'move_party', placeId: TOWER },
        { op: 'move_party', placeId: HALL },
      ]).scene.placeId,
    ).toBe(HALL);
  });

  it('may lead one way only', () => {
    const oneWay = { op: 'connect_places', fromId: HALL, toId: TOWER, oneWay: true };
    const there = applied(hallAndCellar(), [oneWay, { op: 'move_party', placeId: TOWER }]);

    expect(refusal(there, { op: 'move_party', placeId: HALL }).rejected).toBe('no-path');
  });

  it.each([{ secret: true }, { blocked: 'rubble' }])('open when revealed: %j', (closed) => {
    const world = hallWith([{ to: CELLAR, ...closed }]);
    const open = applied(world, [{ op: 'reveal_exit', placeId: HALL, to: CELLAR }, toCellar], engine);

    expect(open.scene.placeId).toBe(CELLAR);
  });

  it.each([
    ['to itself', { op: 'connect_places', fromId: HALL, toId: HALL }, 'same-place'],
    ['that is drawn', { op: 'connect_places', fromId: HALL, toId: CELLAR }, 'already-there'],
    ['from nowhere', { op: 'connect_places', fromId: 'loc_x_001', toId: CELLAR }, 'unknown-entity'],
    ['to nowhere', { op: 'connect_places', fromId: HALL, toId: 'loc_x_001' }, 'unknown-entity'],
    ['revealed though open', { op: 'reveal_exit', placeId: HALL, to: CELLAR }, 'already-open'],
    ['revealed though not there', { op: 'reveal_exit', placeId: HALL, to: TOWER }, 'no-such-exit'],
    ['revealed in no place', { op: 'reveal_exit', placeId: LAMP, to: TOWER }, 'bad-input'],
    [
      'revealed in an unknown place',
      { op: 'reveal_exit', placeId: 'loc_x_001', to: TOWER },
      'unknown-entity',
    ],
  ])('are refused: one %s', (_case, proposal, code) => {
    expect(refusal(hallAndCellar(), proposal).rejected).toBe(code);
  });
});

describe('the state of places', () => {
  const ROADSIDE = LocationId.parse('loc_roadside_001');
  const gm = asking({ asker: 'gm' });
  const to = (placeId: LocationId) => ({ op: 'move_party', placeId });
  const stateOf = (snapshot: Snapshot, id: LocationId) => (snapshot.entities[id] as Location).sceneState;

  /** A story that began in a mild mood; the party stands in the hushed hall, and nothing is said of the roads. */
  const hushedHall = () => {
    const world = hallAndCellar();
    return {
      ...world,
      entities: {
        ...world.entities,
        [HALL]: location(HALL, 'Hall', { sceneState: { mood: 'hushed' } }),
        [TOWER]: location(TOWER, 'Tower', { sceneState: { mood: 'merry' } }),
        [ROADSIDE]: location(ROADSIDE, 'Roadside'),
      },
      rulesetState: { ...world.rulesetState, mood: 'hushed' },
      usualPlaceState: { mood: 'mild' },
    };
  };

  it('does not come along to a place that says nothing, neither there nor on the way back', () => {
    const first = applied(hushedHall(), [to(CELLAR)], gm);
    const again = applied(first, [to(TOWER), to(CELLAR)], gm);

    expect(first.rulesetState).toMatchObject({ mood: 'mild', weather: 'rain' });
    expect(again.rulesetState).toMatchObject({ mood: 'mild', weather: 'rain' });
    expect([CELLAR, HALL, TOWER].map((id) => stateOf(again, id))).toEqual([
      undefined,
      { mood: 'hushed' },
      { mood: 'merry' },
    ]);
    expect(applied(again, [to(HALL)], gm).rulesetState.mood).toBe('hushed');
  });

  it('stays where a turn changed it, and what no place names goes along', () => {
    const tense = { op: 'set', path: 'mood', value: 'tense' };
    const changed = [to(CELLAR), tense, { op: 'set', path: 'weather', value: 'snow' }, to(ROADSIDE)];
    const further = applied(hushedHall(), changed, gm);

    expect(further.rulesetState).toMatchObject({ mood: 'mild', weather: 'snow' });
    expect(stateOf(further, CELLAR)).toEqual({ mood: 'tense' });
    expect(applied(further, [to(CELLAR)], gm).rulesetState.mood).toBe('tense');
  });

  it('is not carried over to a persona who is elsewhere', () => {
    const world = hushedHall();
    const bruno = character(BRUNO, 'Bruno', { placeId: CELLAR });
    const scene = { ...world.scene, presentIds: [ADA] };
    const apart = { ...world, scene, entities: { ...world.entities, [BRUNO]: bruno } };
    const withBruno = moveSceneToPersona(apart, bruno);
    const withAda = moveSceneToPersona(withBruno, withBruno.entities[ADA] as Character);

    expect(withBruno.rulesetState.mood).toBe('mild');
    expect(withAda.rulesetState.mood).toBe('hushed');
    expect(stateOf(withAda, CELLAR)).toBeUndefined();
  });
});
