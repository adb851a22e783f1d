import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { deriveMemories } from '#engine/memory/memories.ts';
import { rememberObservations } from '#engine/memory/remember.ts';
import { freeformMechanics } from '../rules/mechanics/rulesets.ts';
import { observation, reported } from './sample-rows.ts';

/** Tells whether a character who remembers the first statement takes the second for the same, by the default rules. */
function same(first: string, second: string): boolean {
  const [row] = rememberObservations(deriveMemories([observation({ content: first })]), [reported(second)], {
    scene: { sessionId: 'main', index: 5 },
    now: { day: 5, microsecond: 0 },
    policy: freeformMechanics.memory,
    newId: () => 'row',
    firstOrdinal: 0,
  });
  return row?.row === 'reinforcement';
}

describe('takes as the same', () => {
  it.each([
    ['The lift stopped between two floors.', 'THE LIFT STOPPED BETWEEN TWO FLOORS'],
    ['In the cellar Ada hid the letter.', 'Ada hid the letter in the cellar.'],
    ['If the bell rings, the guards leave the gate.', 'The guards leave the gate if the bell rings.'],
    ['Der Aufzug hielt zwischen zwei Stockwerken.', 'der Aufzug hielt: zwischen zwei Stockwerken'],
    ['灯台の明かりが消えた。', '灯台の明かりが消えた'],
    ['दीपक बुझ गया।', 'दीपक बुझ गया'],
  ])('"%s" and "%s"', (first, second) => {
    expect([same(first, second), same(second, first)]).toEqual([true, true]);
  });
});

describe('keeps apart', () => {
  it.each([
    [
      'a negation',
      'Bram paid the whole debt to the guild before winter came',
      'Bram never paid the whole debt to the guild before winter came',
    ],
    [
      'a contracted negation',
      'Lena did step back from the old man at the door',
      "Lena didn't step back from the old man at the door",
    ],
    [
      'a moved negation',
      'Ada did not say that Bram lied to the council',
      'Ada did say that Bram lied not to the council',
    ],
    [
      'another name',
      'At dawn the captain promised Ada a seat on the last ship to Cadiz',
      'At dawn the captain promised Inés a seat on the last ship to Cadiz',
    ],
    [
      'another name in front',
      'Ada promised to bring the heavy iron chest from the old mill before dawn',
      'Bram promised to bring the heavy iron chest from the old mill before dawn',
    ],
    [
      'one name more',
      'At dawn the captain promised Ada a seat on the last ship to Cadiz',
      'At dawn the captain promised Ada Bram a seat on the last ship to Cadiz',
    ],
    [
      'another number',
      'The smith asked 30 crowns for the black horse in the yard',
      'The smith asked 300 crowns for the black horse in the yard',
    ],
    [
      'another number word',
      'The smith asked three crowns for the black horse in the yard',
      'The smith asked four crowns for the black horse in the yard',
    ],
    [
      'a number more',
      'The smith sold horses to the men of the duke in the yard at night',
      'The smith sold 4 horses to the men of the duke in the yard at night',
    ],
    [
      'the opposite word',
      'The iron door at the end of the long northern corridor is locked',
      'The iron door at the end of the long northern corridor is open',
    ],
    [
      'who did it to whom',
      'The guard of the northern gate struck the thief with an iron bar',
      'The thief struck the guard of the northern gate with an iron bar',
    ],
    ['who did it to whom, briefly', 'Ada struck Bram', 'Bram struck Ada'],
    ['who was told about whom', 'Ada told Bram that Celia lied', 'Ada told Celia that Bram lied'],
    ['what came first', 'After the guard left the thief cried', 'After the thief cried the guard left'],
    [
      'to and from',
      'The caravan of the salt traders went to the walled city by the river',
      'The caravan of the salt traders went from the walled city by the river',
    ],
    [
      'before and after',
      'The duke will arrive with his men before the feast of the harvest',
      'The duke will arrive with his men after the feast of the harvest',
    ],
    [
      'what will be and what was',
      'The captain killed the last wolf of the northern pass in the snow',
      'The captain will kill the last wolf of the northern pass in the snow',
    ],
    ['doing and suffering', 'The smith was killed by the river', 'The smith was killing by the river'],
    [
      'having and being',
      'The captain of the northern watch has a spy among his men',
      'The captain of the northern watch is a spy among his men',
    ],
    [
      'pretence',
      'The envoy wept at the grave of the old king of the hills',
      'The envoy pretended wept at the grave of the old king of the hills',
    ],
    [
      'one and many',
      'The guard at the gate of the palace saw the boat',
      'The guards at the gate of the palace saw the boat',
    ],
    [
      'a short sentence and a long one',
      'The lift stopped.',
      'The lift stopped and the light went out for an hour.',
    ],
    ['different things', 'The bread is stale.', 'The queen is ill.'],
    ['a verb and its object', 'Wolves fear', 'fear wolves'],
    [
      'two names that look like two tenses',
      'The steward gave the ring to Jared in the hall',
      'The steward gave the ring to Jare in the hall',
    ],
    [
      'a negation in German',
      'Der alte Fährmann am Hafen hat mir den Schlüssel zum Kontor gestern Abend gegeben',
      'Der alte Fährmann am Hafen hat mir den Schlüssel zum Kontor gestern Abend nicht gegeben',
    ],
    [
      'a negation in Polish',
      'Stary przewoźnik z portu dał mi wczoraj wieczorem klucz do biura przy nabrzeżu',
      'Stary przewoźnik z portu nie dał mi wczoraj wieczorem klucz do biura przy nabrzeżu',
    ],
    ['voiced syllables in Japanese', 'かきを見た。', 'かぎを見た。'],
    ['no words at all', '…', '…'],
  ])('%s', (_difference, first, second) => {
    expect([same(first, second), same(second, first)]).toEqual([false, false]);
  });
});

describe('for any sentence', () => {
  const nouns = [
    'ada',
    'bram',
    'key',
    'tower',
    'letter',
    'river',
    'guard',
    'lantern',
    'winter',
    'horse',
    'song',
    'cellar',
  ];
  const sentence = fc.shuffledSubarray(nouns, { minLength: 4 });

  it('is near-identical to itself, whatever the case and punctuation', () => {
    const marks = fc.array(fc.constantFrom(' ', ', ', ' - ', '  ', '; '), { minLength: 12, maxLength: 12 });
    fc.assert(
      fc.property(sentence, marks, fc.boolean(), (words, between, loud) => {
        const other = words
          .map((word, index) => `${loud ? word.toUpperCase() : word}${between[index]}`)
          .join('');
        expect(same(words.join(' '), `${other}.`)).toBe(true);
      }),
    );
  });

  it('is not near-identical once a word is negated, counted or replaced', () => {
    const intruder = fc.constantFrom('not', 'never', '7', 'without', 'Zoraida');
    fc.assert(
      fc.property(sentence, intruder, fc.nat(3), (words, word, at) => {
        const place = at + 1;
        expect(same(words.join(' '), words.toSpliced(place, 0, word).join(' '))).toBe(false);
        expect(same(words.join(' '), words.toSpliced(at, 1, word).join(' '))).toBe(false);
      }),
    );
  });

  it('answers the same both ways round', () => {
    fc.assert(
      fc.property(sentence, sentence, (first, second) => {
        const [a, b] = [first.join(' '), second.join(' ')];
        expect(same(a, b)).toBe(same(b, a));
      }),
    );
  });

  it('never throws', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), fc.string({ maxLength: 200 }), (a, b) => {
        expect(typeof same(a, b)).toBe('boolean');
      }),
    );
  });
});
