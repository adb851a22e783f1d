import { expect, it } from 'vitest';
import { keyedRandom } from '#engine/kit/keyed-random.ts';
import { tableFor } from '../../../../src/engine/llm/offline/offer-table.ts';
import { absence, absentOne } from '../../../../src/engine/llm/offline/telling/absence.ts';
import { tellScene } from '../../../../src/engine/llm/offline/telling/tell-scene.ts';
import { nightAtThePierHouse } from '../../../support/narrations.ts';

const LORE = [
  {
    id: 'lore_1',
    kind: 'materialised' as const,
    title: 'Yahya the Ransomer',
    text: 'Beard like an argument that was dropped, and old.',
  },
  {
    id: 'lore_2',
    kind: 'materialised' as const,
    title: 'Yahya the Ransomer',
    text: 'Yahya buys people back from the other side.',
  },
  {
    id: 'lore_3',
    kind: 'materialised' as const,
    title: 'The Asking Market',
    text: 'The Asking Market opens at dawn every day.',
  },
];

/** At the pier house with Marit; Yahya is known of, and elsewhere. */
function at(playerText: string) {
  const { packet, ...night } = nightAtThePierHouse({ playerText });
  return { ...night, packet: { ...packet, lore: LORE } };
}

it.each([
  'I ask Yahya about the price',
  'I threaten Yahya',
  'I give Yahya my ring',
  'I attack Yahya with the knife',
  'tell Yahya a secret',
  'Yahya you fool',
  'I call Yahya on the phone',
])('knows that %j is for somebody who is away', (words) => {
  expect(absentOne(at(words))).toBe('Yahya');
});

it.each(['I ask Marit about Yahya', 'I threaten Marit', 'Ask the others', 'Take the cash', 'I attack'])(
  'finds nobody missing in %j',
  (words) => {
    expect(absentOne(at(words))).toBeNull();
  },
);

it('lets no table decide what nobody here is asked', () => {
  expect(tableFor('persuasion', at('I threaten Yahya'))).toBeNull();
  expect(tableFor('persuasion', at('I threaten Marit'))?.table.purpose).toContain('Marit');
});

it('says that they are not here instead of having somebody else suffer it', () => {
  for (const seed of ['a', 'b', 'c', 'd', 'e', 'f']) {
    const told = tellScene(at('I insult Yahya'), keyedRandom(seed, 'prose'));
    expect(told.split('\n\n')[0]).toContain('Yahya');
    expect(told).not.toMatch(/Marit (?:goes very still|has been threatened)/);
  }
});

it('tells of them only what says whom it is about', () => {
  for (const seed of ['a', 'b', 'c', 'd', 'e', 'f'])
    expect(absence(at('I ask Yahya who pays'), keyedRandom(seed, 'prose'), '')).not.toContain('Beard');
});

it.each([
  ['I attack the miller', 'the miller'],
  ['I kick the door', null],
  ['I punch the man', null],
])('knows of %j whether somebody is struck who is not here', (words, whom) => {
  expect(absentOne(at(words))).toBe(whom);
});

it('says that nobody such is here, and has nobody else struck', () => {
  const told = tellScene(at('I attack the miller'), keyedRandom('seed', 'prose'));
  expect(told).toMatch(/the miller/i);
});

it.each(['a', 'b', 'c', 'd', 'e', 'f'])(
  'has no friend take the blow meant for an enemy nobody sees (%s)',
  (seed) => {
    const told = tellScene(at('I draw my sword and attack the nearest enemy.'), keyedRandom(seed, 'prose'));
    expect(told).toMatch(/\ban enemy\b/);
    expect(told).not.toMatch(/Marit(?: Sund)? (?:goes|staggers|reels|falls|goes down|is on)/);
  },
);
