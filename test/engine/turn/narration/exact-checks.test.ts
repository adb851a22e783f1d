import { describe, expect, it } from 'vitest';
import { checkProse, checkTexts } from '#engine/turn/narration/exact-checks.ts';
import type { ProseFacts } from '#engine/turn/narration/prose-facts.ts';
import { factsWith } from './prose-facts.ts';

const found = (prose: string, given: Partial<ProseFacts> = {}) =>
  checkProse(prose, factsWith(given)).map(({ kind, quote }) => ({ kind, quote }));
const quotes = (prose: string, given: Partial<ProseFacts> = {}) =>
  found(prose, given).map(({ quote }) => quote);
const kinds = (prose: string, given: Partial<ProseFacts> = {}) => found(prose, given).map(({ kind }) => kind);

describe('ids and marks', () => {
  it.each([
    ['Viktor (npc_viktor_001) nods.', 'npc_viktor_001'],
    ['Er sieht die item_schlüssel_02 an.', 'item_schlüssel_02'],
    ['彼はloc_garden_sixにいる。', 'loc_garden_six'],
    ['```json', '```'],
    ['<player_words>I look.</player_words> The hall is cold.', '<player_words>'],
    ['The rain stops. "player_acted": false', 'player_acted'],
    ['The moon is {{phase}}.', '{{'],
  ])('finds %s', (prose, quote) => {
    expect(found(prose)).toContainEqual({ kind: 'internal_labels', quote });
  });

  it.each([
    'She _never_ smiles, and __he__ knows.',
    'I <3 you, says the wall.',
    'a < b, and b > c',
    'Note: "Yes": that was all.',
    'He looks at the clock: 21:51. A door says LEVEL 6.',
  ])('lets %s pass', (prose) => {
    expect(found(prose)).toEqual([]);
  });

  it('lets an id pass that the player typed', () => {
    expect(found('The terminal prints user_name and waits.', { known: ['I type user_name.'] })).toEqual([]);
  });
});

describe('labels of the ruleset', () => {
  const labels = [
    'chaotic neutral',
    'ISFJ',
    'shyness',
    '混沌にして中立',
    'rechtschaffen böse',
    'tier: major',
  ];

  it.each([
    ['Being Chaotic-Neutral, she goes where the cards go.', 'Chaotic-Neutral'],
    ['He is a classic ISFJ, and cries.', 'ISFJ'],
    ['Der Vogt, rechtschaffen böse, lächelt.', 'rechtschaffen böse'],
    ['彼女は混沌にして中立だ。', '混沌にして中立'],
    ['June (tier: major) looks up.', 'tier: major'],
  ])('finds %s', (prose, quote) => {
    expect(found(prose, { labels })).toEqual([{ kind: 'internal_labels', quote }]);
  });

  it('leaves plain words alone', () => {
    const prose = 'Her shyness is chaotic. Neutral ground, says isfj, the parrot: chaotic, neutral.';
    expect(found(prose, { labels })).toEqual([]);
  });
});

describe('dice', () => {
  it.each([
    ['Rolling 2d6 for the bluff.', '2d6'],
    ['Du würfelst 1W20 und triffst.', '1W20'],
    ['The d20 comes up.', 'd20'],
    ['Perception: 9 + 2 = 12. A hole in the hum.', '9 + 2 = 12'],
    ['(5+6+1=12) He becomes smaller.', '6+1=12'],
    ['La tirada: ２ｄ６.', '２ｄ６'],
    ['18 vs DC 15, success.', 'DC 15'],
  ])('finds %s', (prose, quote) => {
    expect(found(prose)).toContainEqual({ kind: 'dice', quote });
  });

  it('lets the numbers of a roll that was made pass, and no others', () => {
    const rolls = ['Charisma: 1d20+2 = 6+2 = 8 vs DC 12: failure'];
    expect(found('(1d20: 6 + 2 = 8 against DC 12.) It does not work.', { rolls })).toEqual([]);
    expect(kinds('(1d20: 16 + 2 = 18 against DC 12.) It works.', { rolls })).toContain('dice');
    expect(kinds('The 2d6 say 8.', { rolls })).toEqual(['dice']);
  });

  it.each([
    'Gate D4 is open.',
    'Room 12, and 3 men.',
    'The DC line hums.',
    'AC, then DC. 15 lamps.',
    'At 1.5 km.',
  ])('lets %s pass', (prose) => {
    expect(found(prose)).toEqual([]);
  });
});

describe('numbers of the sheet', () => {
  const sheet = [
    { label: 'Harm', value: '3' },
    { label: 'HP', value: '12/20' },
    { label: 'Edge', value: '+2' },
    { label: 'Level', value: '4' },
    { label: 'Puntos de golpe', value: '7' },
    { label: '体力', value: '１２' },
    { label: 'Mood', value: 'grim' },
  ];

  it.each([
    ['You are at Harm 3 now.', 'Harm 3'],
    ['HP: 12/20, and bleeding.', 'HP: 12'],
    ['With an Edge of nothing but Edge +2.', 'Edge +2'],
    ['You have 12 HP left.', '12 HP'],
    ['Te quedan 7 Puntos de golpe.', '7 Puntos de golpe'],
    ['体力は12だ。', '体力は12'],
  ])('finds %s', (prose, quote) => {
    expect(found(prose, { sheet })).toEqual([{ kind: 'sheet_numbers', quote }]);
  });

  it.each([
    '3 men harm nobody.',
    'The lift stops at Level 61.',
    'Harm comes at 3 o’clock.',
    'A stool with 3 legs.',
  ])('lets %s pass', (prose) => {
    expect(found(prose, { sheet })).toEqual([]);
  });
});

describe('secrets', () => {
  const secrets = [
    'Jin hid the dry tube behind the coin return of the jukebox before she left.',
    'Der Müller hat das Testament der alten Gräfin im Brunnen hinter der Kapelle versenkt.',
    'El escribano falsificó la carta que condenó al duque después del arresto.',
    '村長は井戸の底に盗まれた金貨を隠している。',
    '老医生把钥匙藏在药柜后面的暗格里。',
  ];

  it.each([
    ['The jukebox hums. Jin hid the dry tube behind the coin return, long ago.', 'Jin hid the dry tube'],
    [
      'Hinter der Kapelle liegt es: Der Müller hat das Testament der alten Gräfin im Brunnen versenkt.',
      'Testament',
    ],
    ['«El escribano falsificó, sí, la carta que condenó al duque», dice.', 'carta que condenó al duque'],
    ['彼は囁く。「村長は井戸の底に盗まれた金貨を隠しているのだ」と。', '井戸の底に盗まれた金貨'],
    ['她低声说：老医生把钥匙藏在药柜后面。', '钥匙藏在药柜'],
    // Emphasis, capitals, accents and a sentence's end in the middle change nothing.
    ['JIN hid *the dry tube*… Behind the coin return of the jukebox.', 'the dry tube'],
  ])('finds %s', (prose, part) => {
    const told = found(prose, { secrets });
    expect(told.map(({ kind }) => kind)).toContain('secrets');
    expect(told.map(({ quote }) => quote).join(' ')).toContain(part);
    for (const { quote } of told) expect(prose).toContain(quote);
  });

  it.each([
    'The jukebox hums, and Jin is not here. Somebody has left a coin in the return.',
    'Der Müller steht vor dem Brunnen. Die alte Gräfin ist tot, und die Kapelle ist verschlossen.',
    'El escribano guarda la carta. El duque murió después.',
    '村長は井戸のそばに立っている。雨が降り始めた。',
    '老医生看着药柜，什么也没说。',
  ])('lets names and single things pass: %s', (prose) => {
    expect(found(prose, { secrets })).toEqual([]);
  });

  it('never finds what the engine announced itself', () => {
    const clock = 'The council has voted, and the sluice gates open at the seventh bell.';
    const secret = [clock, 'When the clock is full: the sluice gates open at the seventh bell.'];
    expect(kinds(`Bells. ${clock}`, { secrets: secret })).toContain('secrets');
    expect(kinds(`Bells. ${clock}`, { secrets: secret, known: [clock] })).toEqual([]);
  });

  it('weighs words of the campaign’s known texts less', () => {
    const secret = ['The Constable of Castile has promised the Count of Benavente the town of Medina.'];
    const prose =
      'The Constable of Castile bows to the Count of Benavente, and the town of Medina lies in the rain.';
    const known = [
      'The Constable of Castile rides with the King.',
      'The Count of Benavente holds the town of Medina.',
      'In the town of Medina the Count of Benavente is loved.',
    ];
    expect(kinds(prose, { secrets: secret, known })).toEqual([]);
    expect(
      kinds(`He says that he has promised the Count of Benavente the town of Medina.`, { secrets: secret }),
    ).toEqual(['secrets']);
  });

  it('finds one sentence of a long hidden text', () => {
    const lore = `The abbey was founded by a widow. ${'It burned twice and was built again by the guild. '.repeat(20)}Its treasure was walled up beneath the third step of the crypt stair.`;
    expect(
      quotes('You kneel. Walled up beneath the third step of the crypt stair, something rings hollow.', {
        secrets: [lore],
      }),
    ).toEqual(['Walled up beneath the third step of the crypt stair']);
  });
});

it('counts words in any script and by the sort of scene', () => {
  const lengths = { most: 10, mostInMajorScenes: 20 };
  const german = 'Der Regen fällt auf die Stadt, und niemand geht über den Markt.';
  expect(kinds(german, { lengths })).toEqual(['length']);
  expect(kinds(german, { lengths, isMajorScene: true })).toEqual([]);
  expect(kinds('彼は雨の中で橋の上に立って川を見ていた。', { lengths })).toEqual(['length']);
  expect(kinds('雨が降る。', { lengths })).toEqual([]);
});

it('checks the texts beside a narration each by itself, and never their length', () => {
  const clean = 'Ask Viktor about the jukebox. '.repeat(100);
  const leaking = 'Look behind the coin return of the jukebox';
  const secrets = ['Jin hid the dry tube behind the coin return of the jukebox.'];
  const faulty = checkTexts([clean, leaking, 'Go to loc_market_01', leaking], factsWith({ secrets }));
  expect([...faulty.keys()]).toEqual([leaking, 'Go to loc_market_01']);
  expect(faulty.get(leaking)).toMatchObject([{ kind: 'secrets', source: 'exact' }]);
});

it('reports a bounded number of findings', () => {
  expect(
    checkProse('npc_a_1 '.repeat(5000), factsWith()).filter(({ kind }) => kind === 'internal_labels'),
  ).toHaveLength(40);
});
