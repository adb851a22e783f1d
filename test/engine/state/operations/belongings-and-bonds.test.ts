import { describe, expect, it } from 'vitest';
import { applyOperations } from '#engine/state/apply-operations.ts';
import { toPairKey } from '#engine/state/ids.ts';
import {
  ADA,
  applied,
  asking,
  BRUNO,
  CELLAR,
  hallAndCellar,
  KEY,
  LAMP,
  MIRA,
  refusal,
  VIKTOR,
} from '../../../support/worlds.ts';

const change = (more: object) => ({ op: 'change_inventory', ownerId: ADA, itemId: KEY, by: 1, ...more });
const hand = (more: object = {}) => ({
  op: 'transfer_item',
  fromId: ADA,
  toId: VIKTOR,
  itemId: KEY,
  ...more,
});

describe('belongings', () => {
  it('grow, shrink and vanish', () => {
    const more = applied(hallAndCellar(), [change({ by: 4 })]);

    expect(more.inventory[ADA]?.[KEY]).toEqual({ quantity: 5, flags: [] });
    expect(applied(more, [change({ by: -5 })]).inventory).toEqual({});
  });

  it('no longer lie where they lay once somebody has them', () => {
    const snapshot = applied(hallAndCellar(), [change({ itemId: LAMP, flags: ['lit'] })]);

    expect(snapshot.entities[LAMP]).toMatchObject({ placeId: null });
    expect(snapshot.inventory[ADA]?.[LAMP]).toEqual({ quantity: 1, flags: ['lit'] });
  });

  it('change hands, flags and all', () => {
    const snapshot = applied(hallAndCellar(), [change({ by: 1, flags: ['stolen'] }), hand()]);

    expect(snapshot.inventory).toEqual({
      [ADA]: { [KEY]: { quantity: 1, flags: ['stolen'] } },
      [VIKTOR]: { [KEY]: { quantity: 1, flags: ['stolen'] } },
    });
  });

  it('may belong to a place', () => {
    expect(applied(hallAndCellar(), [hand({ toId: CELLAR })]).inventory).toHaveProperty([CELLAR, KEY]);
  });

  it.each([
    ['more than there is', change({ by: -2 }), 'not-enough'],
    ['some of nothing', change({ ownerId: BRUNO, by: -1 }), 'not-enough'],
    ['none', change({ by: 0 }), 'bad-input'],
    ['half a thing', change({ by: 0.5 }), 'bad-input'],
    ['something unknown', change({ itemId: 'item_x_001' }), 'unknown-entity'],
    ['to nobody', change({ ownerId: 'npc_x_001' }), 'unknown-entity'],
    ['to a thing', change({ ownerId: LAMP }), 'cannot-own'],
    ['to oneself', hand({ toId: ADA }), 'same-owner'],
    ['more than one has', hand({ quantity: 2 }), 'not-enough'],
    ['from somebody who has none', hand({ fromId: BRUNO }), 'not-enough'],
    ['to nobody by hand', hand({ toId: 'npc_x_001' }), 'unknown-entity'],
  ])('are refused: %s', (_case, proposal, code) => {
    expect(refusal(hallAndCellar(), proposal).rejected).toBe(code);
  });
});

describe('a relation', () => {
  const adjust = (more: object = {}) => ({
    op: 'adjust_relation',
    oneId: ADA,
    otherId: VIKTOR,
    trust: -2,
    tension: 3,
    ...more,
  });

  it('is one edge whoever is named first', () => {
    const { relations } = applied(hallAndCellar(), [adjust(), adjust({ oneId: VIKTOR, otherId: ADA })]);

    expect(relations).toEqual({
      [toPairKey(ADA, VIKTOR)]: { low: VIKTOR, high: ADA, trust: 1, tension: 6, closeness: 0 },
    });
  });

  it('stays within 0 and 10', () => {
    const { relations } = applied(hallAndCellar(), [
      adjust({ trust: -10, tension: 10 }),
      adjust({ tension: 10, closeness: 1 }),
    ]);

    expect(relations[toPairKey(ADA, VIKTOR)]).toMatchObject({ trust: 0, tension: 10, closeness: 1 });
  });

  it('says what it was and what it is', () => {
    const { effects } = applyOperations(hallAndCellar(), [adjust()], asking());

    expect(effects).toMatchObject([
      { type: 'relation-changed', before: null, after: { trust: 3, tension: 3 } },
    ]);
  });

  it.each([
    ['with oneself', adjust({ otherId: ADA }), 'same-character'],
    ['with nobody', adjust({ otherId: 'npc_x_001' }), 'unknown-entity'],
    ['of nobody', adjust({ oneId: 'npc_x_001' }), 'unknown-entity'],
    ['that does not move', adjust({ trust: 0, tension: 0 }), 'nothing-to-do'],
    ['by leaps', adjust({ trust: 11 }), 'bad-input'],
  ])('is refused: %s', (_case, proposal, code) => {
    expect(refusal(hallAndCellar(), proposal).rejected).toBe(code);
  });
});

describe('a relationship', () => {
  const owes = (more: object = {}) => ({
    op: 'set_relationship',
    fromId: VIKTOR,
    toId: MIRA,
    type: 'debtor',
    intensity: 6,
    ...more,
  });

  it('has a direction, a strength and notes that stay', () => {
    const { relationships } = applied(hallAndCellar(), [
      owes({ notes: 'since spring' }),
      owes({ intensity: 8 }),
    ]);

    expect(relationships).toEqual({
      [`${VIKTOR}|${MIRA}|debtor`]: {
        fromId: VIKTOR,
        toId: MIRA,
        type: 'debtor',
        intensity: 8,
        notes: 'since spring',
        visibility: 'hidden',
        origin: 'campaign',
      },
    });
  });

  it('ends at 0', () => {
    expect(applied(hallAndCellar(), [owes(), owes({ intensity: 0 })]).relationships).toEqual({});
  });

  it.each([
    ['with oneself', owes({ toId: VIKTOR }), 'same-character'],
    ['with nobody', owes({ toId: 'npc_x_001' }), 'unknown-entity'],
    ['of nobody', owes({ fromId: 'npc_x_001' }), 'unknown-entity'],
    ['ended before it began', owes({ intensity: 0 }), 'nothing-there'],
    ['beyond all measure', owes({ intensity: 11 }), 'bad-input'],
    ['of a type that is no word', owes({ type: 'Sworn Enemy' }), 'bad-input'],
  ])('is refused: %s', (_case, proposal, code) => {
    expect(refusal(hallAndCellar(), proposal).rejected).toBe(code);
  });
});

describe('money', () => {
  const start = hallAndCellar();
  const rich = (id: typeof ADA, stats: object) => {
    const character = start.entities[id];
    if (character?.kind !== 'character') throw new Error(`${id} is no character`);
    return { ...character, stats: { ...character.stats, ...stats } };
  };
  const world = {
    ...start,
    entities: {
      ...start.entities,
      [ADA]: rich(ADA, { cred: 55, harm: 1 }),
      [VIKTOR]: rich(VIKTOR, { cred: 620 }),
    },
  };
  const statsOf = (snapshot: typeof start, id: typeof ADA) => {
    const one = snapshot.entities[id];
    return one?.kind === 'character' ? one.stats : null;
  };

  it('changes hands on both sheets', () => {
    const paid = applied(world, [{ op: 'change_money', characterId: ADA, by: 200, fromId: VIKTOR }]);

    expect(statsOf(paid, ADA)).toMatchObject({ cred: 255 });
    expect(statsOf(paid, VIKTOR)).toMatchObject({ cred: 420 });
  });

  it('is not paid by somebody who lacks it, nor to a sheet that keeps none', () => {
    const tooMuch = { op: 'change_money', characterId: ADA, by: 700, fromId: VIKTOR };
    expect(refusal(world, tooMuch).rejected).toBe('not-enough');
    expect(refusal(world, { op: 'change_money', characterId: MIRA, by: 5 }).rejected).toBe('keeps-no-money');
  });

  it('moves a meter within the limits of the ruleset', () => {
    const hurt = applied(world, [{ op: 'change_meter', characterId: ADA, meter: 'harm', by: 9 }]);

    expect(statsOf(hurt, ADA)).toMatchObject({ harm: 6 });
    expect(refusal(hurt, { op: 'change_meter', characterId: ADA, meter: 'harm', by: 1 }).rejected).toBe(
      'meter-does-not-move',
    );
    expect(refusal(world, { op: 'change_meter', characterId: ADA, meter: 'luck', by: 1 }).rejected).toBe(
      'no-such-meter',
    );
  });

  it('refuses to overdraw money', () => {
    expect(refusal(world, { op: 'change_meter', characterId: ADA, meter: 'cred', by: -56 }).rejected).toBe(
      'not-enough',
    );
  });

  it('applies what the ruleset binds to the end of a scale, and takes the condition back', () => {
    const hurt = { op: 'change_meter', characterId: ADA, meter: 'harm', by: 9 };
    const { snapshot, effects } = applyOperations(world, [hurt], asking({ asker: 'engine' }));

    expect(snapshot.entities[ADA]).toMatchObject({
      status: 'unconscious',
      conditions: [{ name: 'gone', source: 'Harm 6' }],
    });
    expect(effects).toContainEqual({
      type: 'notice',
      audience: 'player',
      text: 'Harm is all there is.',
      personaIds: [ADA],
    });
    const healed = applied(snapshot, [{ ...hurt, by: -1 }], asking({ asker: 'engine' }));
    expect(healed.entities[ADA]).toMatchObject({ stats: { harm: 5 }, conditions: [] });
  });
});
