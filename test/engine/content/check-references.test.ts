import { describe, expect, it } from 'vitest';
import { type CheckReport, checkFiles } from '#engine/content/check-pack.ts';
import type { PackFiles } from '#engine/content/pack-files.ts';
import { createFileProblem } from '#engine/content/problem.ts';
import { checkedWith, type Edit, lanternQuay, toldOf } from './lantern-quay.ts';

const MARIT = 'characters/marit.md';
const ENTRY = 'entry_points/the_second_ledger.yaml';
const RULESET = 'rulesets/tide_dice.yaml';

type Case = readonly [what: string, edits: Readonly<Record<string, Edit>>, told: readonly string[]];

const CASES: readonly Case[] = [
  [
    'an id one letter off',
    { [MARIT]: ['location: pier_house', 'location: pier_huose'] },
    [
      `${MARIT}:15:11 error unknown-reference (location): There is no location pier_huose. Did you mean pier_house?`,
    ],
  ],
  [
    'an id that is nowhere near',
    { [MARIT]: ['location: pier_house', 'location: cathedral'] },
    [
      `${MARIT}:15:11 error unknown-reference (location): There is no location cathedral. There are pier_house, mole, ropewalk.`,
    ],
  ],
  [
    'an id of the wrong kind',
    { [MARIT]: ['location: pier_house', 'location: tomas'] },
    [`${MARIT}:15:11 error wrong-kind (location): tomas is a character, not a location. Name a location.`],
  ],
  [
    'an id of a pack that does not exist',
    { [MARIT]: ['location: pier_house', 'location: other:pier_house'] },
    [
      `${MARIT}:15:11 error unknown-pack (location): There is no pack other. Install it and add it to depends_on in pack.yaml.`,
    ],
  ],
  [
    'a category that is not declared',
    { [MARIT]: ['categories: [harbour_folk]', 'categories: [harbor_folk]'] },
    [
      `${MARIT}:16:14 error unknown-reference (categories.0): There is no character category harbor_folk. Did you mean harbour_folk?`,
    ],
  ],
  [
    'a thread that does not exist',
    { [MARIT]: ['related_threads: [the_ledger]', 'related_threads: [the_leger]'] },
    [
      `${MARIT}:79:19 error unknown-reference (related_threads.0): There is no thread the_leger. Did you mean the_ledger?`,
    ],
  ],
  [
    'an event type that is not declared',
    { 'events/night_of_the_adeline.md': ['event_type: loss', 'event_type: lost'] },
    [
      'events/night_of_the_adeline.md:4:13 error unknown-reference (event_type): There is no event type lost. Did you mean loss?',
    ],
  ],
  [
    'a ruleset named as a key',
    { [MARIT]: ['tide_dice: { nerve: 2, wits: 1 }', 'tide_dise: { nerve: 2, wits: 1 }'] },
    [
      `${MARIT}:70:3 error unknown-reference (stat_blocks.tide_dise): There is no ruleset tide_dise. Did you mean tide_dice?`,
    ],
  ],
  [
    'an entity inside an operation',
    { [ENTRY]: ['subject_id: pier_house', 'subject_id: pier_hous'] },
    [
      `${ENTRY}:80:41 error unknown-reference (clocks.0.triggers.1.operations.0.subject_id): There is no character or location or faction or item pier_hous. Did you mean pier_house?`,
    ],
  ],
  [
    'a fact inside an operation',
    {
      [ENTRY]: [
        '{ op: add_fact, subject_id: pier_house, predicate: is, object: on fire, visibility: public }',
        '{ op: discover_fact, fact_id: pier_house.barel, method: fire }',
      ],
    },
    [
      `${ENTRY}:80:43 error unknown-reference (clocks.0.triggers.1.operations.0.fact_id): There is no fact pier_house.barel. Did you mean pier_house.barrel?`,
    ],
  ],
  [
    'an id that two files claim',
    { 'items/rope.md': '---\nid: tomas\nname: Rope\n---\n' },
    [
      'items/rope.md:2:5 error duplicate-id (id): The id tomas is taken by characters/tomas.md. Give one of the two files another id.',
    ],
  ],
  [
    'a file that leaves the pack',
    { [RULESET]: ['rulebook_summary:', 'stat_block_schema_file: ../../etc/passwd\nrulebook_summary:'] },
    [
      `${RULESET}:8:25 error bad-attachment (stat_block_schema_file): ../../etc/passwd leaves the pack. Name a file of this pack from its top: rulesets/name.md.`,
    ],
  ],
];

it.each(CASES)('says what was meant for %s', (_what, edits, told) => {
  expect(toldOf(checkedWith(edits))).toEqual(told);
});

/** Lantern Quay whose brass key and pier house are not valid UTF-8. */
function withUnreadable(edits: Readonly<Record<string, Edit>>): PackFiles {
  const files = ['items/brass_key.md', 'locations/pier_house.md'];
  const whole = lanternQuay({ ...edits, ...Object.fromEntries(files.map((file) => [file, null])) });
  const problems = files.map((file) =>
    createFileProblem('not-utf8', file, 'It is not UTF-8.', 'Save it again.'),
  );
  return { ...whole, problems };
}

describe('beside files that cannot be read', () => {
  const summary = ({ problems }: CheckReport) =>
    problems.map(({ file, code, field }) => `${file} ${code}${field === '' ? '' : ` ${field}`}`);
  const causes = ['items/brass_key.md not-utf8', 'locations/pier_house.md not-utf8'];

  it('holds back references to them, to their facts, and counts of their kind', () => {
    const report = checkFiles([withUnreadable({})]);

    expect(summary(report)).toEqual(causes);
    expect(report.heldBack).toBe(13);
  });

  it('still tells of other unknown ids and of counts of other kinds', () => {
    const report = checkFiles([
      withUnreadable({
        [MARIT]: ['related_threads: [the_ledger]', 'related_threads: [the_leger]'],
        'characters/tomas.md': null,
      }),
    ]);

    expect(summary(report)).toEqual(
      expect.arrayContaining([
        ...causes,
        `${MARIT} unknown-reference related_threads.0`,
        `${ENTRY} unknown-reference cast.2.character`,
        'pack.yaml wrong-count provides.characters',
      ]),
    );
  });
});

it('holds back nothing for an id used twice inside one story', () => {
  const report = checkedWith({
    [ENTRY]: ['  - character: tomas\n', '  - character: marit\n'],
    'pack.yaml': ['characters: 3', 'characters: 4'],
  });

  expect(report.problems.map(({ code, field }) => [code, field])).toEqual([
    ['duplicate-id', 'cast.2.character'],
    ['wrong-count', 'provides.characters'],
  ]);
  expect(report.heldBack).toBe(0);
});
