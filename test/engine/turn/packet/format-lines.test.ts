import { expect, it } from 'vitest';
import { writeFact } from '#engine/turn/packet/format-lines.ts';

const entities = {
  arid: { name: 'The Arid' },
  ketch: { name: 'Ketch' },
  camp: { name: 'The royal camp' },
  jin: { name: 'Jin Oyelaran' },
  quist: { name: 'Mrs. Quist' },
};
const said = (subjectId: string, predicate: string, object: string) =>
  // A fact's id of a subject is any string here.
  writeFact({ subjectId, predicate, object } as Parameters<typeof writeFact>[0], { entities });

it.each([
  ['arid', 'Corin Hale has a table at the Arid under his mother’s name.'],
  ['arid', 'On moonless nights the waggon is loaded by two men who are not chandlers.'],
  ['arid', 'In the register for 23 June 1972: Room 12, three guests, no charge.'],
  ['arid', 'Three bricked-up shafts carry new brass plates.'],
  ['arid', 'A passage, older than the house, runs down to the river bank.'],
])('lets what was written to be discovered about %s stand for itself: %s', (subjectId, object) => {
  const fact = { subjectId, predicate: 'records', object, standsAlone: true };
  // A fact's id of a subject is any string here.
  expect(writeFact(fact as Parameters<typeof writeFact>[0], { entities })).toBe(object);
  // So it is with one whose author said nothing of how it relates, also where it was kept before.
  expect(said(subjectId, 'hides', object)).toBe(object);
});

it.each([
  ['ketch', 'handed over', 'Ketch handed the kelpbane to a woman with a League chit.'],
  ['jin', 'left', "Jin's bag was under the stool by ten."],
  ['quist', 'asked', 'Mrs. Quist asked Dan what the lamps were for.'],
])('lets a fact of %s that begins with whom it is about stand for itself', (subject, predicate, object) => {
  expect(said(subject, predicate, object)).toBe(object);
});

it.each([
  [
    'camp',
    'has_bread_for',
    'Twelve days, not the month the muster says.',
    'The royal camp has bread for Twelve days, not the month the muster says.',
  ],
  ['jin', 'keeps', 'the ostrich', 'Jin Oyelaran keeps the ostrich.'],
  ['jin', 'is looked for by', 'ketch', 'Jin Oyelaran is looked for by Ketch.'],
  [
    'jin',
    'knows',
    'That the lamp is lit when nobody is in',
    'Jin Oyelaran knows That the lamp is lit when nobody is in.',
  ],
  [
    'jin',
    'sent away',
    'His wife Catalina, before the siege closed.',
    'Jin Oyelaran sent away His wife Catalina, before the siege closed.',
  ],
  [
    'jin',
    'met',
    'Corin Hale, on the stair, by night',
    'Jin Oyelaran met Corin Hale, on the stair, by night.',
  ],
  [
    'jin',
    'had',
    'One carnation stem, cut with a knife, and a timetable.',
    'Jin Oyelaran had One carnation stem, cut with a knife, and a timetable.',
  ],
  ['jin', 'was asked', 'is she bidden?', 'Jin Oyelaran was asked is she bidden?'],
  [
    'camp',
    'has',
    'A bell that can no longer say the hour.',
    'The royal camp has A bell that can no longer say the hour.',
  ],
  [
    'camp',
    'smelled of',
    'Woodsmoke, where there are no houses.',
    'The royal camp smelled of Woodsmoke, where there are no houses.',
  ],
  [
    'arid',
    'is watched by',
    'Two Continuity agents at low water.',
    'The Arid is watched by Two Continuity agents at low water.',
  ],
  [
    'arid',
    'has been asking for',
    'Jin, by name, on every landing.',
    'The Arid has been asking for Jin, by name, on every landing.',
  ],
  [
    'arid',
    'has to let',
    'Cart 214, twenty cred a week.',
    'The Arid has to let Cart 214, twenty cred a week.',
  ],
  [
    'jin',
    'has a deadline',
    'Friday, for a state grant.',
    'Jin Oyelaran has a deadline Friday, for a state grant.',
  ],
  ['jin', 'was last seen', 'Leaving the bar at ten.', 'Jin Oyelaran was last seen Leaving the bar at ten.'],
  ['jin', 'said', 'TWO VOICES MEET / UPON THE WIRE', 'Jin Oyelaran said TWO VOICES MEET / UPON THE WIRE.'],
  [
    'camp',
    'holds',
    'Fourteen people who have gone quiet.',
    'The royal camp holds Fourteen people who have gone quiet.',
  ],
])(
  'makes one sentence of %s, %s and a phrase, which stays as it is written',
  (subject, predicate, object, sentence) => {
    expect(said(subject, predicate, object)).toBe(sentence);
  },
);
