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

it.each(["don't open the tin", 'never open the tin', 'look at the tin without opening it'])(
  'refuses what is not done: %s',
  (text) => {
    const { actions, triggers, question } = readText('room_twelve', text);
    expect([actions, triggers]).toEqual([[], []]);
    expect(question).not.toBeNull();
  },
);

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
