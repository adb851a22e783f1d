import { expect, it } from 'vitest';
import { Reading } from '#engine/contracts/reading.ts';
import { readClock, readDuration } from '#engine/offline/grammar/durations.ts';
import { matchTriggers } from '#engine/offline/grammar/match-checks.ts';
import { isTypo, stem, tokenise, toThirdPerson } from '#engine/offline/grammar/words.ts';
import { answerOffline } from '#engine/offline/steps/asides.ts';
import { readOffline } from '#engine/offline/steps/read.ts';
import { readInputFor, type SceneName } from '../../support/offline-scenes.ts';

function readText(scene: SceneName, text: string, changes = {}) {
  return Reading.parse(readOffline(readInputFor(scene, text, changes)));
}

it('counts two letters that changed places as one error', () => {
  expect(isTypo('tni', 'tin')).toBe(true);
  expect(isTypo('vicktor', 'viktor')).toBe(true);
  expect(isTypo('window', 'widow')).toBe(true);
  expect(isTypo('tan', 'tin')).toBe(false);
});

it.each([
  ['searches', 'search'],
  ['searching', 'search'],
  ['stopped', 'stop'],
  ['glass', 'glass'],
])('gives %s and %s one stem', (form, word) => {
  expect(stem(form)).toBe(stem(word));
});

it.each([
  ['go to the stair', 'goes to the stair'],
  ['search', 'searches'],
  ['try it', 'tries it'],
  ['have it', 'has it'],
  ['now have the lamp', 'now has the lamp'],
])('writes %s in the third person', (plain, third) => {
  expect(toThirdPerson(plain)).toBe(third);
});

it.each([
  ['for two hours', 120],
  ['an hour', 60],
  ['half an hour', 30],
  ['for 45 minutes', 45],
  ['two hours and a half', 150],
  ['until 10:00', 960],
  ['until 7 pm', 60],
  ['until noon', 1080],
  ['till midnight', 360],
  ['for Viktor', null],
  ['for 100000 hours', null],
  ['until tomorrow', 840],
  ['until tomorrow at 19:00', 1500],
])('reads the time in "%s" at 18:00', (text, minutes) => {
  expect(readDuration(tokenise(text), 18 * 60)?.minutes ?? null).toBe(minutes);
});

it('finds the hour in a date', () => {
  expect(readClock('Thursday, 15 March 2091 CE, 20:30:00 (Evening)')).toBe(20 * 60 + 30);
  expect(readClock('12 March 1430')).toBeNull();
});

it('meets a condition only when deed and matter are both said', () => {
  const triggers = [{ id: 'f.0', when: "search Benavente's tent", about: 'The camp' }];
  const met = (text: string) =>
    matchTriggers({ tokens: tokenise(text), action: null }, triggers, 'The camp').length;
  expect(met("search Benavente's tent")).toBe(1);
  expect(met('walk down to the bread tents and look for Benavente')).toBe(0);
  expect(met('search the bread tent')).toBe(0);
  expect(met("look at Benavente's tent")).toBe(0);
});

it('does not meet the condition of one thing by the name of another', () => {
  expect(readText('room_twelve', 'look at the tin').triggers).toEqual([]);
  expect(readText('room_twelve', 'look at the cord').triggers.map(({ id }) => id)).toEqual(['fact_3.1']);
});

it('does not take speech for a deed', () => {
  const { triggers, actions } = readText('room_twelve', 'say "I open the tin" to June');
  expect(triggers).toEqual([]);
  expect(actions.map(({ kind }) => kind)).toEqual(['talk']);
  expect(readText('room_twelve', 'ask June to open the tin').triggers).toEqual([]);
});

it.each<[SceneName, string]>([
  // negations
  ['room_twelve', "don't open the tin"],
  ['room_twelve', 'never open the tin'],
  ['room_twelve', 'look at the tin without opening it'],
  ['neon_dragon', 'say nothing'],
  ['neon_dragon', 'tell Viktor nothing about Jin'],
  ['room_twelve', 'do not open the tin'],
  // conditions and other times
  ['neon_dragon', 'if Viktor lies, take the slate'],
  ['neon_dragon', 'should Viktor lie, take the slate'],
  ['neon_dragon', 'take the slate when Viktor looks away'],
  ['neon_dragon', 'pay Viktor 20 cred if he talks'],
  ['neon_dragon', 'go to the stair tomorrow'],
  // the past
  ['neon_dragon', 'I asked Viktor about Jin'],
  ['penny_bridge', 'I killed the Quiet Reaper'],
  // one deed inside the words of another
  ['neon_dragon', 'tell Viktor a joke and pay him 20 cred'],
  ['neon_dragon', "tell Kenji I'm sorry and give him a stub of chalk"],
  ['neon_dragon', 'pay 10 cred to Viktor and 5 to Kenji'],
  ['neon_dragon', 'ask Viktor and Kenji about Jin'],
  // numbers
  ['neon_dragon', 'give Viktor 0 cred'],
  ['neon_dragon', 'give Viktor -5 cred'],
  ['neon_dragon', 'give Kenji -1 stubs of chalk'],
  // oneself as the receiver, and trades
  ['room_twelve', 'give me the tin'],
  ['room_twelve', 'show me the note'],
  ['neon_dragon', 'give Kenji a stub of chalk for his coat'],
  // words that name a way or a blow by chance
  ['the_lift', 'leave Lena alone'],
  ['the_lift', 'leave it'],
  ['room_twelve', 'jump out'],
  ['neon_dragon', 'throw a stub of chalk at Kenji'],
  ['penny_bridge', 'kick the Quiet Reaper'],
  ['room_twelve', 'surrender'],
  ['neon_dragon', 'leave a stub of chalk with Kenji'],
  ['neon_dragon', 'say hello to the crowd'],
  ['neon_dragon', 'sing to keep Viktor calm'],
  ['room_twelve', 'count to ten'],
  // somebody described who is not known here, also where only one person could be meant
  ['neon_dragon', '"Am I standing in your way?" I ask the woman with the bell'],
  ['neon_dragon', '"Am I late?" I say to the man at the door'],
  ['neon_dragon', '"Wait," I whisper to the bouncer'],
  ['neon_dragon', '"Listen," I say to everyone'],
  ['the_lift', '"Wait," I tell the woman with the bell'],
  ['the_lift', '"I swear it," I tell the people along the wall'],
  ['the_lift', 'tell the woman with the bell to wait'],
  ['the_lift', 'whisper to the man at the door that I am lost'],
  // a stair within the house is no way out of it
  ['medina_palace', 'go downstairs'],
  ['medina_palace', 'get up, get dressed and go downstairs'],
  ['room_twelve', 'go upstairs'],
  // somebody behind a door, and somebody who was not reached
  ['the_lift', 'knock on the notice and ask if everything is ok'],
  ['the_lift', 'fetch the archbishop and ask her why'],
  // a question about what is possible
  ['room_twelve', 'can I open the tin?'],
  // a mistyped verb that would do harm
  ['neon_dragon', 'atack Viktor'],
])('asks back and does nothing: %s: %s', (scene, text) => {
  const { actions, triggers, question, kind } = readText(scene, text, {
    ...(scene === 'penny_bridge' ? { means: ['Longsword'] } : {}),
  });
  expect([actions, triggers, kind]).toEqual([[], [], 'act']);
  expect(question).not.toBeNull();
});

it('offers the deed itself for the past, a permission and a mistyped blow', () => {
  const offered = (text: string) => readText('neon_dragon', text).question?.options;
  expect(offered('I asked Viktor about Jin')).toEqual(['ask Viktor Hrynko about Jin']);
  expect(offered('can I ask Viktor about Jin?')).toEqual(['ask Viktor Hrynko about Jin']);
  expect(offered('atack Viktor')).toEqual(['attack Viktor Hrynko']);
});

it('takes a till for a thing, and running after somebody for no other time', () => {
  expect(readText('neon_dragon', 'search the till').question?.text ?? '').not.toContain('another time');
  expect(readText('neon_dragon', 'run after Viktor').question?.text ?? '').not.toContain('another time');
});

it('knows the money of a story whose purse is no sheet', () => {
  const money = { name: 'Doblas in the chest', amount: null };
  const { actions } = readText('neon_dragon', 'pay Viktor 20 doblas', { money });
  expect(actions).toMatchObject([{ kind: 'give', pays: 20 }]);
});

it('leaves to a person all that is said behind their name', () => {
  const told = (text: string) => readText('neon_dragon', text).actions.map(({ does }) => does);
  expect(told('Viktor, go and get Jin')).toEqual(['say “go and get Jin” to Viktor Hrynko']);
  expect(told('tell Viktor to sit down and take the slate')).toEqual([
    'tell Viktor Hrynko to sit down and take the slate',
  ]);
  expect(told('ask Viktor about Jin and take the slate')).toEqual([
    'ask Viktor Hrynko about Jin',
    'take the slate by the till',
  ]);
});

it('goes to somebody who is not reached with no question to somebody else', () => {
  const place = { id: 'loc_lift', name: 'The Lift', description: 'In the tower the archbishop waits.' };
  const read = (text: string) => readText('the_lift', text, { place });
  expect(read('I go up to the tower and the archbishop').question).not.toBeNull();
  for (const text of [
    'I go up to the archbishop in the tower and ask her why',
    'go to the archbishop and ask why he signed',
  ])
    expect(read(text)).toMatchObject({ actions: [], question: {} });
  expect(read('I go up to the archbishop in the tower and ask Lena why').actions).toHaveLength(1);
  expect(read('I go to the archbishop, look at Lena and ask her why').addressed).toEqual(['npc_lena_001']);
});

it('offers somebody described the people who are here, with the rest of the words', () => {
  const offered = (text: string) => readText('neon_dragon', text).question?.options[0];
  expect(offered('"Am I late?" I ask the man at the door')).toBe('"Am I late?" I ask Viktor Hrynko');
  expect(offered('ask the man at the door about Jin')).toBe('ask Viktor Hrynko about Jin');
  expect(offered('pay the man at the door 5 cred')).toBe('pay Viktor Hrynko 5 cred');
});

it('hears words in quotation marks said to nobody or to a known person as before', () => {
  const said = (text: string) => readText('neon_dragon', text).actions.map(({ does }) => does);
  expect(said('"Wait," I mutter to myself')).toEqual(['say "Wait,"']);
  expect(said('"Wait," I say with a smile')).toEqual(['say "Wait,"']);
  expect(said('"Wait!" I shout at the top of my lungs')).toEqual(['say "Wait!"']);
  expect(said('"Wait," I say quietly to Viktor')).toEqual(['say "Wait," to Viktor Hrynko']);
});

it('asks each person the question that begins with their name', () => {
  const present = [
    { id: 'npc_a', name: 'Comfort Nakagawa', role: '', aliases: [] },
    { id: 'npc_b', name: 'Augusta Plumb', role: '', aliases: [] },
  ];
  const asked = (text: string) =>
    readText('neon_dragon', text, { present }).actions.map(({ target }) => target);
  expect(asked('Comfort, is this still your wax? And Augusta, is yours unbroken?')).toEqual([
    'npc_a',
    'npc_b',
  ]);
  expect(asked('Comfort, is this still your wax, and Augusta, is yours unbroken?')).toEqual([
    'npc_a',
    'npc_b',
  ]);
  expect(asked('look at Comfort. And Augusta, what about you?')).toEqual(['npc_a', 'npc_b']);
  expect(asked('Comfort, bring the bell and Augusta, please')).toEqual(['npc_a']);
});

it('takes no scenery out of words of two sentences', () => {
  const place = { id: 'loc_bar', name: 'The bar', description: 'A front door. The back wall is wet.' };
  expect(readText('neon_dragon', 'open the front door', { place }).actions).toHaveLength(1);
  expect(readText('neon_dragon', 'open the back door', { place }).question).not.toBeNull();
  expect(readText('neon_dragon', 'open my door', { place }).question).not.toBeNull();
});

it('gives an authored answer only to the words it is for', () => {
  const met = (when: string, text: string) =>
    readText('neon_dragon', text, {
      triggers: [{ id: 'response_0', when, about: 'Viktor Hrynko' }],
    }).triggers.length;
  expect(met('talk to Viktor', 'talk to Viktor')).toBe(1);
  expect(met('talk to Viktor', 'ask Viktor about the moon')).toBe(0);
  expect(met('warn Viktor', 'warn Viktor')).toBe(1);
  expect(met('warn Viktor', 'tell Viktor to sit down')).toBe(0);
  expect(met('ask Viktor who he is', 'ask Viktor who he is')).toBe(1);
  expect(met('ask Viktor who are you', 'who are you, Viktor?')).toBe(1);
  expect(met('ask Viktor who he is', 'Viktor, what do we do?')).toBe(0);
  expect(met('call in Viktor', 'order Viktor to write to Jin')).toBe(0);
});

it('takes neither a tool nor a name in a role for the thing itself', () => {
  const carried = [{ id: 'item_key', name: 'The hut key', quantity: 1 }];
  const triggers = [{ id: 'response_0', when: 'open the hut', about: 'The bridge' }];
  const { actions } = readText('neon_dragon', 'open the hut with the key', { carried, triggers });
  expect(actions.map(({ does }) => does)).toEqual(['open the hut with the hut key']);
  const present = [{ id: 'npc_curt', name: 'Curt', role: 'Drives the plow named Gladys', aliases: [] }];
  expect(readText('neon_dragon', 'look at Gladys', { present }).question).not.toBeNull();
});

it('reads no more than it can bound', () => {
  const start = performance.now();
  expect(readText('neon_dragon', 'go to '.repeat(667)).question?.text).toContain('too long');
  expect(performance.now() - start).toBeLessThan(500);
});

it('quotes the player for a condition that is met', () => {
  expect(readText('neon_dragon', 'Please, search the jukebox!').triggers).toEqual([
    { id: 'fact_0.1', quote: 'Please search the jukebox' },
  ]);
});

it('keeps the order of up to three deeds and says what it left out', () => {
  const { actions, assumptions } = readText(
    'neon_dragon',
    'look around, take the slate, read the slate, then wait for an hour',
  );
  expect(actions.map(({ kind }) => kind)).toEqual(['look', 'take', 'look']);
  expect(assumptions).toEqual(['left out: wait for an hour']);
});

it('asks which one is meant, and understands every answer', () => {
  const changes = {
    present: [
      { id: 'npc_a', name: 'Juan Pacheco', role: '', aliases: [] },
      { id: 'npc_b', name: 'Juan de Mena', role: '', aliases: [] },
    ],
    persona: { id: 'pc', name: 'Inés' },
  };
  const { question } = readText('medina_palace', 'ask Juan about the war', changes);
  expect(question?.text).toContain('Which one do you mean: Juan Pacheco or Juan de Mena?');
  expect(question?.options).toEqual(['ask Juan Pacheco about the war', 'ask Juan de Mena about the war']);
  for (const answer of ['Juan de Mena', 'ask Juan de Mena about the war']) {
    const clarified = { question: question?.text ?? '', answer };
    const again = readText('medina_palace', 'ask Juan about the war', { ...changes, clarified });
    expect(again.actions.map(({ does }) => does)).toEqual(['ask Juan de Mena about the war']);
  }
});

it('takes an answer to a refusal as the new command', () => {
  const clarified = { question: 'I did not understand that.', answer: 'look around' };
  expect(readText('neon_dragon', 'yodel', { clarified }).actions.map(({ does }) => does)).toEqual([
    'look around',
  ]);
});

it('names nobody who is elsewhere by more than the player said', () => {
  const refused = readText('medina_palace', 'talk to the Count of Benavente');
  expect(refused.question?.text).toBe('Not possible: the Count of Benavente is not here.');
  expect(refused.actions).toEqual([]);
  const { question } = readText('medina_palace', 'talk to the Duke', { present: [] });
  expect(JSON.stringify(question ?? '')).not.toContain('Fadrique');
});

it('searches lore for what is talked about', () => {
  const { needs } = readText('neon_dragon', 'ask Viktor about the Zenith debt');
  expect(needs?.lore).toContain('Zenith debt');
});

it.each([
  ['medina_palace', 'persuade Queen Leonor to yield', 'persuasion', 'persuade'],
  ['medina_palace', 'attack Luna', 'battle', 'battle'],
  ['penny_bridge', 'attack the Reaper', 'narrative', ''],
  ['room_twelve', 'look at the tin', 'narrative', ''],
] as const)('chooses table and check in %s for "%s"', (scene, text, callType, check) => {
  const { call_type, actions } = readText(scene, text);
  expect([call_type, actions[0]?.check]).toEqual([callType, check]);
});

it('accepts risky deeds where the ruleset has no checks, so that its rulebook decides', () => {
  expect(readText('neon_dragon', 'sneak behind the bar', { checks: [] }).actions[0]?.kind).toBe('sneak');
});

it.each([
  ['give viktor 20 cred', 'pay Viktor Hrynko 20 cred', { pays: 20 }],
  ['pay Viktor twenty cred for the drink', 'pay Viktor Hrynko 20 cred', { pays: 20 }],
  ['drop two stubs of chalk', 'drop 2 of the stub of courier chalk', { quantity: 2 }],
  ['give both stubs of chalk to Ota', 'give 3 of the stub of courier chalk to Kenji Ota', { quantity: 3 }],
])('understands numbers: %s', (text, does, numbers) => {
  expect(readText('neon_dragon', text).actions).toMatchObject([
    { kind: text.startsWith('drop') ? 'drop' : 'give', does, ...numbers },
  ]);
});

it.each(['give Viktor some cred', 'pay Viktor'])('asks how much for “%s”', (text) => {
  expect(readText('neon_dragon', text).question).not.toBeNull();
});

it.each(['constructor', 'toString', '__proto__', 'hasOwnProperty'])(
  'looks no word of a player up where only objects have it: %s',
  (word) => {
    for (const text of [
      `wait until ${word}`,
      `wait for ${word} hours`,
      `take ${word} coins`,
      `${word} Viktor`,
      `go ${word}`,
    ]) {
      const { actions } = readText('neon_dragon', text);
      expect(
        actions.map(({ minutes }) => minutes).filter((minutes) => minutes !== 0 && minutes !== 10),
      ).toEqual([]);
      expect(JSON.stringify(readOffline(readInputFor('neon_dragon', text)))).not.toContain('NaN');
    }
    const asked = {
      playerText: `${word}?`,
      personaId: 'pc',
      persona: 'Abdi',
      scene: 'Here.',
      rulebook: '',
      operations: [],
      language: '',
    };
    expect(answerOffline(asked)).toContain('Nothing in the state');
  },
);

it('leaves for later what a search may bring to light', () => {
  const { actions, assumptions } = readText('neon_dragon', 'search the jukebox and take the handset');
  expect(actions.map(({ does }) => does)).toEqual(['search the jukebox']);
  expect(assumptions).toEqual(['left out: take the handset']);
});

it('takes up what lies here before it is given away', () => {
  const { actions } = readText('room_twelve', 'give the tin to June');
  expect(actions.map(({ kind, target }) => [kind, target])).toEqual([
    ['take', 'item_tin'],
    ['give', 'npc_june_001'],
  ]);
});

it('asks the only person here an unaddressed question, and the game master one about oneself', () => {
  expect(readText('the_lift', 'who told them?').addressed).toEqual(['npc_lena_001']);
  expect(readText('the_lift', 'how much do I have left?').kind).toBe('ask');
  expect(readText('neon_dragon', 'who told them?').kind).toBe('ask');
  expect(readText('neon_dragon', 'did you tell them?').question?.options).toEqual([
    'ask Viktor Hrynko “did you tell them?”',
    'ask Kenji Ota “did you tell them?”',
  ]);
});

it.each([
  ['use second wind', 'use', 'second wind', ''],
  ['I use my second wind', 'use', 'second wind', ''],
  ['drink a healing draught', 'use', 'healing draught', ''],
  ['drink my draught', 'use', 'healing draught', ''],
  ['use the healing draught on Imre', 'use', 'healing draught', 'npc_imre_001'],
  ['give Imre a healing draught', 'use', 'healing draught', 'npc_imre_001'],
])('reads a power of the sheet in “%s”', (text, kind, means, target) => {
  const { actions } = readText('penny_bridge', text, {
    means: ['Longsword', 'second wind', 'healing draught'],
  });
  expect(actions).toMatchObject([{ kind, means, target }]);
});

it('reads flight in a fight, and elsewhere a deed like others', () => {
  expect(readText('penny_bridge', 'run away', { isFight: true }).actions).toMatchObject([{ kind: 'flee' }]);
  expect(readText('penny_bridge', 'run away', { isFight: false }).actions).toMatchObject([
    { kind: 'other', check: 'athletics' },
  ]);
});
