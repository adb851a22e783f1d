import { expect, it } from 'vitest';
import { keyedRandom } from '#engine/kit/keyed-random.ts';
import type { CastMember } from '#engine/llm/context-packet.ts';
import type { NarrateInput } from '#engine/llm/narrate-input.ts';
import { isForeign } from '#engine/llm/offline/read-words.ts';
import { absentOne } from '#engine/llm/offline/telling/absence.ts';
import { tellScene } from '#engine/llm/offline/telling/tell-scene.ts';
import { nightAtThePierHouse } from '../../../support/narrations.ts';

const person = (id: string, name: string, role: string): CastMember => ({
  id,
  name,
  role,
  description: '',
  speech: '“Salt gets into everything.”',
  disposition: '',
  capabilities: '',
  goals: [],
  redLines: [],
  tier: 3,
});
const CAST = [
  person('npc_luna_001', 'Álvaro de Luna', 'Constable of Castile'),
  person('npc_benavente_001', 'Rodrigo Alonso Pimentel', 'Count of Benavente'),
];
const SEEDS = ['a', 'b', 'c', 'd'];
const at = (playerText: string): NarrateInput => {
  const input = nightAtThePierHouse({ playerText });
  const lore = [
    {
      id: 'e',
      title: 'The Infante Enrique of Aragon',
      text: 'The Infante Enrique holds the castle.',
      kind: 'pull' as const,
    },
  ];
  return { ...input, packet: { ...input.packet, cast: CAST, lore } };
};
const told = (words: string, seed: string) => tellScene(at(words), keyedRandom(seed, 'prose'));

it.each(SEEDS)('has whoever is given an order answer it (%s)', (seed) => {
  expect(told('I order Luna to arrest the herald', seed)).toMatch(/“.*Luna|Luna.*“/s);
  expect(told('I tell the Count of Benavente to fetch the horses', seed)).toMatch(/“.*Pimentel|Pimentel.*“/s);
});

it.each(SEEDS)('has whoever is insulted by what they hold take it, and nobody else (%s)', (seed) => {
  const text = told('I insult Benavente', seed);
  expect(text).toContain('Pimentel');
  expect(text).not.toContain('Luna');
});

it('knows that the Infante who is to be persuaded is not here', () => {
  expect(absentOne(at('I try to persuade the Infante Enrique to surrender'))).toBe('Infante Enrique');
});

it.each(['roll', 'I roll a 57', 'roll a die'])('says that nothing waits for a die: %s', (words) => {
  expect(told(words, 'a')).toContain('nothing waits for a die');
  expect(isForeign(words)).toBe(false);
});

it('goes nowhere to where one is already', () => {
  const input = at('I go back to the camp');
  const place = { id: 'loc_camp_001', name: 'The royal camp before Alburquerque', description: '' };
  const exits = [{ to: 'loc_trujillo_001', label: 'Trujillo', blocked: null }];
  const packet = { ...input.packet, scene: { ...input.packet.scene, place, exits } };
  expect(tellScene({ ...input, packet }, keyedRandom('a', 'prose'))).not.toContain('Trujillo');
});
