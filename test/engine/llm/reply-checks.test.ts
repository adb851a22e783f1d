import { expect, it } from 'vitest';
import { NarrateOutcome } from '#engine/llm/narrate-outcome.ts';
import {
  choiceProblems,
  forbiddenOperations,
  rollProblems,
  tableProblems,
  unknownIds,
  withOtherAction,
} from '#engine/llm/reply-checks.ts';

const choice = (key: string) => ({ key, text: key, description: '', risk: 'low' as const });
const row = (from: number, to: number) => ({ from, to, outcome: 'something happens' });
const outcome = (fields: object) => NarrateOutcome.parse(fields);

it('names ids nobody has and the ids that were given, never those that are hidden', () => {
  const ids = {
    all: new Set(['npc_ada_001', 'pc_bo_001', 'npc_spy_001']),
    shown: ['npc_ada_001', 'pc_bo_001'],
  };
  expect(unknownIds('observations', ['npc_ada_001', 'npc_eve_001', 'npc_eve_001'], ids)).toEqual([
    'observations: there is no npc_eve_001. The nearest you were given: npc_ada_001, pc_bo_001. Leave out what is none of yours.',
  ]);
  expect(unknownIds('observations', ['pc_bo_001', 'npc_spy_001'], ids)).toEqual([]);
  expect(unknownIds('threads', ['x'], { all: new Set(), shown: [] })).toEqual([
    'threads: there is no x. You were given none.',
  ]);
});

it('shows at most the five nearest of many ids and operations', () => {
  const shown = Array.from({ length: 30 }, (_, at) => `npc_guard_${100 + at}`);
  const [problem = ''] = unknownIds('present', ['npc_gard_117', 'npc_gard_118'], {
    all: new Set(shown),
    shown,
  });
  expect(problem.match(/npc_guard_\d+/g)).toHaveLength(5);
  expect(problem).toContain('npc_guard_117');
  expect(problem).toContain('npc_guard_118');

  const allowed = ['move_party', 'tick_clock', 'add_fact', 'add_item', 'add_thread', 'set_meter', 'add_note'];
  const [refused = ''] = forbiddenOperations('operations', [{ op: 'add_facts' }], allowed);
  expect(refused).toMatch(/Nearest allowed: add_fact(, \w+){4}\.$/);
});

it('names changes that may not be proposed', () => {
  const problems = forbiddenOperations('operations', [{ op: 'add_fact' }, { op: 'set_time' }], ['add_fact']);
  expect(problems).toEqual(['operations: set_time cannot be proposed here. Nearest allowed: add_fact.']);
});

it.each([
  ['three with the open one', ['go', 'stay', 'other_action'], []],
  ['four without it, since it is added', ['go', 'stay', 'ask', 'wait'], []],
  ['the two of a quiet moment', ['continue', 'other_action'], []],
  ['too few', ['go'], ['choices: give 3 to 5 of them, other_action among them; there are 2.']],
  [
    'too many',
    ['a', 'b', 'c', 'd', 'e', 'other_action'],
    ['choices: give 3 to 5 of them, other_action among them; there are 6.'],
  ],
  ['none', [], ['choices: give 3 to 5 of them, other_action among them; there are 0.']],
  ['twice the same', ['go', 'go', 'other_action'], ['choices: two choices have the same key.']],
])('judges choices: %s', (_what, keys, problems) => {
  expect(choiceProblems({ choices: keys.map(choice), awaiting_roll: false })).toEqual(problems);
});

it('wants no choices while a roll is awaited', () => {
  expect(choiceProblems({ choices: [], awaiting_roll: true })).toEqual([]);
});

it('adds the open choice once', () => {
  const once = withOtherAction([choice('go')]);
  expect(once.map(({ key }) => key)).toEqual(['go', 'other_action']);
  expect(withOtherAction(once)).toBe(once);
});

it.each([
  ['a whole table', [row(1, 5), row(6, 40), row(41, 70), row(71, 95), row(96, 100)], 0],
  ['a table in any order', [row(96, 100), row(1, 5), row(41, 70), row(6, 40), row(71, 95)], 0],
  ['a gap', [row(1, 5), row(7, 40), row(41, 70), row(71, 95), row(96, 100)], 1],
  ['an overlap', [row(1, 10), row(6, 40), row(41, 70), row(71, 95), row(96, 100)], 1],
  ['a table that ends early', [row(1, 5), row(6, 40), row(41, 70), row(71, 95), row(96, 99)], 1],
  ['a row that runs backwards', [row(1, 5), row(6, 2), row(41, 70), row(71, 95), row(96, 100)], 1],
])('judges a d100 table: %s', (_what, rows, count) => {
  expect(tableProblems({ purpose: 'the vote', rows })).toHaveLength(count);
});

const TABLE = { purpose: 'the vote', rows: [row(1, 5), row(6, 40), row(41, 70), row(71, 95), row(96, 100)] };

it.each([
  ['no roll at all', {}, true, 0],
  ['a roll with its table', { awaiting_roll: true, roll_type: 'persuasion', roll_table: TABLE }, true, 0],
  ['a roll without a table', { awaiting_roll: true, roll_type: 'persuasion' }, true, 1],
  ['a table without a roll', { roll_type: 'persuasion', roll_table: TABLE }, true, 1],
  ['a roll of no kind', { awaiting_roll: true, roll_table: TABLE }, true, 1],
  ['a roll where the engine rolls', { awaiting_roll: true, roll_type: 'chaos', roll_table: TABLE }, false, 1],
])('judges an awaited roll: %s', (_what, fields, mayOffer, count) => {
  expect(rollProblems(outcome(fields), mayOffer)).toHaveLength(count);
});
