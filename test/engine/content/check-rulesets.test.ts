import { expect, it } from 'vitest';
import { checkedWith, type Edit, LANTERN_QUAY, toldOf } from './lantern-quay.ts';

const RULESET = 'rulesets/tide_dice.yaml';
const MARIT = 'characters/marit.md';
const ENTRY = 'entry_points/the_second_ledger.yaml';

const CONSEQUENCES = '  consequences: { clock: the_auditor }';
const RESOLUTION =
  '  resolution: { kind: banded, stats: [nerve, wits] }     # how attempts are decided\n  consequences: { clock: the_auditor }\n';
const PIPELINE = '  pipeline: full                # duet | ensemble (default) | full\n';

type Case = readonly [what: string, edits: Readonly<Record<string, Edit>>, told: readonly string[]];

const CASES: readonly Case[] = [
  [
    'a template for a call type that says nothing',
    {
      [RULESET]: ['templates: [] ', 'templates: [{ call: battle, replace: true }] '],
    },
    [
      `${RULESET}:37:13 error empty-template (templates.0): The template for battle says nothing. Write text, norms, address or modifiers, or remove it.`,
    ],
  ],
  [
    'the state of a place the schema does not have',
    { 'locations/mole.md': ['scene_state: { fog: 4 }', 'scene_state: { fog: 9, rain: 1 }'] },
    [
      'locations/mole.md:7:21 error bad-scene-state (scene_state.fog): scene_state.fog does not fit its ruleset: fog is 9. It must be at most 6.',
      'locations/mole.md:7:30 error bad-scene-state (scene_state.rain): scene_state.rain does not fit its ruleset: "rain" is not a field of this ruleset. The fields here are fog.',
    ],
  ],
  [
    'rests by a state the schema does not have',
    { [RULESET]: [CONSEQUENCES, `${CONSEQUENCES}\n  rests: { path: mist, long: [0] }`] },
    [
      `${RULESET}:37:18 error unknown-stat (mechanics.rests.path): scene_state_schema has no mist. The properties of scene_state_schema are fog.`,
    ],
  ],
  [
    'rests by a value the state never has',
    { [RULESET]: [CONSEQUENCES, `${CONSEQUENCES}\n  rests: { path: fog, long: [0, safe] }`] },
    [
      `${RULESET}:37:33 error unknown-value (mechanics.rests.long.1): fog of scene_state_schema is never safe. Write a value it can have.`,
    ],
  ],
  [
    'a ruleset without a rulebook',
    {
      [RULESET]: [
        'rulebook: |                     # required, or rulebook_file: rulesets/tide_dice.md\n  Roll only when failing would be interesting. Roll 2d6 and add the stat that fits. On 6 or less it goes wrong and\n  the tide turns against you; on 7 to 9 you get it at a price; on 10 or more you get it; on 12 you get more than you asked.\n',
        '',
      ],
    },
    [
      `${RULESET}:1:1 error missing (rulebook): The ruleset has no rulebook. Write rulebook: with the rules as text, or rulebook_file: with a Markdown file of this pack.`,
    ],
  ],
  [
    'a rulebook in a file that is not there',
    {
      [RULESET]: [
        'rulebook: |                     # required, or rulebook_file: rulesets/tide_dice.md\n  Roll only when failing would be interesting. Roll 2d6 and add the stat that fits. On 6 or less it goes wrong and\n  the tide turns against you; on 7 to 9 you get it at a price; on 10 or more you get it; on 12 you get more than you asked.\n',
        'rulebook_file: rulesets/tide_dise.md\n',
      ],
      'rulesets/tide_dice.md': 'Roll.',
    },
    [
      `${RULESET}:5:16 error bad-attachment (rulebook_file): There is no file rulesets/tide_dise.md in this pack. Did you mean rulesets/tide_dice.md?`,
    ],
  ],
  [
    'a schema with a keyword of another draft',
    { [RULESET]: ['fog: { type: integer, minimum: 0, maximum: 6 }', 'fog: { type: integer, min: 0 }'] },
    [
      `${RULESET}:31:32 error bad-json-schema (scene_state_schema.properties.fog.min): scene_state_schema: "min" is not a keyword of JSON Schema used here. Write minimum.`,
    ],
  ],
  [
    'a stat the stat block does not have',
    { [RULESET]: ['stats: [nerve, wits] }', 'stats: [nerve, wit] }'] },
    [
      `${RULESET}:35:46 error unknown-stat (mechanics.resolution.stats.1): stat_block_schema has no wit. Did you mean wits?`,
    ],
  ],
  [
    'a formula over a stat that is not there',
    {
      [RULESET]: [
        '{ kind: banded, stats: [nerve, wits] }',
        '{ kind: banded, stats: [nerve], modifier: "luck + 1" }',
      ],
    },
    [
      `${RULESET}:35:57 error unknown-stat (mechanics.resolution.modifier): stat_block_schema has no luck. The properties of stat_block_schema are nerve, wits.`,
    ],
  ],
  [
    'a countdown the scene does not keep',
    { [RULESET]: ['{ kind: banded, stats: [nerve, wits] }', '{ kind: countdown, modifier: nerve }'] },
    [
      `${RULESET}:35:15 error unknown-stat (mechanics.resolution.countdown.name): scene_state_schema has no minutes_left. The properties of scene_state_schema are fog.`,
    ],
  ],
  [
    'half of SRD 5e',
    { [RULESET]: ['{ kind: banded, stats: [nerve, wits] }', '{ kind: srd5e }'] },
    [
      `${RULESET}:20:3 error half-srd5e (stat_block_schema): SRD 5e is its rules and its stat block together; here is only one of them. Write stat_block_schema: srd5e.`,
    ],
  ],
  [
    'an operation that does not exist',
    { [RULESET]: ['  consequences: { clock: the_auditor }', '  operations: [tick_clok]'] },
    [
      `${RULESET}:36:16 error unknown-operation (mechanics.operations.0): There is no operation tick_clok. Did you mean tick_clock?`,
    ],
  ],
  [
    'a check without its sentence',
    { [RULESET]: [CONSEQUENCES, '  checks: [{ id: hold, label: Hold, stat: nerve, cover: Holding on. }]'] },
    [
      `${RULESET}:36:12 error missing (mechanics.checks.0.covers): mechanics.checks.0.covers is missing. Write it: What kind of deed it is for, in one plain sentence. The model that reads the player chooses by it, in any language.`,
      `${RULESET}:36:50 error unknown-key (mechanics.checks.0.cover): There is no key cover in mechanics.checks.0. Did you mean covers?`,
    ],
  ],
  [
    'a check with a stat the dice do not add',
    { [RULESET]: [CONSEQUENCES, '  checks: [{ id: hold, label: Hold, stat: luck, covers: Holding on. }]'] },
    [
      `${RULESET}:36:43 error bad-value (mechanics.checks.0.stat): mechanics.checks.0.stat is "luck". No check of this ruleset adds luck; there are nerve, wits.`,
    ],
  ],
  [
    'a check opposed by a number nobody has',
    {
      [RULESET]: [
        CONSEQUENCES,
        '  checks: [{ id: hold, label: Hold, stat: nerve, opposed_by: wit, covers: Holding on. }]',
      ],
    },
    [
      `${RULESET}:36:62 error unknown-stat (mechanics.checks.0.opposed_by): stat_block_schema has no wit. Did you mean wits?`,
    ],
  ],
  [
    'a table weighed by a number nobody has',
    {
      [RULESET]: [
        RESOLUTION,
        '  resolution: { kind: table_d100 }\n  checks: [{ id: beg, label: Beg, stat: tongue, covers: Begging. }]\n',
      ],
    },
    [
      `${RULESET}:36:41 error unknown-stat (mechanics.checks.0.stat): stat_block_schema has no tongue. The properties of stat_block_schema are nerve, wits.`,
    ],
  ],
  [
    'checks that are no list',
    { [RULESET]: [CONSEQUENCES, '  checks: { nerve: { covers: Holding on. } }'] },
    [
      `${RULESET}:36:11 error wrong-type (mechanics.checks): mechanics.checks is {"nerve":{"covers":"Holding on."}}. Write a list of checks, each with id, label and covers.`,
    ],
  ],
  [
    'policies where the first edition had them',
    { [RULESET]: [CONSEQUENCES, '  checks: { agency: repair, secrets: flag }'] },
    [
      `${RULESET}:36:3 warning renamed-key (mechanics.checks): mechanics.checks is now the list of checks players may be asked for; these policies are not read. Write on_finding: in place of checks:.`,
    ],
  ],
  ['a ruleset without a resolution', { [RULESET]: [RESOLUTION, ''] }, []],
  [
    'checks without a resolution',
    { [RULESET]: [RESOLUTION, '  checks: [{ id: hold, label: Hold, covers: Holding on. }]\n'] },
    [
      `${RULESET}:35:12 error bad-value (mechanics.checks.0): mechanics.checks.0 is not right. A ruleset without resolution has no checks, because its model asks for dice by the rulebook; write resolution:, or remove checks.`,
    ],
  ],
  [
    'a rulebook for which nobody asks for dice',
    { [RULESET]: [`${PIPELINE}${RESOLUTION}`, '  pipeline: duet\n'] },
    [
      `${RULESET}:34:13 warning no-dice (mechanics.pipeline): In duet nothing is rolled for a ruleset without resolution. Write pipeline: ensemble or full, or a resolution.`,
    ],
  ],
  [
    'a stat block beyond its schema',
    { [MARIT]: ['tide_dice: { nerve: 2, wits: 1 }', 'tide_dice: { nerve: 20, luck: 1 }'] },
    [
      `${MARIT}:70:14 error bad-stat-block (stat_blocks.tide_dice.wits): stat_blocks.tide_dice.wits does not fit its ruleset: wits is missing. It is required.`,
      `${MARIT}:70:23 error bad-stat-block (stat_blocks.tide_dice.nerve): stat_blocks.tide_dice.nerve does not fit its ruleset: nerve is 20. It must be at most 3.`,
      `${MARIT}:70:33 error bad-stat-block (stat_blocks.tide_dice.luck): stat_blocks.tide_dice.luck does not fit its ruleset: "luck" is not a field of this ruleset. The fields here are nerve, wits.`,
    ],
  ],
  [
    'a scene seed beyond its schema',
    { [ENTRY]: ['scene_seed: { fog: 3 }', 'scene_seed: { fog: 9, rain: 1 }'] },
    [
      `${ENTRY}:27:20 error bad-scene-seed (scene_seed.fog): scene_seed.fog does not fit its ruleset: fog is 9. It must be at most 6.`,
      `${ENTRY}:27:29 error bad-scene-seed (scene_seed.rain): scene_seed.rain does not fit its ruleset: "rain" is not a field of this ruleset. The fields here are fog.`,
    ],
  ],
  [
    'a stat block the entry point spoils',
    { [ENTRY]: ['stat_block: { nerve: 3 }', 'stat_block: { nerve: 4 }'] },
    [
      `${ENTRY}:49:26 error bad-stat-block (cast.1.stat_block.nerve): cast.1.stat_block.nerve does not fit its ruleset: nerve is 4. It must be at most 3.`,
    ],
  ],
  [
    'a persona without a stat block',
    {
      [RULESET]: ['default_stat_block: { nerve: 0, wits: 0 }', ''],
      'characters/auditor.md': ['stat_blocks:\n  tide_dice: { nerve: 1, wits: 2 }\n', ''],
    },
    [
      `${ENTRY}:36:16 error no-stat-block (cast.0.character): auditor has no stat block for tide_dice. Write stat_blocks: with tide_dice in the character's file, or a default_stat_block in the ruleset.`,
    ],
  ],
  [
    'a default stat block that does not fit',
    { [RULESET]: ['default_stat_block: { nerve: 0, wits: 0 }', 'default_stat_block: { nerve: 0 }'] },
    [
      `${RULESET}:32:21 error bad-stat-block (default_stat_block.wits): default_stat_block.wits does not fit its ruleset: wits is missing. It is required.`,
    ],
  ],
];

it.each(CASES)('holds rulesets to their own word: %s', (_what, edits, told) => {
  expect(toldOf(checkedWith(edits))).toEqual(told);
});

it('accepts a ruleset of a rulebook and schemas alone', () => {
  const [text = ''] = (LANTERN_QUAY.get(RULESET) ?? '').split(/^mechanics:/m);

  expect(toldOf(checkedWith({ [RULESET]: text }))).toEqual([]);
});

it('says what stands in the way when a campaign cannot begin', () => {
  const deep = `${'{ a: '.repeat(20)}1${' }'.repeat(20)}`;

  expect(toldOf(checkedWith({ [ENTRY]: ['custom: {} ', `custom: ${deep} `] }))).toEqual([
    `${ENTRY}:1:1 error cannot-begin: A campaign cannot begin here: custom of the first scene is wrong: JSON must not hold nested deeper than 16. Mend what the sentence names.`,
  ]);
});
