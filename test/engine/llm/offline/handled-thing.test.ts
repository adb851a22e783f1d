import { describe, expect, it } from 'vitest';
import { keyedRandom } from '#engine/kit/keyed-random.ts';
import type { NarrateInput } from '#engine/llm/narrate-input.ts';
import { proposeOutcome } from '../../../../src/engine/llm/offline/propose-outcome.ts';
import { tellScene } from '../../../../src/engine/llm/offline/telling/tell-scene.ts';
import { nightAtThePierHouse } from '../../../support/narrations.ts';

const INES = 'pc_ines_001';
const LAMP = 'item_lamp_001';
const ANCHOR = 'item_anchor_001';
const RING = 'item_ring_001';

function night(playerText: string, more: Partial<NarrateInput> = {}): NarrateInput {
  const { packet, ...rest } = nightAtThePierHouse({ playerText, ...more });
  const thing = { type: 'item', description: '', tags: [] };
  const entities = [
    { ...thing, id: LAMP, name: 'The storm lamp' },
    { ...thing, id: ANCHOR, name: 'A rusted anchor', tags: ['cannot be carried'] },
  ];
  const inventory = [{ ownerId: INES, itemId: RING, name: "Aksel's ring", quantity: 1, flags: [] }];
  return { ...rest, packet: { ...packet, entities, inventory } };
}

const operations = (input: NarrateInput) => proposeOutcome(input, keyedRandom('seed', 'outcome')).operations;
const prose = (input: NarrateInput) => tellScene(input, keyedRandom('seed', 'prose'));

describe('what is taken or given', () => {
  it.each([
    ['I take the lamp', [{ op: 'change_inventory', ownerId: INES, itemId: LAMP, by: 1 }]],
    ['grab the storm lamp and run', [{ op: 'change_inventory', ownerId: INES, itemId: LAMP, by: 1 }]],
    ['I give Marit the ring', [{ op: 'transfer_item', fromId: INES, toId: 'npc_marit_001', itemId: RING }]],
    ['hand the ring to Marit', [{ op: 'transfer_item', fromId: INES, toId: 'npc_marit_001', itemId: RING }]],
    ['I drop the ring', [{ op: 'change_inventory', ownerId: INES, itemId: RING, by: -1 }]],
  ])('changes hands in the world as well: %j', (words, changes) => {
    const input = night(words);
    expect(operations(input)).toEqual(changes);
    expect(prose(input)).toMatch(/lamp|ring/);
  });

  it.each([
    ['I take the anchor', /anchor/],
    ['I take the compass', /no compass|any compass/],
    ['I take the ring', /ring/],
    ['I give Marit the compass', /no compass/],
    ['should I take the lamp?', /./],
    ['I take a seat', /./],
    ['I take Marit aside', /./],
  ])('changes nothing, and does not pretend to, when %j', (words, told) => {
    const input = night(words);
    expect(operations(input)).toEqual([]);
    expect(prose(input)).toMatch(told);
  });

  it('stays where it is when the dice say that it was not got', () => {
    const failed = {
      text: 'It does not work.',
      band: 'fail',
      degree: 'failure' as const,
      rolls: [],
      costs: [],
      consequences: [],
    };
    expect(operations(night('I steal the lamp', { outcome: failed }))).toEqual([]);
    expect(operations(night('I steal the lamp', { outcome: { ...failed, degree: 'success' } }))).toHaveLength(
      1,
    );
  });
});
