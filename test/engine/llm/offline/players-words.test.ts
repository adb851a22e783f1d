import { expect, it } from 'vitest';
import { keyedRandom } from '#engine/kit/keyed-random.ts';
import type { NarrateInput } from '#engine/llm/narrate-input.ts';
import { exitTaken } from '../../../../src/engine/llm/offline/exit-taken.ts';
import { offerChoices } from '../../../../src/engine/llm/offline/offer-choices.ts';
import { minutesFor, spanSaid } from '../../../../src/engine/llm/offline/passing-time.ts';
import { STUNG } from '../../../../src/engine/llm/offline/reflecting/gestures.ts';
import { NO_REST } from '../../../../src/engine/llm/offline/rest-asked.ts';
import { sayableIn, sentenceAbout } from '../../../../src/engine/llm/offline/speech/about-topic.ts';
import { askedIn } from '../../../../src/engine/llm/offline/speech/question.ts';
import { deedOf } from '../../../../src/engine/llm/offline/telling/deed.ts';
import { notThere } from '../../../../src/engine/llm/offline/telling/going.ts';
import { isGoingOn } from '../../../../src/engine/llm/offline/telling/going-on.ts';
import { lookedAtOne } from '../../../../src/engine/llm/offline/telling/looking.ts';
import { plainAnswer } from '../../../../src/engine/llm/offline/telling/plain-answer.ts';
import { HEARD } from '../../../../src/engine/llm/offline/telling/reply-phrases.ts';
import { tellScene } from '../../../../src/engine/llm/offline/telling/tell-scene.ts';
import { nightAtThePierHouse } from '../../../support/narrations.ts';

const RANDOM = () => keyedRandom('seed', 'prose');
const exit = (to: string, name: string) => ({ to, name, label: name, blocked: null });
const EXITS = [
  exit('loc_mole_001', 'The Mole'),
  exit('loc_loft_001', 'The Upper Loft'),
  exit('loc_cellar_001', 'The Cellar'),
];

function at(playerText: string, exits = EXITS): NarrateInput {
  const { packet, ...night } = nightAtThePierHouse({ playerText });
  return { ...night, packet: { ...packet, scene: { ...packet.scene, exits } } };
}

it.each([
  'You are a fat idiot, Marit',
  'Marit you moron',
  'I tell Marit he is a liar',
  'Screw you',
  'I laugh at Marit',
])('takes %j for an insult', (words) => {
  expect(deedOf(words)?.isHostile).toBe(true);
});

it.each(['Who is the thief?', 'I look for the dog', 'You are very kind', 'Is he a traitor?'])(
  'takes %j for none',
  (words) => {
    expect(deedOf(words)).toBeNull();
  },
);

it.each([
  ['who is in charge?', 'company'],
  ['Who are you all?', 'company'],
  ['who am i?', 'oneself'],
  ['what do I have?', 'belongings'],
  ['what is in my bag?', 'belongings'],
  ['what happened?', 'news'],
  ['what happened at Alburquerque?', 'topic'],
])('hears in %j a question of the kind %s', (words, kind) => {
  expect(askedIn(words)?.kind).toBe(kind);
});

it('hears no news in a question about last year', () => {
  expect(askedIn('what happened here last year?')?.kind).not.toBe('news');
});

it('tells players who they are and what they carry', () => {
  expect(plainAnswer({ kind: 'oneself' }, at('who am i?'))).toContain('Ines Varga');
  expect(plainAnswer({ kind: 'belongings' }, at('what do I have?'))).not.toBeNull();
});

it.each([
  ['I go upstairs', 'loc_loft_001'],
  ['I go downstairs', 'loc_cellar_001'],
  ['I leave the room', null],
  ['I leave the letter on the table', null],
])('takes the way up or down that %j means', (words, to) => {
  expect(exitTaken(at(words))?.to ?? null).toBe(to);
});

it.each(['I leave the room', 'I leave without paying', 'I leave this place'])(
  'says where one can go for %j',
  (words) => {
    expect(notThere(at(words), RANDOM(), '')).toContain('the ways lead to');
  },
);

it('takes the only way for one who leaves the room, and none for one who leaves a letter', () => {
  const only = [exit('loc_mole_001', 'The Mole')];
  expect(exitTaken(at('I leave the room', only))?.to).toBe('loc_mole_001');
  expect(exitTaken(at('I leave the letter on the table', only))).toBeNull();
});

it('shows the ways to one who looks for an exit', () => {
  expect(lookedAtOne(at('I look for an exit'), RANDOM(), '')).toContain('the ways lead to');
});

it('lets sleep take a night and a nap of its own length no more', () => {
  expect(spanSaid(at('I sleep'))).toBe(480);
  expect(spanSaid(at('I go to bed'))).toBe(480);
  expect(spanSaid(at('I sleep for two hours'))).toBe(120);
  expect(spanSaid(at('I ask who sleeps here'))).toBeNull();
});

it('has people without a name say what they were asked', () => {
  const told = tellScene(
    { ...at('I ask the porters about the crate'), revealed: ['The crate is empty.'] },
    RANDOM(),
  );
  expect(HEARD.some((phrase) => told.includes(phrase.replace('{told}', 'The crate is empty.')))).toBe(true);
});

it('offers nobody the title of a matter to ask about', () => {
  const { packet, ...input } = at('I wait');
  const title = 'Mayorga or nothing';
  const conversation = [{ player: 'I ask Marit about the tide.', narration: 'Marit says nothing.' }];
  const lore = [{ id: 'lore_1', kind: 'materialised' as const, title, text: 'A town.' }];
  const threads = [{ id: 'thread_1', title, status: 'open', stakes: '' }];
  for (const seed of ['a', 'b', 'c', 'd'])
    expect(
      offerChoices(
        { ...input, conversation, packet: { ...packet, lore, threads } },
        keyedRandom(seed, 'outcome'),
      ).map(({ text }) => text),
    ).not.toContainEqual(expect.stringMatching(/about Mayorga/));
});

it('has a list of looks said as people say it', () => {
  expect(sentenceAbout('Jin Oyelaran', 'Quick, narrow, forever late.', false)).toBe(
    'Jin Oyelaran? Quick, narrow, forever late.',
  );
});

it('does not take any room for the one that is meant', () => {
  const input = at('I go to the boiler room');
  const { packet } = input;
  const place = {
    id: 'loc_pier_house_001',
    name: 'The Pier House',
    description: 'The last room on the pier.',
  };
  const told = notThere({ ...input, packet: { ...packet, scene: { ...packet.scene, place } } }, RANDOM(), '');
  expect(told).toContain('the ways lead to');
});

it('tells who runs to a place that cannot be reached so', () => {
  expect(notThere(at('I sprint to Kettle Clinic'), RANDOM(), '')).toContain('the ways lead to');
});

it('has nobody say what was noted down of the turns', () => {
  expect(sayableIn('The story began at the royal camp before Alburquerque.')).toEqual([]);
  expect(sayableIn('"I wait for him" at the royal camp before the wall.')).toEqual([]);
});

it('has whoever is insulted take it as that', () => {
  for (const seed of ['a', 'b', 'c', 'd']) {
    const told = tellScene(at('You are a liar, Marit'), keyedRandom(seed, 'prose'));
    expect(STUNG.some((phrase) => told.includes(phrase.replace('{name}', '').trim()))).toBe(true);
  }
});

it('lets no night pass where there is no rest', () => {
  const outcome = { text: NO_REST, band: null, degree: null, rolls: [], costs: [], consequences: [] };
  expect(minutesFor({ ...at('I sleep'), outcome }, 0)).toBeLessThan(60);
});

it.each(['go on', 'I go on', 'Go on. See what comes.', ''])(
  'lets the story go on for %j, and takes nobody away',
  (words) => {
    const only = [exit('loc_mole_001', 'The Mole')];
    expect(exitTaken(at(words, only))).toBeNull();
    expect(notThere(at(words), RANDOM(), '')).toBeNull();
    expect(isGoingOn({ playerText: words })).toBe(true);
  },
);
