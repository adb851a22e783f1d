import { expect, it } from 'vitest';
import { sentenceOf } from '#engine/turn/packet-lines.ts';

const entities = {
  arid: { name: 'The Arid' },
  ketch: { name: 'Ketch' },
  camp: { name: 'The royal camp' },
  jin: { name: 'Jin Oyelaran' },
};
const said = (subjectId: string, predicate: string, object: string) =>
  // A fact's id of a subject is any string here.
  sentenceOf({ subjectId, predicate, object } as Parameters<typeof sentenceOf>[0], { entities });

it.each([
  ['arid', 'Corin Hale has a table at the Arid under his mother’s name.'],
  ['ketch', 'Ketch handed the kelpbane to a woman with a League chit.'],
  ['arid', 'On moonless nights the waggon is loaded by two men who are not chandlers.'],
  ['arid', 'When somebody asks whether Five is dry yet, the table goes quiet.'],
  ['arid', 'Somebody knocks under the floor on the last nights of Spate, softly, in threes.'],
  ['arid', 'The dog that barks in the Long Wing at night is not in 4 or 6.'],
  ['arid', 'The toll book shows no crossings on Thursdays for two months.'],
  ['arid', 'A passage, older than the house, runs down to the river bank.'],
])('lets a fact of %s that is a whole sentence stand for itself: %s', (subject, object) => {
  expect(said(subject, 'hides', object)).toBe(object);
});

it.each([
  [
    'camp',
    'has_bread_for',
    'Twelve days, not the month the muster says.',
    'The royal camp has bread for twelve days, not the month the muster says.',
  ],
  ['jin', 'keeps', 'the ostrich', 'Jin Oyelaran keeps the ostrich.'],
  ['jin', 'is looked for by', 'ketch', 'Jin Oyelaran is looked for by Ketch.'],
  [
    'jin',
    'knows',
    'That the lamp is lit when nobody is in',
    'Jin Oyelaran knows that the lamp is lit when nobody is in.',
  ],
  [
    'jin',
    'sent away',
    'His wife Catalina, before the siege closed.',
    'Jin Oyelaran sent away his wife Catalina, before the siege closed.',
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
    'Jin Oyelaran had one carnation stem, cut with a knife, and a timetable.',
  ],
  ['jin', 'was asked', 'is she bidden?', 'Jin Oyelaran was asked is she bidden?'],
])('makes one sentence of %s, %s and a phrase', (subject, predicate, object, sentence) => {
  expect(said(subject, predicate, object)).toBe(sentence);
});
