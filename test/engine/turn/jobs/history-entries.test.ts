import { expect, it } from 'vitest';
import { ChronicleEntry } from '#engine/memory/chronicle.ts';
import { gregorian } from '#engine/rules/time/built-in-calendars.ts';
import type { Fact as FactRecord } from '#engine/state/record.ts';
import { listSceneHistory } from '#engine/turn/jobs/history-entries.ts';
import { Fact } from '../../../../src/engine/state/records/story.ts';
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

it('files an event for those alone who had a part in it, unless it is news that names nobody undiscovered', () => {
  const world = hallAndCellar();
  const after = {
    ...world,
    entities: { ...world.entities, [MIRA]: character(MIRA, 'Mira', { visibility: 'hidden' }) },
  };
  const chronicle = [
    event('evt_0001', [ADA, VIKTOR]),
    event('evt_0002', [VIKTOR, MIRA]),
    event('evt_0003', []),
    { ...event('evt_0004', [VIKTOR]), visibility: 'public' as const },
  ];
  const history = listSceneHistory(
    {
      campaignId: 'a campaign',
      scene,
      before: after,
      after,
      rows: { chronicle, memories: [] },
      since: 1,
      calendar: gregorian,
      language: 'en',
    },
    (text) => text.length,
  );

  expect(history.map(({ visibleTo }) => visibleTo)).toEqual([[ADA, VIKTOR], [VIKTOR, MIRA], [], 'everyone']);
});

it('files what has come to light for those who know it now, and once', () => {
  const world = hallAndCellar();
  const fact = (knownTo: readonly string[], visibility = 'hidden') =>
    Fact.parse({
      id: 'fact_0001',
      subjectId: VIKTOR,
      predicate: 'hides',
      object: 'Viktor keeps the key under the third step.',
      confidence: 1,
      visibility,
      knownTo,
      triggers: ['look under the step'],
      discovery: null,
      tags: [],
      origin: 'pack',
    });
  const withFact = (one: FactRecord) => ({ ...world, facts: { [one.id]: one } });
  const filed = (before: FactRecord, after: FactRecord) =>
    listSceneHistory(
      {
        campaignId: 'a campaign',
        scene,
        before: withFact(before),
        after: withFact(after),
        rows: { chronicle: [], memories: [] },
        since: 1,
        calendar: gregorian,
        language: 'en',
      },
      (text) => text.length,
    ).map(({ kind, text, visibleTo }) => ({ kind, text, visibleTo }));
  const text = 'Viktor keeps the key under the third step.';

  expect(filed(fact([]), fact([ADA]))).toEqual([{ kind: 'fact', text, visibleTo: [ADA] }]);
  expect(filed(fact([ADA]), fact([], 'public'))).toEqual([{ kind: 'fact', text, visibleTo: 'everyone' }]);
  expect(filed(fact([ADA]), fact([ADA]))).toEqual([]);
  expect(filed(fact([]), fact([ADA], 'gm'))).toEqual([]);
});

const noted = (runningSummary: string) => ({ ...hallAndCellar(), runningSummary });

it.each([
  ['the first line', '', 'Ada came in.', ['Ada came in.']],
  ['a line that was added', 'Ada came in.', 'Ada came in.\nShe sat down.', ['She sat down.']],
  ['a line for which old ones went', 'One.\nTwo.\nThree.', 'Three.\nFour.', ['Four.']],
  ['the first line of a new chapter', 'One.\nTwo.', 'The siege began.', ['The siege began.']],
  ['nothing where a chapter only began', 'One.\nTwo.', '', []],
  ['nothing where old lines only went', 'One.\nTwo.', 'Two.', []],
])('files %s of the running summary', (_case, before, after, filed) => {
  const history = listSceneHistory(
    {
      campaignId: 'a campaign',
      scene,
      before: noted(before),
      after: noted(after),
      rows: { chronicle: [], memories: [] },
      since: 1,
      calendar: gregorian,
      language: 'en',
    },
    (text) => text.length,
  );

  expect(history.map(({ text }) => text)).toEqual(filed);
});
