import { expect, it } from 'vitest';
import type { CastMember } from '#engine/llm/context-packet.ts';
import {
  personAddressed,
  strangerCalled,
} from '../../../../src/engine/llm/offline/speech/person-addressed.ts';
import { askedIn, formOf, isAsking } from '../../../../src/engine/llm/offline/speech/question.ts';
import { isAnybody, spokenTo } from '../../../../src/engine/llm/offline/speech/spoken-to.ts';
import { nightAtThePierHouse } from '../../../support/narrations.ts';

it.each([
  ['I ask the Count of Luna about the king', 'the Count of Luna', 'about the king'],
  ['ask Luna who wants the lands', 'Luna', 'who wants the lands'],
  ['Relator, what does the summons say?', 'Relator', 'what does the summons say?'],
  ['Who paid the debt, Viktor?', 'Viktor', 'Who paid the debt?'],
  ['I talk to Mr. Ota.', 'Mr. Ota', '.'],
  ['I ask about the mole', null, 'I ask about the mole'],
  ['Well, who are you?', null, 'Well, who are you?'],
  ['I ask whether anybody saw it', null, 'I ask whether anybody saw it'],
])('takes %j apart into whom and what', (words, whom, matter) => {
  expect(spokenTo(words)).toMatchObject({ whom, matter });
});

const person = (name: string, role: string, description = ''): CastMember => ({
  id: name,
  name,
  role,
  description,
  speech: '',
  disposition: '',
  capabilities: '',
  goals: [],
  redLines: [],
  tier: 3,
});
const CAST = [
  person('Álvaro de Luna', 'Constable of Castile, Count of San Esteban de Gormaz'),
  person('Rodrigo Alonso Pimentel', 'Count of Benavente'),
  person('Ruddle Amsey', 'Keeper of the Late Guest', 'An enormous half-orc in an apron.'),
];
const meeting = (playerText: string) => {
  const input = nightAtThePierHouse({ playerText });
  return { ...input, packet: { ...input.packet, cast: CAST } };
};

it.each([
  ['I ask the Count of Luna about the king', 'Álvaro de Luna'],
  ['I ask the Count of Benavente about Luna', 'Rodrigo Alonso Pimentel'],
  ['i ask alvaro about benavente', 'Álvaro de Luna'],
  ['Constable, what shall I do?', 'Álvaro de Luna'],
  ['I ask the innkeeper about the flour', 'Ruddle Amsey'],
  ['I ask the half-orc in the apron his name', 'Ruddle Amsey'],
  ['I sit down beside Ruddle and ask him how his day was', 'Ruddle Amsey'],
])('finds whom %j is said to', (words, name) => {
  expect(personAddressed(meeting(words))?.name).toBe(name);
});

it.each([
  ['I ask the diver about the tide', 'the diver'],
  ['I ask June on the intercom for help', 'June'],
  ['I ask the first man I see about the captives', null],
  ['I ask the innkeeper about the flour', null],
  ['I ask everyone about the flour', null],
])('knows of %j whether somebody is meant who is not here', (words, stranger) => {
  expect(strangerCalled(meeting(words))).toBe(stranger);
});

it.each([
  ['the old man at the bar', true],
  ['him', true],
  ['the captain', false],
])('takes %j for anybody: %s', (whom, anybody) => {
  expect(isAnybody(whom)).toBe(anybody);
});

it.each([
  ['who wants the lands', { kind: 'topic', topic: 'the lands' }],
  ["what's wrong with the bread?", { kind: 'topic', topic: 'the bread' }],
  ['What happened to Jin?', { kind: 'topic', topic: 'Jin' }],
  ['I ask the Count of Luna about the king', { kind: 'topic', topic: 'the king' }],
  ['how do I get out of here', { kind: 'ways' }],
  ['I ask about the price of wool', { kind: 'topic', topic: 'the price of wool' }],
  ['how much is that?', { kind: 'price' }],
  ['who was here last?', null],
  ['who is next?', null],
  ['I ask Comfort who she is', { kind: 'self' }],
  ['Ketch, where were you on the second of March?', null],
])('hears what %j is about', (words, asked) => {
  expect(askedIn(words)).toEqual(asked);
});

it.each([
  ['I ask Plumb who he suspects', 'who'],
  ['Did you read it?', 'whether'],
  ['I ask Lena whether she is all right', 'whether'],
  ['Why did you leave the dance?', 'why'],
  ['how much bread is left?', 'amount'],
  ['I ask June for help', 'request'],
  ['I ask Rukh to wait', 'request'],
  ['gordon, what are you counting?', 'what'],
  ['I question Viktor', null],
])('knows what kind of answer %j wants', (words, form) => {
  expect(formOf(words)).toBe(form);
});

it.each([
  ['who is here', true],
  ['is there any water', true],
  ['I wait', false],
  ['whatever', false],
])('knows without the mark whether %j is a question', (words, asking) => {
  expect(isAsking(words)).toBe(asking);
});
