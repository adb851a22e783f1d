import { expect, it } from 'vitest';
import { checkedWith, type Edit, toldOf } from './lantern-quay.ts';

const ENTRY = 'entry_points/the_second_ledger.yaml';
const MARIT = 'characters/marit.md';

type Case = readonly [what: string, edits: Readonly<Record<string, Edit>>, told: readonly string[]];

const CASES: readonly Case[] = [
  [
    'an operation one letter off',
    { [ENTRY]: ['op: add_fact', 'op: ad_fact'] },
    [
      `${ENTRY}:80:19 error unknown-operation (clocks.0.triggers.1.operations.0.op): There is no operation ad_fact. Did you mean add_fact?`,
    ],
  ],
  [
    'an operation with a wrong field',
    { [ENTRY]: ['predicate: is, object: on fire', 'predicat: is, object: on fire'] },
    [
      `${ENTRY}:80:13 error bad-operation (clocks.0.triggers.1.operations.0.predicate): add_fact: predicate is missing. Write predicate: and its value.`,
      `${ENTRY}:80:53 error bad-operation (clocks.0.triggers.1.operations.0.predicat): add_fact: There is no key predicat. Did you mean predicate?`,
    ],
  ],
  [
    'an operation on a clock that is not there',
    { [MARIT]: ['clock_id: the_auditor', 'clock_id: the_auditer'] },
    [
      `${MARIT}:53:39 error unknown-reference (agenda.milestones.0.operations.0.clock_id): tick_clock: there is no clock the_auditer. Did you mean the_auditor?`,
    ],
  ],
  [
    'an operation of a response one letter off',
    { [MARIT]: ['op: transfer_item', 'op: transfr_item'] },
    [
      `${MARIT}:84:15 error unknown-operation (responses.0.operations.0.op): There is no operation transfr_item. Did you mean transfer_item?`,
    ],
  ],
  [
    'an opening on a date that does not exist',
    { [ENTRY]: ['time: "1890-11-12 17:40"', 'time: "1890-13-12 17:40"'] },
    [
      `${ENTRY}:23:9 error bad-date (opening.time): 1890-13-12 17:40 is no date of the calendar Gregorian. Months are numbered from 1 to 12, not 13.`,
    ],
  ],
  [
    'a birthday on a day that does not exist',
    { [MARIT]: ['born: "1841-03-02"', 'born: "1841-02-30"'] },
    [
      `${MARIT}:12:7 error bad-date (born): 1841-02-30 is no date of the calendar Gregorian. There is no day 30: February 1841 AD has 28 days.`,
    ],
  ],
  [
    'a deadline before the opening',
    { [ENTRY]: ['due_in: 3 days', 'due: "1890-11-01"'] },
    [
      `${ENTRY}:108:10 error bad-date (deadlines.0.due): 1890-11-01 lies before the opening, 1890-11-12 17:40. Write a later date, or due_in.`,
    ],
  ],
  [
    'a cast nobody can play',
    { [ENTRY]: ['role: persona ', 'role: npc '] },
    [
      `${ENTRY}:36:3 error no-persona (cast): Nobody in the cast can be played. Give somebody role: persona.`,
      `${ENTRY}:87:16 error not-a-persona (facts.0.known_to.0): auditor is no persona of this entry point. known_to names personas: . What others know stands in their knows.`,
    ],
  ],
  [
    'more personas than the cast offers',
    { [ENTRY]: ['max_personas: 1', 'max_personas: 3'] },
    [
      `${ENTRY}:34:15 warning too-few-personas (max_personas): max_personas is 3, but the cast offers 1. Write max_personas: 1, or offer more personas.`,
    ],
  ],
  [
    'somebody cast twice',
    { [ENTRY]: ['  - character: tomas\n', '  - character: marit\n'] },
    [`${ENTRY}:51:16 error duplicate-id (cast.2.character): marit is in the cast twice. Keep one of them.`],
  ],
  [
    'two records of one id',
    {
      [ENTRY]: [
        "accounts:                       # purses larger than one person's\n",
        'accounts:\n  - { id: guild_chest, name: Another chest, currency: shillings }\n',
      ],
    },
    [
      `${ENTRY}:135:11 error duplicate-id (accounts.1.id): accounts has guild_chest twice. Give one of them another id.`,
    ],
  ],
  [
    'a clock beyond its end',
    { [ENTRY]: ['value: 0', 'value: 9'] },
    [
      `${ENTRY}:69:12 error too-large (clocks.0.value): The Guild loses patience stands at 9 of 6. Write at most 6.`,
    ],
  ],
  [
    'a trigger beyond the end of its clock',
    { [ENTRY]: ['- at: 6', '- at: 7'] },
    [
      `${ENTRY}:77:13 error too-large (clocks.0.triggers.1.at): A trigger at 7 is beyond the 6 segments of The Guild loses patience. Write at most 6.`,
    ],
  ],
  [
    'somebody paired with themselves',
    { [ENTRY]: ['between: [auditor, marit]', 'between: [marit, marit]'] },
    [
      `${ENTRY}:92:16 error same-character (relations.0.between): marit is paired with themselves. Name two different characters.`,
    ],
  ],
  [
    'a pair that stands twice',
    {
      [ENTRY]: [
        '  - { between: [auditor, marit]',
        '  - { between: [marit, auditor] }\n  - { between: [auditor, marit]',
      ],
    },
    [
      `${ENTRY}:93:16 error duplicate-id (relations.1.between): auditor and marit are paired twice. Keep one line for each pair.`,
    ],
  ],
  [
    'knowledge given to somebody who is not played',
    { [ENTRY]: ['known_to: [auditor]', 'known_to: [marit]'] },
    [
      `${ENTRY}:87:16 error not-a-persona (facts.0.known_to.0): marit is no persona of this entry point. known_to names personas: auditor. What others know stands in their knows.`,
    ],
  ],
  [
    'somebody at a place that is left out',
    {
      [ENTRY]: ['locations: all ', 'locations: [pier_house] '],
      [MARIT]: ['location: pier_house', 'location: ropewalk'],
      'factions/ropewalk_guild.md': ['seat: ropewalk ', ''],
    },
    [
      `${MARIT}:63:1 warning unreachable (discoverables): No entry point leads to marit, so what can be discovered there never is. Give them a location that can be reached, or put them in a cast.`,
      `${ENTRY}:42:16 warning not-included (cast.1.character): marit is at ropewalk, which include leaves out. Add ropewalk to include.locations, or give them another location.`,
    ],
  ],
];

it.each(CASES)('finds %s', (_what, edits, told) => {
  expect(toldOf(checkedWith(edits))).toEqual(told);
});
