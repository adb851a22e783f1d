import { describe, expect, it } from 'vitest';
import { applyOperations } from '#engine/state/apply-operations.ts';
import { ACTORS, type Actor } from '#engine/state/operation.ts';
import { findOperation, OPERATION_NAMES } from '#engine/state/operations.ts';
import { createPlayerView } from '#engine/state/player-view.ts';
import type { Snapshot } from '#engine/state/snapshot.ts';
import {
  ADA,
  applied,
  asking,
  CELLAR,
  FREEFORM,
  GOBLIN,
  HALL,
  hallAndCellar,
  KEY,
  KIRA,
  onTheRoad,
  refusal,
  VIKTOR,
} from '../../support/worlds.ts';
import { ATTACKS, type Attack, ORDINARY } from './attacks.ts';
import { JIN, KEPT_STILL, road, roadAsModel, worldOfSecrets } from './world-of-secrets.ts';

const engine = asking({ asker: 'engine' });
const model = asking({ hold: KEPT_STILL });
const as = (asker: Actor) => asking({ asker, hold: KEPT_STILL });
const inDuet = asking({
  hold: KEPT_STILL,
  rules: { ...FREEFORM, mechanics: { ...FREEFORM.mechanics, pipeline: 'duet' } },
});
const setUp = ({ after = [] }: Attack): Snapshot => applied(worldOfSecrets(), after, engine);

const attacks = Object.entries(ATTACKS).flatMap(([op, held]) =>
  Array.isArray(held) ? (held as readonly Attack[]).map((attack) => [op, attack] as const) : [],
);
const never = Object.entries(ATTACKS).flatMap(([op, held]) => (held === 'never' ? [op] : []));

describe('a model that proposes what is not its to do', () => {
  it('finds every operation held against something', () => {
    expect(Object.keys(ATTACKS).toSorted()).toEqual(OPERATION_NAMES.toSorted());
    expect(attacks.length).toBeGreaterThan(50);
  });

  it.each(attacks.map(([op, attack]) => [op, JSON.stringify(attack.input), attack] as const))(
    'is refused %s %s, and nothing changes',
    (op, _input, attack) => {
      expect(refusal(setUp(attack), { op, ...attack.input }, model).rejected).toBe(attack.code);
    },
  );

  it.each(never)('is refused %s altogether', (op) => {
    expect(findOperation(op)?.askers).toEqual(['engine', 'gm', 'god']);
    expect(refusal(worldOfSecrets(), { op }, model).rejected).toBe('not-yours-to-ask');
  });

  it.each(attacks.map(([op, attack]) => [op, JSON.stringify(attack.input), attack] as const))(
    'is refused %s %s where it is the whole game master, too, unless it was told of it',
    (op, input, attack) => {
      const { rejected } = applyOperations(setUp(attack), [{ op, ...attack.input }], inDuet);
      // What those who are here work at is a whole game master's to move.
      const isTold = op.endsWith('_agenda') && input.includes(VIKTOR);
      expect(rejected.map(({ rejection }) => rejection.rejected)).toEqual(isTold ? [] : [attack.code]);
    },
  );
});

describe('whoever may', () => {
  const others = ACTORS.filter((asker) => asker !== 'model');
  const theirs = attacks.filter(([, { code, toAll }]) => toAll !== true && code !== 'no-path');

  it.each(theirs.map(([op, attack]) => [op, JSON.stringify(attack.input), attack] as const))(
    'does %s %s: the rules, a game master and GOD',
    (op, _input, attack) => {
      for (const asker of others) {
        const { rejected } = applyOperations(setUp(attack), [{ op, ...attack.input }], as(asker));
        expect(rejected, asker).toEqual([]);
      }
    },
  );

  it.each(ORDINARY)('is a model as well, where %s', (_case, proposal) => {
    expect(applyOperations(worldOfSecrets(), [proposal], model).rejected).toEqual([]);
  });

  it('goes, pays and dies where the player or the rules have put it at stake', () => {
    const free = asking({ hold: { staying: [], keeping: [], safe: [] } });
    const proposals = [
      { op: 'transfer_item', fromId: ADA, toId: VIKTOR, itemId: KEY },
      { op: 'move_party', placeId: CELLAR },
      { op: 'set_life', characterId: ADA, status: 'dead' },
    ];
    expect(applyOperations(worldOfSecrets(), proposals, free).rejected).toEqual([]);
  });

  it('counts on with a clock a narrator has begun itself', () => {
    const begun = applied(
      worldOfSecrets(),
      [{ op: 'start_clock', clockId: 'rain', name: 'Rain', max: 3 }],
      model,
    );
    expect(applied(begun, [{ op: 'tick_clock', clockId: 'rain' }], model).clocks.rain?.value).toBe(1);
  });

  it('lets a clock bring out what its author has hung on it', () => {
    const known = worldOfSecrets();
    const doom = known.clocks.doom;
    if (doom === undefined) throw new Error('there is no doom');
    const open: Snapshot = { ...known, clocks: { doom: { ...doom, visibility: 'public' } } };
    const after = applied(open, [{ op: 'tick_clock', clockId: 'doom', by: 4 }], model);
    const view = createPlayerView(after, ADA);
    expect('facts' in view ? view.facts.map(({ object }) => object) : view).toContain('Zenith');
  });
});

describe('a body with a stat block', () => {
  const kira = { characterId: KIRA };

  it.each([
    ['deal_damage', { targetId: KIRA, amount: 999, type: 'fire' }, 'persona-safe'],
    ['change_exhaustion', { ...kira, by: 6 }, 'persona-safe'],
    ['set_life', { ...kira, status: 'dead' }, 'is-persona'],
    ['spend_resource', { ...kira, resource: { kind: 'gold' }, amount: 5 }, 'persona-keeps'],
  ])('of a player is not killed or robbed by %s alone', (op, input, code) => {
    expect(refusal(road(), { op, ...input }, roadAsModel).rejected).toBe(code);
    expect(applyOperations(road(), [{ op, ...input }], onTheRoad({ asker: 'gm' })).rejected).toEqual([]);
  });

  it('is hurt by a model all the same, and killed where it fights', () => {
    const hurt = { op: 'deal_damage', targetId: KIRA, amount: 5, type: 'fire' };
    expect(applyOperations(road(), [hurt], roadAsModel).rejected).toEqual([]);
    expect(applyOperations(road(), [{ ...hurt, amount: 999 }], onTheRoad()).rejected).toEqual([]);
    const slain = { op: 'set_life', characterId: GOBLIN, status: 'dead' };
    expect(applyOperations(road(), [slain], roadAsModel).rejected).toEqual([]);
  });
});

describe('a persona who was taken out of the world', () => {
  const nowhere = applied(hallAndCellar(), [{ op: 'leave_scene', characterId: ADA }], engine);

  it('comes back with the party', () => {
    const moved = applied(nowhere, [{ op: 'move_party', placeId: CELLAR }], asking());
    expect(moved.scene.presentIds).toContain(ADA);
    expect(moved.entities[ADA]).toMatchObject({ placeId: CELLAR });
  });

  it('may be let in by a model, also where it keeps still', () => {
    const back = applied(nowhere, [{ op: 'enter_scene', characterId: ADA }], model);
    expect(back.entities[ADA]).toMatchObject({ placeId: HALL });
  });
});

it('brings nobody to light who is only named', () => {
  const view = createPlayerView(worldOfSecrets(), ADA);
  expect(JSON.stringify(view)).not.toContain(JIN);
});
