import { expect, it } from 'vitest';
import { remedyAsked } from '#engine/llm/offline/remedy-asked.ts';
import type { ResolveInput } from '#engine/llm/step-inputs.ts';
import { nightAtThePierHouse } from '../../../support/narrations.ts';

const HESPER = {
  hit_points: { current: 9, max: 28, temporary: 0 },
  abilities: { wisdom: 14 },
  classes: [{ class: 'fighter', level: 3 }],
  spells_known: ['cure wounds'],
  resources: {
    consumables: { potions_of_healing: 1 },
    class_features: { second_wind: { used: 0, total: 1 } },
    spell_slots: { 1: { used: 1, total: 2 } },
  },
};

function asked(playerText: string, change: object = {}, rolls: readonly string[] = []) {
  const { packet, personaId } = nightAtThePierHouse({ playerText });
  const stats = { ...HESPER, ...change };
  const input: ResolveInput = {
    playerText,
    personaId,
    packet,
    rulebook: '',
    operations: [],
    involved: [{ characterId: personaId, name: 'Hesper', stats, memories: [] }],
    actions: [],
    plan: null,
    rolls: [...rolls],
    tableType: null,
  };
  return { personaId, ...remedyAsked(input) };
}

it.each([
  ['I drink a healing potion', { kind: 'consumable', name: 'potions_of_healing' }, '2d4+2'],
  ['I use my second wind', { kind: 'feature', name: 'second_wind' }, '1d10+3'],
  ['I cast cure wounds on myself', { kind: 'spell_slot', level: 1 }, '1d8+2'],
  ['I heal myself', { kind: 'consumable', name: 'potions_of_healing' }, '2d4+2'],
])('spends what heals and heals by its dice: %s', (words, resource, dice) => {
  const { personaId, state_ops } = asked(words);
  expect(state_ops).toEqual([
    { op: 'spend_resource', characterId: personaId, resource },
    { op: 'heal', targetId: personaId, dice },
  ]);
});

it('heals somebody else who is named', () => {
  const other = nightAtThePierHouse({}).packet.cast[0];
  expect(asked(`I cast cure wounds on ${other?.name}`).state_ops?.[1]).toMatchObject({ targetId: other?.id });
});

it('says so when there is none left', () => {
  const resources = { ...HESPER.resources, consumables: { potions_of_healing: 0 } };
  const { state_ops, resolved_outcome } = asked('I drink a potion', { resources });
  expect(state_ops).toBeUndefined();
  expect(resolved_outcome).toBe('There is no potion of healing left.');
});

it.each(['I look at the potion', 'Do I have a potion?', 'I greet the crowd'])(
  'heals nobody by %j',
  (words) => {
    expect(asked(words).state_ops).toBeUndefined();
  },
);

it('lets nobody drink who was felled before their turn', () => {
  const blow = 'Slam damage: 2d6+1 = [5, 4]+1 = 10 bludgeoning';
  expect(asked('I drink a healing potion', {}, [blow]).state_ops).toBeUndefined();
});
