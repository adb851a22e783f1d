import { expect, it } from 'vitest';
import {
  sayableIn,
  sentenceAbout,
  topicWords,
} from '../../../../src/engine/llm/offline/speech/about-topic.ts';
import { inFirstPerson } from '../../../../src/engine/llm/offline/speech/first-person.ts';
import { mannerOf } from '../../../../src/engine/llm/offline/speech/manner.ts';
import { quotable } from '../../../../src/engine/llm/offline/speech/own-lines.ts';
import { askedIn } from '../../../../src/engine/llm/offline/speech/question.ts';
import { shortName } from '../../../../src/engine/llm/offline/speech/short-name.ts';

const VIKTOR = { name: 'Viktor Hrynko', about: 'A heavy, tidy man who polishes one glass.' };
const MARIA = { name: 'Queen María', about: 'She is the King’s wife, a woman between two houses.' };

it.each([
  [
    VIKTOR,
    "Viktor sold Jin's timing; his debt was wiped out.",
    "I sold Jin's timing; my debt was wiped out.",
  ],
  [VIKTOR, 'Viktor keeps the glass under a saucer.', 'I keep the glass under a saucer.'],
  [VIKTOR, 'He is afraid that she knows him.', 'I am afraid that she knows me.'],
  [VIKTOR, "Viktor's slate has been wiped.", 'My slate has been wiped.'],
  [VIKTOR, 'He suspects that the letter was written later.', 'I suspect that the letter was written later.'],
  [MARIA, 'She sold her great emerald to a Genoese.', 'I sold my great emerald to a Genoese.'],
  [
    VIKTOR,
    'Viktor fired the dart and would give much to hear that she is alive.',
    'I fired the dart and would give much to hear that she is alive.',
  ],
])('lets %o say of themselves: %s', (speaker, told, said) => {
  expect(inFirstPerson(told, speaker)).toBe(said);
});

it.each([
  ['somebody else’s story', VIKTOR, 'Jin left at ten to ten.'],
  ['a second verb nobody could turn', VIKTOR, 'Viktor eats at the bar and sleeps behind it.'],
  ['a pronoun that could be anybody’s', { name: 'Lam', about: '' }, 'Lam saw her letter.'],
])('does not guess at %s', (_case, speaker, told) => {
  expect(inFirstPerson(told, speaker)).toBeNull();
});

it.each([
  ['Viktor Hrynko', 'Viktor'],
  ['Perpetua "Pet" Dombrowski', 'Pet'],
  ['Captain Joan Harbottle', 'Captain Joan Harbottle'],
  ['Álvaro de Luna', 'Álvaro de Luna'],
  ['The Quiet Reaper', 'the Quiet Reaper'],
  ['Big Jossamy', 'Big Jossamy'],
  ['Ketch', 'Ketch'],
])('calls %s %s', (name, short) => {
  expect(shortName(name)).toBe(short);
});

it.each([
  ['What is the Hush?', { kind: 'topic', topic: 'the Hush' }],
  ['I ask Viktor about Agent Chen.', { kind: 'topic', topic: 'Agent Chen' }],
  ['What does the king think of this?', { kind: 'topic', topic: 'the king' }],
  ['I speak with the constable about the war', { kind: 'topic', topic: 'the war' }],
  ['Viktor, what do you want?', { kind: 'wants' }],
  ['Who are you?', { kind: 'self' }],
  ['What is the date?', { kind: 'time' }],
  ['Who else is here?', { kind: 'company' }],
  ['How do I get out of here?', { kind: 'ways' }],
  ['I ask what is going on.', { kind: 'news' }],
  ['What do you owe?', null],
  ['I ask Ota what he thinks of all this.', null],
  ['I tell Viktor about the war.', null],
])('reads %j as a question about %o', (words, asked) => {
  expect(askedIn(words)).toEqual(asked);
});

it.each([
  ['Relieved to see you and frightened of how relieved he is.', 'warm'],
  ['Wary of strangers, kind to regulars.', 'wary'],
  ['Counting peanuts.', 'plain'],
])('takes %j for %s', (disposition, manner) => {
  expect(mannerOf(disposition)).toBe(manner);
});

it('leaves out what cannot be said alone', () => {
  const text =
    'Viktor Hrynko, Owner of the Neon Dragon, Sub-3. He came up from Tacoma in 2061. On 19 December he put it on a pair of nines. At The Neon Dragon. Mr. Toller waits on landing thirty-one.';
  expect(sayableIn(text)).toEqual(['Mr. Toller waits on landing thirty-one.']);
  expect(sentenceAbout('The Neon Dragon', 'A narrow bar on Sub-3.', true)).toBe(
    'The Neon Dragon is a narrow bar on Sub-3.',
  );
});

it.each([
  ['Mags Holloway', 'A terrier in her pocket.', 'Mags Holloway? A terrier in her pocket.'],
  ['Chancery, seals and paper', 'A grant begins as a petition.', 'A grant begins as a petition.'],
])('does not make %s a thing their page only mentions', (topic, sentence, said) => {
  expect(sentenceAbout(topic, sentence, false)).toBe(said);
});

it('leaves a sentence in which something happens as it is, though it begins a text', () => {
  expect(sentenceAbout('The Mesta', 'A flock passes under the bridge twice a year.', true)).toBe(
    'A flock passes under the bridge twice a year.',
  );
});

it('knows a matter by its names and telling words, not by the words of asking', () => {
  expect(topicWords('I ask Mr. Ota what he thinks happened to Jin')).toEqual(['ota', 'jin']);
});

it('puts a text between quotation marks without breaking them', () => {
  expect(quotable('Jin said "it\'s laid" and left')).toBe("Jin said ‘it's laid’ and left.");
});
