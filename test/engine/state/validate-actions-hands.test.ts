import { expect, it } from 'vitest';
import { ItemId } from '#engine/state/ids.ts';
import { ProposedAction, validateActions } from '#engine/state/validate-actions.ts';
import {
  ADA,
  applied,
  FREEFORM,
  GOBLIN,
  goblinRoad,
  HALL,
  hallAndCellar,
  item,
  KIRA,
  onTheRoad,
  SRD5E,
} from '../../support/worlds.ts';

it.each(['paralyzed', 'incapacitated', 'stunned'])('blocks an attack by whoever is %s by the SRD', (name) => {
  const snapshot = applied(goblinRoad(), [{ op: 'add_condition', characterId: KIRA, name }], onTheRoad());
  const attack = ProposedAction.parse({ action: 'attack', target_id: GOBLIN });
  const { blocked_actions } = validateActions([attack], snapshot, { personaId: KIRA, rules: SRD5E });

  expect(blocked_actions).toEqual([{ action: 'attack', reason: `Kira is ${name}.` }]);
});

it('finds a thing that lies in a chest of the place', () => {
  const coin = ItemId.parse('item_coin_001');
  const world = hallAndCellar();
  const snapshot = {
    ...world,
    entities: { ...world.entities, [coin]: item(coin, 'Coin') },
    inventory: { ...world.inventory, [HALL]: { [coin]: { quantity: 3, flags: [] } } },
  };

  const take = ProposedAction.parse({ action: 'take', target_id: 'coin' });
  const { allowed_actions } = validateActions([take], snapshot, { personaId: ADA, rules: FREEFORM });

  expect(allowed_actions).toMatchObject([{ target_id: coin }]);
});
