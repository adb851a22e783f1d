import { expect, it } from 'vitest';
import { discoveredBy } from '#retrieval/discovered-by.ts';

const discoverable = (id: string, ...triggers: string[]) => ({
  id,
  subjectId: 'loc_bar_001',
  triggers,
  content: '',
  tokens: 1,
});

const VIKTOR = { id: 'npc_viktor_001', name: 'Viktor Hrynko Owner of the Neon Dragon' };
const OTA = { id: 'npc_ota_001', name: 'Kenji Ota' };
const JIN = { id: 'npc_jin_001', name: 'Jin Oyelaran' };
const ARCADE = { id: 'loc_arcade_001', name: 'The Drowned Arcade' };
const AROUND = { present: [VIKTOR, OTA], elsewhere: [JIN, ARCADE] };

const BAR = [
  discoverable(
    'handset',
    'search behind the bar',
    'search the jukebox',
    'play B-17',
    'ask what Jin touched last',
  ),
  discoverable('slate', 'read the slate', 'look at the debt board', "ask who paid Viktor's debt"),
  discoverable('hatch', 'move the beer cradle', 'look for another way out'),
];

it.each([
  ['I search behind the bar.', ['handset']],
  ['I look behind the bar while Viktor is away', ['handset']],
  ['let me examine that jukebox', ['handset']],
  ['Press B-17 on the machine', ['handset']],
  ['"What did Jin touch last?" I ask', ['handset']],
  ['I am reading the slate', ['slate']],
  ['who paid the debt of Viktor, I ask', ['slate']],
  ['I push the beer cradle aside', ['hatch']],
  ['I search the jukebox and then read the slate', ['handset', 'slate']],
])('finds what %j brings to light', (action, ids) => {
  expect(discoveredBy(action, BAR, AROUND).map((found) => found.discoverable.id)).toEqual(ids);
});

it.each([
  'I look around',
  'I search',
  'I ask Viktor for a drink',
  'I sit at the bar',
  'Jin was my friend',
  'I search the back room',
  '',
  '!?',
])('finds nothing for %j', (action) => {
  expect(discoveredBy(action, BAR, AROUND)).toEqual([]);
});

it('names the trigger that matched', () => {
  expect(discoveredBy('I look behind the bar', BAR, AROUND)[0]?.trigger).toBe('search behind the bar');
});

const about = (subjectId: string, ...triggers: string[]) => ({
  ...discoverable(subjectId, ...triggers),
  subjectId,
});

it.each([
  ['I ask Viktor about Jin.', 'tell Viktor that Jin is alive'],
  ['I ask Mr. Ota what he thinks of all this.', 'ask Ota for his review'],
  ['I ask if they want to talk about it.', 'ask Viktor what he wants'],
  ['I write a letter to Aragon proposing a truce.', 'write to the alcaides of Aragon'],
  ['I look around.', 'look at what he looked at'],
  ['I ask Viktor.', 'ask Viktor why'],
])('does not take %j for %j: the matter itself is not said', (action, trigger) => {
  expect(discoveredBy(action, [about(VIKTOR.id, trigger)], AROUND)).toEqual([]);
});

it.each([
  ['I tell Viktor gently that Jin is alive.', 'tell Viktor that Jin is alive'],
  ['I ask Ota for the review he is writing.', 'ask Ota for his review'],
  ['Viktor, why? I ask.', 'ask Viktor why'],
  ['I ask Viktor what he wants.', 'ask Viktor what he wants'],
])('takes %j for %j', (action, trigger) => {
  expect(discoveredBy(action, [about(VIKTOR.id, trigger)], AROUND)).toHaveLength(1);
});

it.each([
  [
    'somebody who is not here to be asked',
    'I ask Jin about the water.',
    about(JIN.id, 'ask Jin about the water'),
  ],
  ['a place where nobody is', 'I search the carousel.', about(ARCADE.id, 'search the carousel')],
  ['a body that is elsewhere', "I look at Jin's arm.", about(JIN.id, "look at Jin's arm")],
])('finds nothing of %s', (_case, action, hidden) => {
  expect(discoveredBy(action, [hidden], AROUND)).toEqual([]);
});

it.each([
  ['looks around a place', 'I look around the bar', 'search behind the bar'],
  ['looks around, twice over', 'I look around the bar\nlook I look around the bar', 'search behind the bar'],
  ['looks around where something is kept', "I glance round Viktor's kitchen", "search Viktor's kitchen"],
  ['looks around for something else', 'I look around the bar for a seat', 'search behind the bar'],
  ['talks of a thing that is to be done', 'I ask Viktor about coconut pie', 'eat pie with Viktor'],
  ['asks of a matter by the word of who knows it', 'I ask about the frontier', 'ask the frontier trackers'],
  [
    'asks whether something else is so',
    'I ask Viktor whether he is well',
    'ask Viktor whether he is leaving',
  ],
  [
    'asks one person what another is to be asked',
    'I ask Viktor about the old man',
    'ask the pastor about the old man',
  ],
  ['searches a thing several could own', 'I search the coat', "search Viktor's coat"],
])('finds nothing for one who %s', (_case, action, trigger) => {
  expect(discoveredBy(action, [about(VIKTOR.id, trigger)], AROUND)).toEqual([]);
});

it.each([
  ['looks around for the thing itself', 'I look around for the slate', 'look for the slate'],
  ['goes on to search', 'I look around the bar and search the jukebox', 'search the jukebox'],
  ['does what the author meant by looking', 'I look around the yard', 'look around the yard'],
  ['asks somebody along', 'I ask Viktor to eat some pie with me', 'eat pie with Viktor'],
  ['says whose it is', "I search the owner's coat", "search Viktor's coat"],
  ['says whose it is by a word for them', 'I search his coat', "search Viktor's coat"],
])('finds it for one who %s', (_case, action, trigger) => {
  expect(discoveredBy(action, [about(VIKTOR.id, trigger)], AROUND)).toHaveLength(1);
});

it('asks whoever bears the title', () => {
  const trigger = 'ask the owner about the old man';
  expect(discoveredBy('I ask Viktor about the old man', [about(VIKTOR.id, trigger)], AROUND)).toHaveLength(1);
});

it('takes any book for nobody’s book', () => {
  const books = [about('loc_bar_001', "read Orne's books")];
  expect(discoveredBy('I read a book', books, AROUND)).toEqual([]);
  expect(discoveredBy('I read the books', books, AROUND)).toHaveLength(1);
});

it('takes a thing for that of the only one there', () => {
  const alone = { ...AROUND, present: [VIKTOR] };
  expect(discoveredBy('I search the coat', [about(VIKTOR.id, "search Viktor's coat")], alone)).toHaveLength(
    1,
  );
});

it('asks nobody in an empty room', () => {
  const nobody = { ...AROUND, present: [] };
  expect(
    discoveredBy('I ask about the stain.', [about('loc_bar_001', 'ask about the stain')], nobody),
  ).toEqual([]);
});

it.each([
  ['the one the trigger names', 'I ask Ota about the slate.', about('x', 'ask Ota about the slate'), OTA.id],
  ['the one who is spoken to', 'Ota, what is that stain? I ask.', about('x', 'ask about the stain'), OTA.id],
  ['the one it is about', 'I ask about the debt.', about(VIKTOR.id, 'ask about the debt'), VIKTOR.id],
  ['nobody, when it is seen', 'I read the slate.', about(VIKTOR.id, 'read the slate'), null],
])('has it told by %s', (_case, action, hidden, teller) => {
  expect(discoveredBy(action, [hidden], AROUND)[0]?.saidBy).toBe(teller);
});
