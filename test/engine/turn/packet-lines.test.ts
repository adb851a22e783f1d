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
  ['arid', 'On moonless nights the waggon is loaded by two men who are not chandlers.'],
  ['arid', 'In the register for 23 June 1972: Room 12, three guests, no charge.'],
  ['arid', 'Three bricked-up shafts carry new brass plates.'],
  ['arid', 'A passage, older than the house, runs down to the river bank.'],
])('lets what was written to be discovered about %s stand for itself: %s', (subjectId, object) => {
  const fact = { subjectId, predicate: 'records', object, standsAlone: true };
  // A fact's id of a subject is any string here.
  expect(sentenceOf(fact as Parameters<typeof sentenceOf>[0], { entities })).toBe(object);
  // So it is with one whose author said nothing of how it relates, also where it was kept before.
  expect(said(subjectId, 'hides', object)).toBe(object);
});

it.each([
  ['ketch', 'handed over', 'Ketch handed the kelpbane to a woman with a League chit.'],
  ['jin', 'left', "Jin's bag was under the stool by ten."],
])('lets a fact of %s that begins with whom it is about stand for itself', (subject, predicate, object) => {
  expect(said(subject, predicate, object)).toBe(object);
});

it.each([
  ['jin', 'keeps', 'the ostrich', 'Jin Oyelaran keeps the ostrich.'],
  ['jin', 'is looked for by', 'ketch', 'Jin Oyelaran is looked for by Ketch.'],
  [
    'jin',
    'met',
    'Corin Hale, on the stair, by night',
    'Jin Oyelaran met Corin Hale, on the stair, by night.',
  ],
  ['jin', 'was asked', 'is she bidden?', 'Jin Oyelaran was asked is she bidden?'],
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
  ['jin', 'said', 'TWO VOICES MEET / UPON THE WIRE', 'Jin Oyelaran said TWO VOICES MEET / UPON THE WIRE.'],
])('makes one sentence of %s, %s and a phrase', (subject, predicate, object, sentence) => {
  expect(said(subject, predicate, object)).toBe(sentence);
});
