import { expect, it } from 'vitest';
import { ChronicleEntry, toEventId } from '#engine/memory/chronicle.ts';
import { collectProfileMaterial, findProfileProblems } from '#engine/memory/profile.ts';
import { julian } from '#engine/rules/time/built-in-calendars.ts';

const time = { day: 522_013, microsecond: 0 };

it('gives a refresh the profile, the last eight events, the date and the family by their birth dates', () => {
  const entries = Array.from({ length: 20 }, (_, index) =>
    ChronicleEntry.parse({
      id: toEventId(index + 1),
      scene: { sessionId: 'main', index: 3 },
      time,
      chapter: 1,
      placeId: null,
      type: 'treaty',
      summary: 'A truce with Granada.',
    }),
  );
  const family = [
    {
      id: 'npc_maria_001',
      name: 'María',
      kin: 'spouse' as const,
      title: 'Queen',
      born: '1403-09-14',
      status: ['alive'],
    },
    { id: 'npc_nurse_001', name: 'The nurse', kin: 'relative' as const, title: null, born: null, status: [] },
  ];
  const material = collectProfileMaterial({
    profile: 'Juan is king.',
    chronicle: entries,
    now: time,
    calendar: julian,
    family,
  });

  expect(material.events.map((line) => line.slice(0, 8))).toEqual(
    [13, 14, 15, 16, 17, 18, 19, 20].map((position) => `evt_00${position}`),
  );
  expect(material).toMatchObject({
    profile: 'Juan is king.',
    date: '1430-03-15',
    family: [
      'npc_maria_001 | María | spouse | Queen | born 1403-09-14 | alive',
      'npc_nurse_001 | The nurse | relative | - | birth date unknown | ',
    ],
  });
});

it.each([
  'Juan, who is 25 years old, rules.',
  'His five-year-old son Enrique is heir.',
  'Enrique, aged 5, is heir.',
  'He took the throne at the age of fourteen.',
  'He took the throne at age 14.',
  'Enrique (age: 5) is heir.',
  'A boy of nine, he dreams of war.',
  'She is in her late thirties.',
  'Enrique turned six last month.',
  'María, 27, governs the court.',
  'He was sixty-one years of age.',
])('finds the age in "%s"', (text) => {
  expect(findProfileProblems(text)).toMatchObject([{ rejected: 'profile-tells-age' }]);
});

it.each([
  'Juan (born 1405-03-06) is King of Castile. His son Enrique (born 1425-01-05) is heir.',
  'He has reigned for 24 years and won 3 battles.',
  'In this age three kings contend.',
  'He turned two guards away from the gate.',
  'A man of one word, he kept the treaty of 1430.',
  'On 15 March 1430, 12 galleys left Seville.',
])('finds no age in "%s"', (text) => {
  expect(findProfileProblems(text)).toEqual([]);
});

it('allows 500 words and no more, and not none', () => {
  expect(findProfileProblems('word '.repeat(500))).toEqual([]);
  expect(findProfileProblems('word '.repeat(501))).toMatchObject([
    { rejected: 'profile-too-long', reason: 'the profile has 501 words; write at most 500' },
  ]);
  expect(findProfileProblems(' \n')).toMatchObject([{ rejected: 'profile-empty' }]);
});
