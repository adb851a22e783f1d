import { expect, it } from 'vitest';
import type { CastMember } from '#engine/llm/context-packet.ts';
import { struckAt } from '#engine/llm/offline/speech/struck-at.ts';

const somebody = (id: string, name: string, role: string, description: string): CastMember => ({
  id,
  name,
  role,
  description,
  speech: '',
  disposition: 'calm',
  capabilities: '',
  goals: [],
  redLines: [],
  tier: 1,
});
const PEOPLE = [
  somebody('imre', 'Imre Candlewright', 'Hearer of the Patient Ear', 'A round, unhurried dwarf.'),
  somebody('reaper', 'The Quiet Reaper', 'Late of Barley End', 'A dead woman in a straw hat.'),
];

it.each([
  ['I attack the Quiet Reaper', 'reaper'],
  ['attack reaper again', 'reaper'],
  ['I swing at the dead woman', 'reaper'],
  ['I cast fire bolt at Imre', 'imre'],
  ['I hit the dwarf hard with my mace', 'imre'],
  ['I punch Imre’s nose', 'imre'],
])('finds whoever is here and meant: %s', (words, id) => {
  expect(struckAt(words, PEOPLE)).toMatchObject({ kind: 'here', person: { id } });
});

it.each([
  ['I attack the Quiet Drover with my sword', 'the Quiet Drover'],
  ['I cast fire bolt at the First Obedient', 'the First Obedient'],
  ['i attack the riders', 'the riders'],
  ['I shoot the Infante’s herald', 'the Infante’s herald'],
])('has nobody else take the blow that was meant for somebody who is not here: %s', (words, said) => {
  expect(struckAt(words, PEOPLE)).toEqual({ kind: 'absent', said });
});

it.each([
  ['I attack the nearest enemy', 'unsaid'],
  ['I attack again', 'unsaid'],
  ['I hit him', 'unsaid'],
  ['I kick the door', 'thing'],
  ['I attack the castle', 'thing'],
])('names nobody where nobody is named: %s', (words, kind) => {
  expect(struckAt(words, PEOPLE)).toEqual({ kind });
});

it.each(['I stop fighting and raise my hands', 'I ask Imre about the road', 'I do not attack'])(
  'strikes at nobody: %s',
  (words) => {
    expect(struckAt(words, PEOPLE)).toBeNull();
  },
);
