import { expect, it } from 'vitest';
import { ChronicleEntry } from '#engine/memory/chronicle.ts';
import { gregorian } from '#engine/rules/calendar-built-in.ts';
import { historyOfScene } from '#engine/turn/settle/history-of.ts';
import { ADA, character, hallAndCellar, MIRA, VIKTOR } from '../../../support/worlds.ts';

const scene = { sessionId: 'a session', index: 1 };
const event = (id: string, characterIds: readonly string[]) =>
  ChronicleEntry.parse({
    id,
    scene,
    time: { day: 1, microsecond: 0 },
    chapter: 1,
    placeId: null,
    type: 'loss',
    summary: 'A door is forced.',
    characterIds,
  });

it('files an event that names somebody undiscovered for those alone who had a part in it', () => {
  const world = hallAndCellar();
  const after = {
    ...world,
    entities: { ...world.entities, [MIRA]: character(MIRA, 'Mira', { visibility: 'hidden' }) },
  };
  const chronicle = [
    event('evt_0001', [ADA, VIKTOR]),
    event('evt_0002', [VIKTOR, MIRA]),
    event('evt_0003', []),
  ];
  const history = historyOfScene(
    {
      campaignId: 'a campaign',
      scene,
      before: after,
      after,
      rows: { chronicle, memories: [] },
      since: 1,
      calendar: gregorian,
    },
    (text) => text.length,
  );

  expect(history.map(({ visibleTo }) => visibleTo)).toEqual(['everyone', [VIKTOR, MIRA], 'everyone']);
});
