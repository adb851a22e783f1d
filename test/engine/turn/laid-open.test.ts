import { expect, it } from 'vitest';
import { laidOpen } from '#engine/turn/laid-open.ts';
import type { Discovery } from '#retrieval/discovered-by.ts';
import { ADA, applied, asking, CELLAR, character, hallAndCellar } from '../../support/worlds.ts';

function world(placeId?: string) {
  const lying = {
    op: 'introduce_item',
    name: 'The spare handset',
    visibility: 'hidden',
    ...(placeId && { placeId }),
  };
  return applied(hallAndCellar(), [lying], asking({ asker: 'gm' }));
}

const found = (content: string): { persona: ReturnType<typeof persona>; discoveries: Discovery[] } => ({
  persona: persona(),
  discoveries: [
    {
      discoverable: {
        id: 'fact_0001',
        subjectId: 'loc_hall_001',
        triggers: ['search the jukebox'],
        content,
        tokens: 9,
      },
      trigger: 'search the jukebox',
      saidBy: null,
    },
  ],
});

function persona() {
  return { ...character(ADA, 'Ada'), id: ADA };
}

it('lays open the hidden thing that a find names, where it lies', () => {
  expect(laidOpen(world(), found('The spare handset is taped inside the jukebox.'))).toEqual([
    expect.stringMatching(/^item_.*handset/),
  ]);
});

it.each([
  ['that is not named', world(), 'A draught comes out of the jukebox.'],
  ['that lies elsewhere', world(CELLAR), 'The spare handset is somewhere in this house.'],
])('lays open nothing %s', (_what, snapshot, content) => {
  expect(laidOpen(snapshot, found(content))).toEqual([]);
});
