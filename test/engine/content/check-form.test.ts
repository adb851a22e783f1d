import { expect, it } from 'vitest';
import { checkedWith, type Edit, toldOf } from './lantern-quay.ts';

const MARIT = 'characters/marit.md';
const WORLD = 'worlds/quay.md';
const ENTRY = 'entry_points/the_second_ledger.yaml';
const RULESET = 'rulesets/tide_dice.yaml';
const PACK = 'pack.yaml';

type Case = readonly [what: string, edits: Readonly<Record<string, Edit>>, told: readonly string[]];

const CASES: readonly Case[] = [
  [
    'a key one letter off',
    { [MARIT]: ['personality:', 'persnality:'] },
    [`${MARIT}:22:1 error unknown-key (persnality): There is no key persnality. Did you mean personality?`],
  ],
  [
    'a key nobody knows',
    { [MARIT]: ['personality:', 'zodiac:'] },
    [
      `${MARIT}:22:1 error unknown-key (zodiac): There is no key zodiac. See content_packs/README.md for every key of this file.`,
    ],
  ],
  [
    'a key nobody knows in a small place',
    { [MARIT]: ['predicate: hides ', 'colour: violet '] },
    [
      `${MARIT}:67:5 error unknown-key (discoverables.0.colour): There is no key colour in discoverables.0. The keys here are id, text, triggers, predicate, operations, tags.`,
    ],
  ],
  [
    'a comma that cuts a sentence',
    {
      [MARIT]: [
        '{ text: Tomas came back that night with dry oars., importance: 4 }',
        '{ text: Tomas came back, with dry oars., importance: 4 }',
      ],
    },
    [
      `${MARIT}:44:30 error unknown-key (memories.0.with dry oars.): "with dry oars." was read as a key of its own. Put text that holds a comma in quotes.`,
    ],
  ],
  [
    'a required key that is missing',
    { [WORLD]: ['tone: hushed, salt-bitten, kind in small things          # required', ''] },
    [
      `${WORLD}:2:1 error missing (tone): tone is missing. Write it: A few words the narrator can hear: "rain-slick, wry, tender under the armour".`,
    ],
  ],
  [
    'text in the place of a list',
    { [MARIT]: ['personality: [patient, dry, generous where nobody sees it]', 'personality: patient'] },
    [
      `${MARIT}:22:14 error wrong-type (personality): personality is "patient", not a list. Write a list: ["patient"].`,
    ],
  ],
  [
    'nothing in the place of keys',
    { [MARIT]: ['  tide_dice: { nerve: 2, wits: 1 }', ''] },
    [
      `${MARIT}:69:33 error wrong-type (stat_blocks): stat_blocks is empty, not keys with values. Write keys with values.`,
    ],
  ],
  [
    'a word that is not among the choices',
    { [MARIT]: ['tier: major', 'tier: majr'] },
    [
      `${MARIT}:17:7 error wrong-word (tier): tier is "majr". It is one of major, supporting, minor. Did you mean major?`,
    ],
  ],
  [
    'a number beyond its bounds',
    { [MARIT]: ['intensity: 2', 'intensity: 12'] },
    [
      `${MARIT}:58:16 error too-large (relationships.0.intensity): relationships.0.intensity is too large. Write at most 10.`,
    ],
  ],
  [
    'text that is too long',
    {
      [MARIT]: [
        'name: Marit Sund',
        'name: xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx',
      ],
    },
    [`${MARIT}:4:7 error too-large (name): name is too long. Write at most 120 characters.`],
  ],
  [
    'an id with capitals and spaces',
    { [MARIT]: ['id: marit', 'id: Marit Sund'] },
    [
      `${MARIT}:2:5 error bad-value (id): id is "Marit Sund". An id is lower-case words joined by _ or -, like neon_dragon.`,
    ],
  ],
  [
    'a name in the place of a reference',
    { [MARIT]: ['location: pier_house', 'location: The Pier House'] },
    [
      `${MARIT}:15:11 error bad-value (location): location is "The Pier House". A reference is an id of this pack, like viktor, or pack:id, like neo_seattle:viktor.`,
    ],
  ],
  [
    'neither all nor a list',
    { [ENTRY]: ['characters: all ', 'characters: some '] },
    [
      `${ENTRY}:29:15 error wrong-type (include.characters): include.characters is "some". Write all or cast, or a list.`,
    ],
  ],
  [
    'a calendar that does not exist',
    { [WORLD]: ['calendar: gregorian', 'calendar: aztec'] },
    [
      `${WORLD}:7:11 error wrong-type (calendar): calendar is "aztec". A calendar is one of gregorian, julian, gregorian_1582, gregorian_1752, harptos, or described with months and eras.`,
    ],
  ],
  [
    'a kind of resolution that does not exist',
    { [RULESET]: ['{ kind: banded, stats: [nerve, wits] }', '{ kind: bandid }'] },
    [
      `${RULESET}:35:23 error wrong-word (mechanics.resolution.kind): mechanics.resolution.kind is "bandid". It is one of banded, d20_stat, aspect, countdown, table_d100, srd5e, rulebook, none. Did you mean banded?`,
    ],
  ],
  [
    'a version that YAML reads as a number',
    { [PACK]: ['version: 1.0.0', 'version: 1.0'] },
    [
      `${PACK}:4:10 error wrong-type (version): version is 1, not text. Write text, in quotes if it looks like a number.`,
    ],
  ],
  [
    'a version of two numbers',
    { [PACK]: ['version: 1.0.0', 'version: "1.0"'] },
    [`${PACK}:4:10 error bad-value (version): version is "1.0". A version is three numbers, like 1.0.0.`],
  ],
  [
    'a promise that is no number',
    { [PACK]: ['chunks: ~25', 'chunks: about 20'] },
    [
      `${PACK}:23:11 error bad-value (provides.chunks): provides.chunks is "about 20". About so many is written ~150.`,
    ],
  ],
  [
    'a deadline with two moments',
    { [ENTRY]: ['due_in: 3 days', 'due_in: 3 days\n    due: "1890-11-15"'] },
    [
      `${ENTRY}:106:5 error bad-value (deadlines.0): deadlines.0 is not right. Write exactly one of due and due_in.`,
    ],
  ],
  [
    'a length of time in words',
    { [ENTRY]: ['due_in: 3 days', 'due_in: soon'] },
    [
      `${ENTRY}:108:13 error bad-value (deadlines.0.due_in): deadlines.0.due_in is "soon". Write it like 3 days, 6h or 1d 12h 30m.`,
    ],
  ],
  [
    'hearsay without its source',
    { [ENTRY]: ['source: witnessed', 'source: told'] },
    [
      `${ENTRY}:141:5 error bad-value (observations.0.told_by): observations.0.told_by is not right. told_by belongs to source: told, and only to it.`,
    ],
  ],
  [
    'a type that contradicts the folder',
    { [MARIT]: ['type: character', 'type: faction'] },
    [`${MARIT}:3:7 error wrong-word (type): type is "faction". It is one of character, npc.`],
  ],
];

it.each(CASES)('names the field and what to write for %s', (_what, edits, told) => {
  expect(toldOf(checkedWith(edits))).toEqual(told);
});
