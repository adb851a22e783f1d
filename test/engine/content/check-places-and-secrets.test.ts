import { expect, it } from 'vitest';
import { checkedWith, type Edit, toldOf } from './lantern-quay.ts';

const PIER_HOUSE = 'locations/pier_house.md';
const PACK = 'pack.yaml';
const ENTRY = 'entry_points/the_second_ledger.yaml';
const MARIT = 'characters/marit.md';
const RULESET = 'rulesets/tide_dice.yaml';

type Case = readonly [what: string, edits: Readonly<Record<string, Edit>>, told: readonly string[]];

const CASES: readonly Case[] = [
  [
    'an exit that leads nowhere else',
    { [PIER_HOUSE]: ['to: mole ', 'to: pier_house '] },
    [
      'locations/mole.md:5:11 warning no-way-back (exits.0.to): pier_house has no exit back. Add an exit to mole there, or say one_way: true here.',
      `${PIER_HOUSE}:9:9 error exit-to-itself (exits.0.to): The exit leads back to the same place. Name another location.`,
    ],
  ],
  [
    'two exits to one place',
    { [PIER_HOUSE]: ['to: ropewalk', 'to: mole'] },
    [
      `${PIER_HOUSE}:12:9 warning duplicate-exit (exits.1.to): There are two exits to mole. Keep one; say in its label how many ways there are.`,
    ],
  ],
  [
    'a way without a way back',
    { 'locations/mole.md': ['  - { to: ropewalk, minutes: 10 }\n', ''] },
    [
      'locations/ropewalk.md:5:11 warning no-way-back (exits.0.to): mole has no exit back. Add an exit to ropewalk there, or say one_way: true here.',
    ],
  ],
  [
    'a way back from where there is none',
    { 'locations/mole.md': ['{ to: ropewalk, minutes: 10 }', '{ to: ropewalk, one_way: true }'] },
    [
      'locations/mole.md:6:11 warning no-way-back (exits.1.to): The exit is one_way, but ropewalk has one back. Remove one_way, or the exit back.',
    ],
  ],
  [
    'a place that is part of itself',
    { [PIER_HOUSE]: ['# part_of: harbour', 'part_of: pier_house'] },
    [
      `${PIER_HOUSE}:7:10 error cycle (part_of): pier_house is part of itself, by way of pier_house. Break the circle.`,
    ],
  ],
  [
    'a discovery nobody can come to',
    {
      [PACK]: ['locations: 3', 'locations: 4'],
      'locations/cave.md':
        '---\nid: cave\nexits: [{ to: mole, one_way: true }]\ndiscoverables:\n  - { id: x, text: A cave holds the old bell rope., triggers: [look] }\n---\n# Cave\n',
    },
    [
      'locations/cave.md:4:1 warning unreachable (discoverables): No entry point leads to cave, so what can be discovered there never is. Add an exit that leads there, or include it in an entry point.',
    ],
  ],
  [
    'a discovery about somebody who is nowhere',
    { 'characters/tomas.md': ['location: mole\n', ''], [ENTRY]: ['    location: mole\n', ''] },
    [
      'characters/tomas.md:10:1 warning unreachable (discoverables): No entry point leads to tomas, so what can be discovered there never is. Give them a location that can be reached, or put them in a cast.',
    ],
  ],
  [
    'a hidden fact nobody can find',
    { [ENTRY]: ['triggers: [read the policies]', 'triggers: []'] },
    [
      `${ENTRY}:82:5 warning undiscoverable (facts.0): Nobody can ever find out insured_twice: it has no triggers and no operation discovers it. Write triggers: with what a player may do or say, or make it visibility: gm.`,
    ],
  ],
  [
    'a secret in text players read',
    {
      [MARIT]: [
        '## Her brother\n',
        "## Her brother\n\nThey say she copied the Guild's second ledger by hand over nine winters.\n",
      ],
    },
    [
      `${MARIT}:103:1 warning secret-in-the-open: Players read "she copied the guild's second ledger" here, which withholds of marit hides. Say it otherwise, or end the heading with {gm}.`,
    ],
  ],
  [
    'a secret in a summary',
    {
      [PIER_HOUSE]: [
        'summary: A lodging house on stilts, warm in one room.',
        'summary: Under the salt in the third herring barrel lies a ledger.',
      ],
    },
    [
      `${PIER_HOUSE}:5:10 warning secret-in-the-open (summary): Players read "under the salt in the third" here, which discoverables of pier_house hides. Say it otherwise, or leave it out.`,
    ],
  ],
  [
    'a secret the narrator would be told',
    {
      [ENTRY]: [
        'Let every kindness cost something later.',
        'The Guild sank the Adeline itself for the insurance money.',
      ],
    },
    [
      `${ENTRY}:13:8 warning secret-in-the-open (entry): The narrator is told "the guild sank the adeline itself" here, which secrets of the_second_ledger hides. Say it otherwise, or leave it out.`,
    ],
  ],
  [
    'a secret in a mission everybody sees',
    {
      [ENTRY]: [
        'objective: Bring the Office one true figure.',
        'objective: Prove that the Guild sank the Adeline itself for the insurance money.',
      ],
    },
    [
      `${ENTRY}:101:16 warning secret-in-the-open (missions.0.objective): Players read "the guild sank the adeline itself" here, which secrets of the_second_ledger hides. Say it otherwise, or leave it out.`,
    ],
  ],
  [
    'a secret in another prologue',
    {
      [ENTRY]: [
        'The carter sets you down where',
        'The Guild sank the Adeline itself for the insurance money where',
      ],
    },
    [
      `${ENTRY}:163:15 warning secret-in-the-open (openings.0.prologue): Players read "the guild sank the adeline itself" here, which secrets of the_second_ledger hides. Say it otherwise, or leave it out.`,
    ],
  ],
  [
    'a secret in the state that players are shown',
    {
      [RULESET]: ['fog: { type: integer, minimum: 0, maximum: 6 }', 'fog: { type: string }'],
      'locations/mole.md': ['fog: 4', 'fog: thick'],
      [ENTRY]: ['fog: 3', 'fog: the Guild sank the Adeline itself for the insurance money'],
    },
    [
      `${ENTRY}:27:13 warning secret-in-the-open (scene_seed): Players read "the guild sank the adeline itself" here, which secrets of the_second_ledger hides. Say it otherwise, or leave it out.`,
    ],
  ],
  [
    'an internal label in text players read',
    { [MARIT]: ['## Her brother\n', '## Her brother\n\nShe is neutral good.\n'] },
    [
      `${MARIT}:103:1 warning internal-label: Players read the internal label "neutral good" here. Show it in what they do, and keep the label in alignment: or mbti:.`,
    ],
  ],
  [
    'a piece that is too long to retrieve',
    {
      [MARIT]: [
        '## Her brother\n',
        '## Her brother\n\nThe tide comes in and goes out again. The tide comes in and goes out again. The tide comes in and goes out again. The tide comes in and goes out again. The tide comes in and goes out again. The tide comes in and goes out again. The tide comes in and goes out again. The tide comes in and goes out again. The tide comes in and goes out again. The tide comes in and goes out again. The tide comes in and goes out again. The tide comes in and goes out again. The tide comes in and goes out again. The tide comes in and goes out again. The tide comes in and goes out again. The tide comes in and goes out again. The tide comes in and goes out again. The tide comes in and goes out again. The tide comes in and goes out again. The tide comes in and goes out again. The tide comes in and goes out again. The tide comes in and goes out again. The tide comes in and goes out again. The tide comes in and goes out again. The tide comes in and goes out again. The tide comes in and goes out again. The tide comes in and goes out again. The tide comes in and goes out again. The tide comes in and goes out again. The tide comes in and goes out again. The tide comes in and goes out again. The tide comes in and goes out again. The tide comes in and goes out again. The tide comes in and goes out again. The tide comes in and goes out again. The tide comes in and goes out again. The tide comes in and goes out again. The tide comes in and goes out again. The tide comes in and goes out again. The tide comes in and goes out again. The tide comes in and goes out again. The tide comes in and goes out again. The tide comes in and goes out again. The tide comes in and goes out again. The tide comes in and goes out again. The tide comes in and goes out again. The tide comes in and goes out again. The tide comes in and goes out again. The tide comes in and goes out again. The tide comes in and goes out again. The tide comes in and goes out again. The tide comes in and goes out again. The tide comes in and goes out again. The tide comes in and goes out again. The tide comes in and goes out again. The tide comes in and goes out again. The tide comes in and goes out again. The tide comes in and goes out again. The tide comes in and goes out again. The tide comes in and goes out again. The tide comes in and goes out again. The tide comes in and goes out again. The tide comes in and goes out again. The tide comes in and goes out again. The tide comes in and goes out again. The tide comes in and goes out again. The tide comes in and goes out again. The tide comes in and goes out again. The tide comes in and goes out again. The tide comes in and goes out again. The tide comes in and goes out again. The tide comes in and goes out again. The tide comes in and goes out again. The tide comes in and goes out again. The tide comes in and goes out again. The tide comes in and goes out again. The tide comes in and goes out again. The tide comes in and goes out again. The tide comes in and goes out again. The tide comes in and goes out again. The tide comes in and goes out again. The tide comes in and goes out again. The tide comes in and goes out again. The tide comes in and goes out again. The tide comes in and goes out again. The tide comes in and goes out again. The tide comes in and goes out again. The tide comes in and goes out again. The tide comes in and goes out again. The tide comes in and goes out again. The tide comes in and goes out again. The tide comes in and goes out again. The tide comes in and goes out again. The tide comes in and goes out again. The tide comes in and goes out again. The tide comes in and goes out again. The tide comes in and goes out again. The tide comes in and goes out again. The tide comes in and goes out again. The tide comes in and goes out again. The tide comes in and goes out again. The tide comes in and goes out again. The tide comes in and goes out again. The tide comes in and goes out again. The tide comes in and goes out again. The tide comes in and goes out again. The tide comes in and goes out again. The tide comes in and goes out again. The tide comes in and goes out again. The tide comes in and goes out again. The tide comes in and goes out again. The tide comes in and goes out again. The tide comes in and goes out again. The tide comes in and goes out again. The tide comes in and goes out again. The tide comes in and goes out again. The tide comes in and goes out again. The tide comes in and goes out again. The tide comes in and goes out again. The tide comes in and goes out again. The tide comes in and goes out again. The tide comes in and goes out again. The tide comes in and goes out again. The tide comes in and goes out again. The tide comes in and goes out again. The tide comes in and goes out again. The tide comes in and goes out again. The tide comes in and goes out again. The tide comes in and goes out again. The tide comes in and goes out again. \n',
      ],
    },
    [
      `${MARIT}:103:1 warning long-piece: "Marit Sund > Her brother" is one piece of about 1219 tokens; retrieval works best below 900. Cut it with ## headings.`,
    ],
  ],
  [
    'a file under another name',
    { 'items/other.md': '---\nid: rope\n---\n# Rope\n' },
    [
      'items/other.md:2:5 warning file-name (id): The file is called other.md, its id is rope. Rename the file to rope.md.',
    ],
  ],
  [
    'a file without a name',
    { 'items/rope.md': '---\nid: rope\n---\n' },
    [
      'items/rope.md:2:1 warning no-name (name): There is no name. Write name: in the frontmatter, or a # heading at the top of the text.',
    ],
  ],
  [
    'a file of the wrong ending',
    { 'characters/x.yaml': 'id: x\n' },
    ['characters/x.yaml:1:1 error wrong-ending: Files in characters/ end in .md. Rename it to end in .md.'],
  ],
  [
    'a folder one letter off',
    { 'charcters/x.md': '---\nid: x\n---\n' },
    [
      'charcters/x.md:1:1 warning unknown-folder: No kind of content lives in charcters/; the file is not read. Did you mean characters?',
    ],
  ],
  [
    'a folder nobody reads',
    { 'music/x.md': '---\nid: x\n---\n' },
    [
      'music/x.md:1:1 warning unknown-folder: No kind of content lives in music/; the file is not read. The folders of a pack are worlds, rulesets, entry_points, characters, npcs, locations, factions, culture, history, technology, items, events, laws, creatures, spells.',
    ],
  ],
  [
    'a file at the top',
    { 'x.yaml': 'id: x\n' },
    [
      'x.yaml:1:1 warning misplaced-file: At the top of a pack only pack.yaml is read. Move it into one of worlds/, rulesets/, entry_points/, characters/, npcs/, locations/, factions/, culture/, history/, technology/, items/, events/, laws/, creatures/, spells/.',
    ],
  ],
  [
    'a pack in a folder of another name',
    { [PACK]: ['id: lantern_quay', 'id: lantern_kay'] },
    [
      `${PACK}:2:5 warning folder-name (id): The pack is called lantern_kay, its folder lantern_quay. Rename the folder to lantern_kay.`,
    ],
  ],
  [
    'a promise that is not kept',
    { [PACK]: ['characters: 3', 'characters: 4'] },
    [
      `${PACK}:21:15 warning wrong-count (provides.characters): pack.yaml promises 4 characters; there are 3. Write characters: 3.`,
    ],
  ],
  [
    'a word that is declared twice',
    { [PACK]: ['  - { id: loss', '  - { id: arrival, description: Again. }\n  - { id: loss'] },
    [`${PACK}:28:11 error duplicate-id (event_types.1.id): arrival is declared twice. Keep one of them.`],
  ],
];

it.each(CASES)('warns of %s', (_what, edits, told) => {
  expect(toldOf(checkedWith(edits))).toEqual(told);
});
