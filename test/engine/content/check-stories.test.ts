import { expect, it } from 'vitest';
import { checkedWith, type Edit, LANTERN_QUAY } from './lantern-quay.ts';

const ENTRY = 'entry_points/the_second_ledger.yaml';
const MARIT = 'characters/marit.md';
const HOUSE = 'locations/pier_house.md';
const RULESET = 'rulesets/tide_dice.yaml';

const FIRE = 'when: { clock: { id: the_auditor } }';
const ending = (when: string): Edit => [FIRE, `when: ${when}`];
const inRuleset = (line: string): Edit => ['pipeline: full', `${line}\n  pipeline: full`];

/** Kind, field, and a part of the sentence of what the checker says. */
type Case = readonly [
  what: string,
  edits: Readonly<Record<string, Edit>>,
  told: readonly (readonly [string, string, string])[],
];

const SIGNALS = 'culture/lamp_signals.md';

const CASES: readonly Case[] = [
  [
    'a pattern that cannot run in linear time',
    { [SIGNALS]: ['"/three (long|short)/i"', '"/(?=three)/"'] },
    [['bad-key', 'keys.1', 'cannot be searched for in linear time']],
  ],
  [
    'a key that is asked for and forbidden',
    { [SIGNALS]: ['none: [daylight]', 'none: [a]'] },
    [['never-wanted', 'keys_also.none', 'a is asked for and forbidden']],
  ],
  [
    'too much that is always there',
    { 'culture/quay_manners.md': ['Wet boots stay outside', `${'Wet boots stay outside. '.repeat(600)}`] },
    [
      ['too-much-always', 'always', 'take more than the 2000 tokens'],
      ['long-piece', '', '"At the door" is one piece'],
    ],
  ],
  [
    'two openings of one name',
    {
      [ENTRY]: [
        'openings:                       # other',
        'openings:\n  - { name: By the coast road, prologue: Rain. } # other',
      ],
    },
    [['duplicate-id', 'openings.1.name', 'Two openings are called By the coast road.']],
  ],
  [
    'an ending on a clock that is not there',
    { [ENTRY]: ending('{ clock: { id: the_auditer } }') },
    [
      [
        'unknown-reference',
        'endings.1.when.clock.id',
        'There is no clock the_auditer. Did you mean the_auditor?',
      ],
    ],
  ],
  [
    'a record that is not there, inside all and not',
    {
      [ENTRY]: ending(
        '{ all: [{ fact: { id: pier_house.barrel } }, { not: { mission: { id: the_audut, status: failed } } }] }',
      ),
    },
    [['unknown-reference', 'endings.1.when.all.1.not.mission.id', 'There is no mission the_audut.']],
  ],
  [
    'a fact, a person and an item that are not there',
    {
      [ENTRY]: ending(
        '{ any: [{ fact: { id: pier_house.barel } }, { person: { id: marid, present: true } }, { item: { id: brass_kee } }] }',
      ),
    },
    [
      ['unknown-reference', 'endings.1.when.any.0.fact.id', 'pier_house.barel'],
      ['unknown-reference', 'endings.1.when.any.1.person.id', 'marid'],
      ['unknown-reference', 'endings.1.when.any.2.item.id', 'brass_kee'],
    ],
  ],
  [
    'a requirement of a person that names no thread',
    {
      [MARIT]: [
        'requires: { fact: { id: ink } }',
        'requires: { thread: { id: the_ledgre, status: resolved } }',
      ],
    },
    [
      [
        'unknown-reference',
        'responses.0.requires.thread.id',
        'There is no thread the_ledgre. Did you mean the_ledger?',
      ],
    ],
  ],
  [
    'a condition on a value the ruleset does not have',
    { [ENTRY]: ending('{ state: { path: fogg, at_least: 3 } }') },
    [['unknown-stat', 'endings.1.when.state.path', 'The scene state has no fogg. Did you mean fog?']],
  ],
  [
    'a mark beyond the end of a clock',
    { [ENTRY]: ending('{ clock: { id: the_auditor, at_least: 9 } }') },
    [['unknown-stat', 'endings.1.when.clock.at_least', 'The Guild loses patience ends at 6.']],
  ],
  [
    'a condition on a date that does not exist',
    { [ENTRY]: ending('{ date: "1890-13-01" }') },
    [['bad-date', 'endings.1.when.date', '1890-13-01 is no date of the calendar Gregorian.']],
  ],
  [
    'an ending that holds at the beginning',
    { [ENTRY]: ending('{ persona_at: pier_house }') },
    [['ends-at-once', 'endings.1.when', 'Nothing to Count holds when the story begins']],
  ],
  [
    'an ending on a thread that nothing resolves',
    { [ENTRY]: ending('{ thread: { id: the_ledger, status: resolved } }') },
    [['unreachable-ending', 'endings.1.when', 'nothing ever makes the thread the_ledger resolved']],
  ],
  [
    'an ending on a fact of the game master',
    {
      [ENTRY]: (LANTERN_QUAY.get(ENTRY) ?? '')
        .replace(FIRE, 'when: { fact: { id: sunk } }')
        .replace(
          'relations:   ',
          '  - { id: sunk, subject: mole, predicate: hides, object: The hull., visibility: gm }\nrelations:   ',
        ),
    },
    [['unreachable-ending', 'endings.1.when', 'nobody can find out the_second_ledger.sunk']],
  ],
  [
    'an ending on a deadline that nothing meets',
    { [ENTRY]: ending('{ deadline: { id: packet_boat, status: met } }') },
    [['unreachable-ending', 'endings.1.when', 'nothing ever makes the deadline packet_boat met']],
  ],
  [
    'operations of a discoverable with a wrong field',
    {
      [HOUSE]: [
        'triggers: [search the barrels, move the herring, look for the ledger]',
        'triggers: [search the barrels]\n    operations: [{ op: tick_clock, clock: the_auditor }]',
      ],
    },
    [
      ['bad-operation', 'discoverables.0.operations.0.clock_id', 'tick_clock: clock_id is missing.'],
      ['bad-operation', 'discoverables.0.operations.0.clock', 'tick_clock: There is no key clock.'],
    ],
  ],
  [
    'operations of a response on a mission that is not there',
    { [ENTRY]: ['mission_id: the_audit, status: completed', 'mission_id: the_audit, status: finished'] },
    [['bad-operation', 'responses.0.operations.0.status', 'upsert_mission']],
  ],
  [
    'an operation on a path the ruleset does not know',
    {
      [ENTRY]: [
        'operations: []              # what the engine',
        'operations: [{ op: set, path: smoke, value: 2 }] # what the engine',
      ],
    },
    [['bad-operation', 'deadlines.0.operations.0', "The ruleset's state has no smoke."]],
  ],
  [
    'an operation that breaks the scene schema',
    {
      [ENTRY]: [
        'operations: []              # what the engine',
        'operations: [{ op: set, path: fog, value: thick }] # what the engine',
      ],
    },
    [['bad-operation', 'deadlines.0.operations.0', 'set:']],
  ],
  [
    'an operation of a ruleset on a clock that no story has',
    {
      [RULESET]: inRuleset(
        'failure_streak: { binding: [{ name: Late, text: Late., operations: [{ op: tick_clock, clock_id: nine }] }] }',
      ),
    },
    [
      [
        'unknown-reference',
        'mechanics.failure_streak.binding.0.operations.0.clock_id',
        'there is no clock nine',
      ],
    ],
  ],
  [
    'consequences on a clock that no story has',
    { [RULESET]: ['clock: the_auditor', 'clock: the_auditer'] },
    [
      [
        'unknown-reference',
        'mechanics.consequences.clock',
        'has a clock the_auditer. Did you mean the_auditor?',
      ],
    ],
  ],
  [
    'an opening without an hour',
    { [ENTRY]: ['time: "1890-11-12 17:40"', 'time: "1890-11-12"'] },
    [['no-hour', 'opening.time', 'The story begins on 1890-11-12, but nobody says at which hour.']],
  ],
  [
    'two endings of the same id',
    { [ENTRY]: ['- id: the_fire', '- id: the_true_figure'] },
    [['duplicate-id', 'endings.1.id', 'endings has the_true_figure twice.']],
  ],
];

it.each(CASES)('tells of %s', (_what, edits, told) => {
  const said = checkedWith(edits).problems.map(({ code, field, message, advice }) => [
    code,
    field,
    `${message} ${advice}`,
  ]);
  expect(said).toEqual(told.map(([code, field, text]) => [code, field, expect.stringContaining(text)]));
});
