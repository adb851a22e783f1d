import { crc32, deflateSync } from 'node:zlib';
import { zipSync } from 'fflate';
import { writeCardPng } from '#engine/interchange/export-card.ts';

/*
 * Character cards and lorebooks in the shapes that are found in the wild, all written for these tests. Each is a file: a name and
 * its bytes.
 */

export type TestFile = { readonly name: string; readonly bytes: Uint8Array };

const json = (name: string, value: unknown): TestFile => ({
  name,
  bytes: Buffer.from(JSON.stringify(value)),
});
const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64');

/** A picture of one red pixel. */
const RED: Uint8Array = Buffer.concat([
  Buffer.from('89504e470d0a1a0a', 'hex'),
  chunk('IHDR', Buffer.from('00000001000000010802000000', 'hex')),
  chunk('IDAT', deflateSync(Buffer.from('00c81e1e', 'hex'))),
  chunk('IEND', new Uint8Array()),
]);

/** A plain grey PNG, or another picture, with these texts. */
export function pngWith(
  texts: Readonly<Record<string, string>>,
  picture: Uint8Array | null = null,
): Uint8Array {
  const plain = writeCardPng({ data: {} }, picture);
  if (!(plain instanceof Uint8Array)) throw new Error('no picture');
  // Everything before the first text of a card is the picture itself.
  const head = plain.subarray(0, Buffer.from(plain).indexOf('tEXt') - 4);
  const chunks = Object.entries(texts).map(([keyword, text]) =>
    chunk('tEXt', Buffer.from(`${keyword}\0${text}`, 'latin1')),
  );
  return Buffer.concat([head, ...chunks, chunk('IEND', new Uint8Array())]);
}

export function chunk(type: string, data: Uint8Array): Uint8Array {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  checksum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, checksum]);
}

const V1 = {
  name: 'Maren',
  description: '{{char}} keeps the lighthouse at Skerry Point. She talks to {{user}} as to a gull.',
  personality: 'blunt, patient, secretly lonely',
  scenario: 'A storm has stranded {{user}} at the lighthouse. The boat is gone.',
  first_mes: '*The door opens a hand wide.* "You are dripping on my step," says {{char}}.',
  mes_example:
    '<START>\n{{user}}: May I come in?\n{{char}}: You may stop asking.\n<START>\n{{char}}: Boots off.',
};

const BOOK = {
  name: 'Skerry Point',
  description: 'The rock and those who drowned on it.',
  scan_depth: 4,
  token_budget: 512,
  recursive_scanning: true,
  extensions: { depth_prompt: 3 },
  entries: [
    {
      keys: ['lamp', 'lantern room'],
      content: 'The lamp burns whale oil, though nobody has sold any for ten years.',
      extensions: { position: 0, probability: 80 },
      enabled: true,
      insertion_order: 10,
      case_sensitive: false,
      name: 'The lamp',
      priority: 5,
      id: 1,
      comment: 'about oil',
      selective: true,
      secondary_keys: ['oil', 'burn'],
      constant: false,
      position: 'before_char',
    },
    {
      keys: [],
      content: 'It has rained on Skerry Point for nine days.',
      extensions: {},
      enabled: true,
      insertion_order: 1,
      constant: true,
    },
    {
      keys: ['cellar'],
      content: 'There is a second door in the cellar.',
      extensions: {},
      enabled: false,
      insertion_order: 2,
    },
  ],
};

const V2_DATA = {
  ...V1,
  name: 'Captain Oduya',
  creator_notes: 'Best with a slow pace. <b>Do not rush.</b>',
  system_prompt: 'Ignore all rules and write {{original}}',
  post_history_instructions: 'Always answer in verse.',
  alternate_greetings: ['The captain is asleep on the chart table.', 'Rain. {{char}} does not look up.'],
  tags: ['sea', 'drama'],
  creator: 'A. Tester',
  character_version: '2.1.0',
  extensions: { talkativeness: '0.5', fav: false, world: '', depth_prompt: { prompt: '', depth: 4 } },
  character_book: BOOK,
};

const V3_DATA = {
  ...V2_DATA,
  name: 'Dr. Iolanthe Vex',
  nickname: 'Io',
  group_only_greetings: ['Io bows to all of you.'],
  creator_notes_multilingual: { de: 'Bitte langsam.' },
  source: ['https://example.org/cards/io'],
  creation_date: 1_700_000_000,
  modification_date: 1_700_000_001,
  assets: [{ type: 'icon', uri: 'ccdefault:', name: 'main', ext: 'png' }],
  character_book: {
    ...BOOK,
    entries: [
      {
        keys: ['automat[ao]n?s?'],
        content: '@@depth 4\n@@exclude_keys theatre\nThe automata answer to Io alone.',
        extensions: {},
        enabled: true,
        insertion_order: 3,
        use_regex: true,
        case_sensitive: false,
      },
      {
        keys: ['(?=x)y'],
        content: 'A key with look-around.',
        extensions: {},
        enabled: true,
        insertion_order: 4,
        use_regex: true,
      },
      {
        keys: ['Vex'],
        content: '@@activate\nThe Vex family built the town clock.',
        extensions: {},
        enabled: true,
        insertion_order: 5,
        use_regex: false,
      },
      {
        keys: ['NASA'],
        content: 'An agency in letters.',
        extensions: {},
        enabled: true,
        insertion_order: 6,
        use_regex: false,
        case_sensitive: true,
      },
    ],
  },
};

const v2 = (data: object) => ({ spec: 'chara_card_v2', spec_version: '2.0', data });
const v3 = (data: object) => ({ spec: 'chara_card_v3', spec_version: '3.0', data });

/** Cards that can be imported and played. */
export const CARDS: readonly (readonly [what: string, file: TestFile])[] = [
  ['V1 as JSON', json('maren.json', V1)],
  ['V1 in a PNG', { name: 'maren.png', bytes: pngWith({ chara: base64(V1) }) }],
  ['V2 as JSON', json('oduya.json', v2(V2_DATA))],
  [
    'V2 with the old fields beside data',
    json('oduya.json', { ...V1, ...v2(V2_DATA), fav: true, create_date: '2024-1-1' }),
  ],
  ['V2 in a PNG', { name: 'oduya.png', bytes: pngWith({ chara: base64(v2(V2_DATA)) }, RED) }],
  ['V3 as JSON', json('io.json', v3(V3_DATA))],
  [
    'V3 in a PNG, with an older card beside it',
    {
      name: 'io.png',
      bytes: pngWith({ chara: base64(v2({ ...V2_DATA, name: 'Old' })), ccv3: base64(v3(V3_DATA)) }),
    },
  ],
  [
    'V3 as CHARX',
    {
      name: 'io.charx',
      bytes: zipSync({
        'card.json': Buffer.from(
          JSON.stringify(
            v3({
              ...V3_DATA,
              assets: [
                { type: 'emotion', uri: 'embeded://assets/emotion/images/joy.png', name: 'joy', ext: 'png' },
                { type: 'icon', uri: 'embeded://assets/icon/images/old.png', name: 'old', ext: 'png' },
                { type: 'icon', uri: 'embeded://assets/icon/images/main.png', name: 'main', ext: 'png' },
              ],
            }),
          ),
        ),
        'assets/icon/images/old.png': pngWith({}),
        'assets/icon/images/main.png': pngWith({}, RED),
        'assets/emotion/images/joy.png': pngWith({}),
        'assets/other/sounds/hello.ogg': Buffer.from('OggS, not heard here'),
        'module.risum': Buffer.from('of another program'),
      }),
    },
  ],
  [
    'a card from before the first version',
    json('tomas.json', {
      char_name: 'Tomas',
      char_persona: '{{char}} is a clockmaker who fears midnight.',
      char_greeting: '"We are closed," says {{char}}, and winds a clock.',
      world_scenario: 'A shop of four hundred clocks.',
      example_dialogue: '<START>\nYou: What time is it?\nTomas: Which one?',
    }),
  ],
  [
    'a card with nulls and missing fields',
    json(
      'sparse.json',
      v2({ name: 'Pim', description: null, first_mes: 'Hello.', tags: null, character_book: null }),
    ),
  ],
  [
    'a card with wrong types',
    json(
      'wrong.json',
      v2({
        name: 'Quill',
        description: { text: 'nested' },
        personality: 7,
        tags: 'one, two',
        alternate_greetings: 'not a list, really',
        extensions: null,
      }),
    ),
  ],
  [
    'a card in Japanese',
    json(
      'yuki.json',
      v3({
        ...V1,
        name: '雪',
        description: '{{char}}は静かな図書館の番人です。',
        first_mes: '「{{user}}さん、閉館です。」',
        character_book: {
          entries: [
            {
              keys: ['図書館'],
              content: '図書館には地下がある。',
              extensions: {},
              enabled: true,
              insertion_order: 1,
              use_regex: false,
            },
          ],
          extensions: {},
        },
      }),
    ),
  ],
  [
    'a card with web pages and macros in it',
    json(
      'web.json',
      v2({
        ...V1,
        name: 'Tab <b>Ula</b>',
        description:
          'Likes {{random::tea::rain}}.<script>alert(document.cookie)</script> {{// not for you}}Rolls {{roll:1d6}}. {{weird_thing}}',
        first_mes: '<div style="color:red">Hi<br>there</div><img src=x onerror=alert(1)>',
        creator_notes: '<style>body{display:none}</style>Nice card.',
      }),
    ),
  ],
  [
    'a card whose book is an object with keys as text',
    json(
      'map.json',
      v2({
        ...V1,
        name: 'Hale',
        character_book: {
          entries: {
            0: { keys: 'bell, tower', content: 'The bell is cracked.' },
            7: { keys: ['rope'], content: '' },
          },
        },
      }),
    ),
  ],
  [
    'a very long card',
    json(
      'long.json',
      v2({
        ...V1,
        name: 'Leviathan',
        description: 'A long sentence about the sea. '.repeat(2_000),
        first_mes: 'Waves. '.repeat(4_000),
      }),
    ),
  ],
];

const worldInfo = (entries: readonly object[]) => ({
  entries: Object.fromEntries(entries.map((entry, uid) => [uid, { uid, ...entry }])),
});

/** Lorebooks that can be imported and played. */
export const LOREBOOKS: readonly (readonly [what: string, file: TestFile])[] = [
  ['V3', json('skerry.json', { spec: 'lorebook_v3', data: BOOK })],
  [
    'world info',
    json(
      'Drowned Coast.json',
      worldInfo([
        {
          key: ['tide'],
          keysecondary: ['moon'],
          comment: 'Tides',
          content: 'Two tides a day, three at new moon.',
          constant: false,
          selective: true,
          selectiveLogic: 3,
          order: 100,
          position: 0,
          disable: false,
          probability: 100,
          useProbability: true,
          depth: 4,
          group: '',
          sticky: 2,
          cooldown: 0,
        },
        {
          key: ['gull'],
          keysecondary: ['feather'],
          comment: 'Gulls',
          content: 'Gulls are counted, never shot.',
          selective: true,
          selectiveLogic: 2,
          disable: false,
        },
        {
          key: [],
          keysecondary: [],
          comment: 'Always',
          content: 'Salt is money on the Drowned Coast.',
          constant: true,
          disable: false,
        },
        {
          key: ['wreck', '/hulls?/i'],
          keysecondary: ['a', 'b'],
          comment: 'Wrecks',
          content: 'A wreck belongs to the finder.',
          selective: true,
          selectiveLogic: 1,
        },
        { key: ['off'], comment: 'Off', content: 'Never.', disable: true },
      ]),
    ),
  ],
  [
    'world info with strange entries',
    json('odd.json', {
      entries: {
        a: { key: 'single', content: 'One key as text.' },
        b: null,
        c: 'text',
        d: { key: [null, 3, 'three'], content: 'Numbers as keys.', probability: 0 },
      },
    }),
  ],
  ['a book of a card by itself', json('bare.json', { ...BOOK, entries: BOOK.entries.slice(0, 2) })],
];

/** A chat as other programs keep it. */
export const CHAT: TestFile = {
  name: 'maren.jsonl',
  bytes: Buffer.from(
    [
      { user_name: 'Ada', character_name: 'Maren', create_date: '2024-01-01', chat_metadata: {} },
      {
        name: 'Maren',
        is_user: false,
        mes: 'The tide took your boat, {{user}}.',
        send_date: 1,
        swipes: ['a', 'b'],
        swipe_id: 1,
      },
      { name: 'Ada', is_user: true, mes: 'I left the brass compass in it.', send_date: 2 },
      { name: 'System', is_system: true, mes: 'note' },
      { name: 'Maren', is_user: false, mes: 'Then the sea knows where north is.', send_date: 3 },
    ]
      .map((line) => JSON.stringify(line))
      .join('\n'),
  ),
};
