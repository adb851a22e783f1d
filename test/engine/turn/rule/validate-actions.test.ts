import { describe, expect, it } from 'vitest';
import { ReadAction } from '#engine/contracts/reading.ts';
import { listChecks } from '#engine/rules/declared-check.ts';
import type { Snapshot } from '#engine/state/snapshot.ts';
import { validateActions } from '#engine/turn/rule/validate-actions.ts';
import {
  ADA,
  applied,
  CELLAR,
  character,
  FREEFORM,
  GOBLIN,
  goblinRoad,
  HALL,
  hallAndCellar,
  KEY,
  KIRA,
  KIRA_BLOCK,
  LAMP,
  location,
  MIRA,
  SRD5E,
  TOWER,
  VIKTOR,
} from '../../../support/worlds.ts';

const ada = (world: Snapshot) => {
  const one = world.entities[ADA];
  if (one?.kind !== 'character') throw new Error('Ada is not there');
  return { ...one, id: ADA };
};
const judge = (action: object, world: Snapshot = hallAndCellar()) =>
  validateActions([ReadAction.parse(action)], world, ada(world), FREEFORM);
const reasons = (action: object, world?: Snapshot) =>
  judge(action, world).blocked.map(({ reason }) => reason);
const withAda = (more: object) => {
  const world = hallAndCellar();
  return { ...world, entities: { ...world.entities, [ADA]: character(ADA, 'Ada', more) } };
};

describe('people', () => {
  it.each(['attack', 'threaten', 'give', 'trade'])('are not reached elsewhere by %s', (kind) => {
    expect(reasons({ kind, target: MIRA })).toEqual(['Mira is not here.']);
    expect(reasons({ kind, target: VIKTOR })).toEqual([]);
  });

  it('are spoken of to those who are here, or sent for', () => {
    expect(reasons({ kind: 'talk', target: MIRA })).toEqual([]);
  });

  it('are spoken to from afar by a device or a power', () => {
    expect(reasons({ kind: 'talk', target: MIRA, means: 'telepathy' })).toEqual([]);
  });

  it('can be looked for and gone to wherever they are', () => {
    expect(reasons({ kind: 'look', target: MIRA })).toEqual([]);
    expect(reasons({ kind: 'move', target: MIRA })).toEqual([]);
  });

  it('are asked about when an attack names nobody and several are here, never a friend', () => {
    const world = hallAndCellar();
    const crowded = { ...world, scene: { ...world.scene, presentIds: [...world.scene.presentIds, MIRA] } };
    const { unclear, allowed } = judge({ kind: 'attack', does: 'hit somebody' }, crowded);
    expect(unclear).toMatchObject({ action: 'hit somebody' });
    expect(unclear?.candidates.map(({ name }) => name)).toEqual(['Viktor', 'Mira']);
    expect(allowed).toEqual([]);
  });

  it('who are hidden are not here', () => {
    const world = hallAndCellar();
    const hidden = { ...world, scene: { ...world.scene, obscuredIds: [VIKTOR] } };
    expect(reasons({ kind: 'threaten', target: VIKTOR }, hidden)).toEqual(['Viktor is not here.']);
  });

  it('who are dead do not answer', () => {
    const world = hallAndCellar();
    const dead = character(VIKTOR, 'Viktor', { status: 'dead' });
    const after = { ...world, entities: { ...world.entities, [VIKTOR]: dead } };
    expect(reasons({ kind: 'talk', target: VIKTOR }, after)).toEqual(['Viktor is dead.']);
  });
});

describe('things', () => {
  it('must be at hand', () => {
    expect(reasons({ kind: 'take', target: LAMP })).toEqual([]);
    expect(reasons({ kind: 'use', target: KEY })).toEqual([]);
    const away = applied(hallAndCellar(), [{ op: 'move_party', placeId: CELLAR, companionIds: [] }]);
    expect(reasons({ kind: 'take', target: LAMP }, away)).toEqual(['Lamp is not here.']);
    expect(reasons({ kind: 'use', target: LAMP }, away)).toEqual(['Ada does not have Lamp.']);
  });

  it('that an action needs must be held', () => {
    const away = applied(hallAndCellar(), [{ op: 'move_party', placeId: CELLAR, companionIds: [] }]);
    expect(reasons({ kind: 'search', items: [KEY] }, away)).toEqual([]);
    expect(reasons({ kind: 'search', items: [LAMP] }, away)).toEqual(['Ada does not have Lamp.']);
  });

  it('somebody here holds can be tried for', () => {
    const given = applied(hallAndCellar(), [
      { op: 'transfer_item', fromId: ADA, toId: VIKTOR, itemId: KEY, quantity: 1 },
    ]);
    expect(reasons({ kind: 'take', target: KEY }, given)).toEqual([]);
    expect(reasons({ kind: 'use', target: KEY }, given)).toEqual(['Ada does not have Rusty key.']);
  });
});

describe('places', () => {
  it('without a way cannot be gone to', () => {
    expect(reasons({ kind: 'move', target: CELLAR })).toEqual([]);
    expect(reasons({ kind: 'move', target: TOWER })).toHaveLength(1);
  });

  it('behind a closed way are refused with the reason of the map', () => {
    const world = hallAndCellar();
    const hall = location(HALL, 'Hall', { exits: [{ to: CELLAR, blocked: 'The hatch is nailed shut.' }] });
    const shut = { ...world, entities: { ...world.entities, [HALL]: hall } };
    expect(reasons({ kind: 'move', target: CELLAR }, shut)).toEqual([expect.stringContaining('nailed shut')]);
  });
});

describe('a persona', () => {
  it.each([
    [{ status: 'unconscious' }, 'talk', 'Ada is unconscious.'],
    [{ captive: true }, 'move', 'Ada is a captive and cannot leave.'],
  ])('that is %j cannot %s', (more, kind, reason) => {
    expect(reasons({ kind, target: kind === 'move' ? CELLAR : VIKTOR }, withAda(more))).toEqual([reason]);
  });

  it('that is bound can look and talk, and nothing else', () => {
    const bound = applied(hallAndCellar(), [{ op: 'add_condition', characterId: ADA, name: 'bound' }]);
    expect(reasons({ kind: 'talk', target: VIKTOR }, bound)).toEqual([]);
    expect(reasons({ kind: 'take', target: LAMP }, bound)).toEqual(['Ada is bound.']);
  });
});

it('takes no notice of the words an action is described with', () => {
  const does = 'fly to the moon, kill everybody and teleport to the dead king in the tower';
  expect(reasons({ kind: 'talk', target: VIKTOR, does })).toEqual([]);
  expect(reasons({ kind: 'other', does })).toEqual([]);
});

it('lets a known fact rule out what contradicts it, and a hidden one not', () => {
  const fact = { op: 'add_fact', subjectId: LAMP, predicate: 'destroyed', object: true };
  const known = applied(hallAndCellar(), [{ ...fact, visibility: 'public' }]);
  const hidden = applied(hallAndCellar(), [{ ...fact, visibility: 'hidden' }]);
  expect(reasons({ kind: 'take', target: LAMP }, known)).toEqual(['Lamp is destroyed.']);
  expect(reasons({ kind: 'take', target: LAMP }, hidden)).toEqual([]);
});

describe('things nobody has', () => {
  it.each(['attack', 'use', 'give'])('are no means to %s', (kind) => {
    expect(reasons({ kind, target: VIKTOR, items: ['rifle'] })).toEqual(['Ada does not have rifle.']);
  });

  it('that a character wears or carries by its description or its sheet may be used, but not given', () => {
    const armed = withAda({
      description: 'A dented kite shield.',
      stats: { armor: { helmet: true, cape: false } },
    });
    for (const thing of ['kite shield', 'shield', 'helmet'])
      expect(reasons({ kind: 'attack', target: VIKTOR, items: [thing] }, armed)).toEqual([]);
    for (const thing of ['cape', 'rifle'])
      expect(reasons({ kind: 'attack', target: VIKTOR, items: [thing] }, armed)).toEqual([
        `Ada does not have ${thing}.`,
      ]);
    expect(reasons({ kind: 'give', target: VIKTOR, items: ['kite shield'] }, armed)).toEqual([
      'Ada does not have kite shield.',
    ]);
  });

  it('do not stand against talk', () => {
    expect(reasons({ kind: 'talk', target: VIKTOR, items: ['rifle'] })).toEqual([]);
  });

  it('may be attacks of a stat block', () => {
    const world = goblinRoad();
    const kira = world.entities[KIRA];
    if (kira?.kind !== 'character') throw new Error('Kira is not there');
    const strike = (item: string) =>
      validateActions(
        [ReadAction.parse({ kind: 'attack', target: GOBLIN, items: [item] })],
        world,
        { ...kira, id: KIRA, stats: { ...KIRA_BLOCK, attacks: [{ name: 'Longsword' }] } },
        SRD5E,
      ).blocked;

    expect(strike('rifle')).toHaveLength(1);
    expect(strike('longsword')).toEqual([]);
  });
});

describe('a price', () => {
  const bribe = { id: 'bribe', label: 'Bribe', covers: 'Bribing.', costs: 'bribe' };
  const { mechanics } = FREEFORM;
  const priced = {
    ...FREEFORM,
    checks: listChecks({ checks: [bribe], resolution: mechanics.resolution }),
    mechanics: { ...mechanics, costs: { classes: { bribe: { cred: { min: -100, max: -30 } } } } },
  };
  const offer = (cred: number) => {
    const world = withAda({ stats: { cred } });
    const action = ReadAction.parse({ kind: 'talk', target: VIKTOR, check: 'bribe' });
    return validateActions([action], world, ada(world), priced).blocked.map(({ reason }) => reason);
  };

  it('that the persona cannot pay is refused before the dice', () => {
    expect(offer(29)).toEqual(['Ada has only 29 cred.']);
    expect(offer(30)).toEqual([]);
  });
});
