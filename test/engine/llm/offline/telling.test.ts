import { expect, it } from 'vitest';
import { keyedRandom } from '#engine/kit/keyed-random.ts';
import type { CastMember } from '#engine/llm/context-packet.ts';
import type { NarrateInput } from '#engine/llm/narrate-input.ts';
import { exitTaken } from '../../../../src/engine/llm/offline/exit-taken.ts';
import { risksIn } from '../../../../src/engine/llm/offline/read-words.ts';
import { retold } from '../../../../src/engine/llm/offline/retell-fight.ts';
import { deedOf } from '../../../../src/engine/llm/offline/telling/deed.ts';
import { tellScene } from '../../../../src/engine/llm/offline/telling/tell-scene.ts';
import { nightAtThePierHouse } from '../../../support/narrations.ts';

const SEEDS = ['a', 'b', 'c', 'd', 'e', 'f'];
const tolds = (input: NarrateInput) => SEEDS.map((seed) => tellScene(input, keyedRandom(seed, 'prose')));

const person = (id: string, name: string, role: string, description: string): CastMember => ({
  id,
  name,
  role,
  description,
  speech: '“Salt gets into everything.” “Nobody counts the gulls.”',
  disposition: '',
  capabilities: '',
  goals: [],
  redLines: [],
  tier: 3,
});
const LUNA = person('npc_luna_001', 'Álvaro de Luna', 'Constable of Castile', 'A small, exact man.');
const BENAVENTE = person('npc_benavente_001', 'Rodrigo Pimentel', 'Count of Benavente', 'A genial count.');

type Packet = NarrateInput['packet'];
const at = (playerText: string, packet: Partial<Packet> = {}, change: Partial<NarrateInput> = {}) => {
  const input = nightAtThePierHouse({ playerText, ...change });
  return { ...input, packet: { ...input.packet, cast: [LUNA, BENAVENTE], ...packet } };
};
const lore = (title: string, text: string): Packet['lore'][number] => ({
  id: title,
  title,
  text,
  kind: 'pull',
});

it('has somebody who is asked by their title speak of the matter, not of themselves', () => {
  const known = [
    lore('Álvaro de Luna > Life', 'Luna plays every game better than anyone and lets the king win some.'),
    lore('The king > Hunting', 'The king hunts on Thursdays and is late on Fridays.'),
  ];
  for (const told of tolds(at('I ask the Constable of Luna about the king', { lore: known }))) {
    expect(told).toContain('hunts on Thursdays');
    expect(told).not.toContain('plays every game');
  }
});

it.each([
  ['I ask Luna about the king', 'The court eats late because the king does.'],
  ['I ask Luna about the captives', 'Old captives sleep out of doors.'],
  ['I ask Luna about Santiago', 'Whoever holds Santiago is richer than the Crown.'],
])('tells for %j what is said where it is mentioned', (words, sentence) => {
  const text =
    'King Sigismund of the Romans travels with a train. The King’s Council wants the castles. The court eats late because the king does. Old captives sleep out of doors. Whoever holds Santiago is richer than the Crown.';
  for (const told of tolds(at(words, { lore: [lore('Court life > Days', text)] })))
    expect(told).toContain(sentence);
});

it('gives a question about the asker back to them', () => {
  const personas = [{ id: 'pc_ines_001', name: 'Juan II', profile: 'A learned young king.', sheet: [] }];
  for (const told of tolds(at('I ask Luna about the king', { personas, lore: [] })))
    expect(told).toMatch(/better than whoever asks|to your face|I leave to you/);
});

it('lets one be asked about another who stands there', () => {
  for (const told of tolds(at('I ask the Count of Benavente about Luna'))) {
    expect(told).toContain('Rodrigo');
    expect(told).toContain('Constable of Castile');
  }
});

it('says so when whoever is asked is not here, and has another answer for nobody', () => {
  for (const told of tolds(at('I ask the diver what she wants'))) expect(told).toMatch(/the diver/i);
  for (const told of tolds(at('I ask the diver about the mole')))
    expect(told).toMatch(/the diver.*(?:Álvaro de Luna|Rodrigo).*1802/is);
});

it('loses the trace of somebody who is followed and not here, and stays where it is', () => {
  for (const told of tolds(at('I follow the woman in grey outside'))) {
    expect(told).toMatch(/the woman in grey/i);
    expect(told).toContain('From here ');
  }
});

it('follows nobody further than they go', () => {
  for (const told of tolds(at('I follow Luna')))
    expect(told).toMatch(/^(?:As it turns out, )?Álvaro de Luna/);
});

it.each(['I follow the road', 'I follow up on it'])('takes %j for following nobody', (words) => {
  for (const told of tolds(at(words))) expect(told).not.toMatch(/trace|out of sight/);
});

it('says of one thing that there is nothing to it, rather than describe somebody else', () => {
  for (const told of tolds(at('I search the saddlebags'))) {
    expect(told).toContain('the saddlebags');
    expect(told).not.toContain('is here:');
  }
});

it('shows what one carries to whoever checks it', () => {
  const inventory = [{ ownerId: 'pc_ines_001', itemId: 'i', name: 'A brass key', quantity: 1, flags: [] }];
  for (const told of tolds(at('I check my gear', { inventory }))) expect(told).toContain('a brass key');
});

it('shows somebody who is looked at', () => {
  for (const told of tolds(at('I look at Luna'))) expect(told).toContain('a small, exact man');
});

it('lets the story go on where nothing is done', () => {
  const done = /nothing falls over|Nobody objects|make a note|takes less time/;
  for (const words of ['continue', 'ok', '...']) {
    for (const told of tolds(at(words))) expect(told).not.toMatch(done);
  }
});

it('has something to tell where nobody is and everything has been seen', () => {
  const conversation = [{ player: 'I look.', narration: 'A lodging house on stilts, warm in one room.' }];
  for (const told of tolds(at('continue', { cast: [] }, { conversation })))
    expect(told.split(/\s+/).length).toBeGreaterThan(8);
});

it('tells who goes to another room that no way leads there, and who goes to the window that it is near', () => {
  for (const told of tolds(at('i go to the office'))) expect(told).toContain('From here ');
  for (const told of tolds(at('i go to the window'))) {
    expect(told).toContain('Pier House');
    expect(told).not.toContain('From here ');
  }
});

it('answers a plain question by what it asks for', () => {
  for (const told of tolds(at('Luna, why did she go?')))
    expect(told).not.toMatch(/Which part|Be plainer|large question/);
});

it('makes no crowd of one', () => {
  const alone = { cast: [LUNA] };
  for (const words of ['I sing', 'I touch his hand', 'I run', 'I wait', 'I say something']) {
    for (const told of tolds(at(words, alone)))
      expect(told).not.toMatch(/people|heads turn|conversation|everybody|somebody else/i);
  }
});

it('does not let somebody repeat what another did a while ago', () => {
  const action = 'Álvaro de Luna rubs at a mark that is not coming off.';
  const conversation = [{ player: 'I wait.', narration: 'Rodrigo rubs at a mark that is not coming off.' }];
  const actions = [{ characterId: LUNA.id, name: LUNA.name, action, intents: ['observe'] }];
  for (const told of tolds(at('I stand up', {}, { conversation, actions })))
    expect(told).not.toContain('not coming off');
});

it.each([
  ['I accuse Ketch of the killing', /accuse/],
  ['I kill Ketch', /kill/],
])('takes %j for the deed it names first', (words, deed) => {
  expect(deedOf(words)?.said.source).toMatch(deed);
});

it.each(['Where would Jin hide?', 'I break the bread', 'I lie down', 'Did you kill him?'])(
  'sees no risk in %j',
  (words) => {
    expect(risksIn(words)).toEqual([]);
  },
);

it.each(['I hide', 'Ready? I attack him', 'I break the door'])('sees the risk in %j', (words) => {
  expect(risksIn(words)).not.toEqual([]);
});

const exit = (to: string, name: string, label = name) => ({ to, name, label, blocked: null });
const EXITS = [
  exit('loc_boiler_001', 'The Boiler Room and Laundry'),
  exit('loc_parking_lot_001', 'The Lot and the Sign', 'out of the glass door'),
  exit('loc_house_001', "Queen Leonor's house", 'by the back gate'),
];

it.each([
  ['I go to the boiler room', 'loc_boiler_001'],
  ['I go to room 7', null],
  ['I go to the parking lot', 'loc_parking_lot_001'],
  ["i walk over to queen leonor's house", 'loc_house_001'],
  ['I go to the house of the bishop', null],
  ['I go to Burgos', null],
])('takes the way %j says, if there is one', (words, to) => {
  const { packet, ...input } = at(words);
  expect(
    exitTaken({ ...input, packet: { ...packet, scene: { ...packet.scene, exits: EXITS } } })?.to ?? null,
  ).toBe(to);
});

it('does nothing to nobody', () => {
  for (const told of tolds(at('I bribe the guard', { cast: [] }))) expect(told).not.toContain('other side');
});

it('writes a name small inside a sentence of a fight', () => {
  for (const seed of SEEDS) {
    const told = retold(['Longsword strikes The Quiet Reaper.'], keyedRandom(seed, 'fight'), '');
    expect(told).toMatch(/the Quiet Reaper|^The Quiet Reaper/);
    expect(told).not.toMatch(/\S The Quiet/);
  }
});
