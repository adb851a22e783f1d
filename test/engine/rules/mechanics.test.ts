import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { mergeTimeCosts } from '#engine/rules/elapsed-time.ts';
import { Mechanics } from '#engine/rules/mechanics.ts';
import { Resolution } from '#engine/rules/resolution.ts';
import { freeformMechanics } from './mechanics/rulesets.ts';

describe('a ruleset that writes only pipeline and resolution', () => {
  it.each([
    ['holds prose back', freeformMechanics.release, 'held'],
    ['has a small model note what became true', freeformMechanics.outcome, 'record'],
    ['lets those decide who are addressed', freeformMechanics.react, 'addressed'],
    ['shows the narrator the last exchanges', freeformMechanics.conversation, 'window'],
    ['lets players bring dice', freeformMechanics.player_dice, 'allowed'],
    ['asks for six checks a turn at most', freeformMechanics.checks_per_turn, 6],
    ['allows all operations', freeformMechanics.operations, 'all'],
    ['binds after three failures', freeformMechanics.failure_streak.threshold, 3],
    ['halves a memory in about a day', freeformMechanics.memory.lambda_per_minute, 0.0005],
    ['takes memories for the same when their words are', freeformMechanics.memory.near_identical_from, 1],
    [
      'warns at half, three quarters and nine tenths',
      freeformMechanics.deadline_warnings,
      { subtle: 0.5, clear: 0.75, urgent: 0.9 },
    ],
    [
      'narrates 80 to 150 words, 200 at most, 400 in major scenes',
      freeformMechanics.narration,
      { typical_from: 80, typical_to: 150, most: 200, most_in_major_scenes: 400 },
    ],
    [
      'repairs and flags',
      freeformMechanics.on_finding,
      {
        agency: 'repair',
        internal_labels: 'repair',
        sheet_numbers: 'repair',
        secrets: 'repair',
        dice: 'repair',
        contradiction: 'repair',
        binding_row: 'repair',
        boundaries: 'repair',
        length: 'flag',
      },
    ],
    [
      'travels at the published pace',
      freeformMechanics.travel,
      { road: { walk: 3, mounted: 6 }, wilderness: { walk: 2, mounted: 4 }, difficult_terrain_factor: 0.5 },
    ],
  ])('%s', (_what, value, expected) => {
    expect(value).toEqual(expected);
  });

  it('has the published time costs', () => {
    expect(mergeTimeCosts(freeformMechanics.time_costs)).toMatchObject({
      brief_dialogue: { from: 1, to: 5, unit: 'minutes' },
      combat_round: { from: 6, to: 6, unit: 'seconds' },
      long_rest: { from: 8, to: 8, unit: 'hours' },
    });
  });
});

describe('a resolution', () => {
  it.each([
    [{ kind: 'banded' }, { dice: '2d6', modifier: '0', stats: [] }],
    [
      { kind: 'd20_stat', stats: ['warmth'] },
      { dice: '1d20', clock: { name: 'pressure_clock', max: 6, ticks: 1 } },
    ],
    [{ kind: 'd20_stat', stats: ['warmth'], clock: null }, { clock: null }],
    [
      { kind: 'aspect', aspects: ['logic'] },
      { override_from: 18, influence_from: 12, clearly_higher_by: 3 },
    ],
    [
      { kind: 'countdown' },
      { modifier: '(10 - shyness) + chemistry', countdown: { name: 'minutes_left', start: 7, per_check: 1 } },
    ],
    [{ kind: 'table_d100' }, { roll_types: ['persuasion', 'chaos', 'battle'] }],
    [{ kind: 'srd5e' }, { kind: 'srd5e' }],
  ])('%j', (written, understood) => {
    expect(Resolution.parse(written)).toMatchObject(understood);
  });

  it.each([
    ['an unknown kind', { kind: 'coin' }],
    ['dice nobody can roll', { kind: 'banded', dice: '2x6' }],
    ['a formula nobody can read', { kind: 'countdown', modifier: '10 -' }],
    ['a d20 without stats', { kind: 'd20_stat', stats: [] }],
    ['a stat that is not snake_case', { kind: 'd20_stat', stats: ['Self-Awareness'] }],
    ['a stat with the name of a trap', { kind: 'd20_stat', stats: ['constructor'] }],
    ['a key nobody knows', { kind: 'banded', dices: '2d6' }],
    ['one band', { kind: 'banded', bands: [{ name: 'all', degree: 'mixed' }] }],
  ])('refuses %s', (_case, written) => {
    expect(Resolution.safeParse(written).success).toBe(false);
  });
});

describe('mechanics are refused', () => {
  const base = { pipeline: 'full', resolution: { kind: 'banded' } };

  it.each([
    ['with a pipeline nobody built', { ...base, pipeline: 'solo' }, ['pipeline']],
    ['with a key in another spelling', { ...base, playerDice: 'allowed' }, []],
    ['with warnings out of order', { ...base, deadline_warnings: { subtle: 0.9 } }, ['deadline_warnings']],
    ['with two warnings at once', { ...base, deadline_warnings: { subtle: 0.75 } }, ['deadline_warnings']],
    [
      'with a warning after the deadline',
      { ...base, deadline_warnings: { urgent: 1 } },
      ['deadline_warnings', 'urgent'],
    ],
    ['with lengths that shrink', { ...base, narration: { most: 100 } }, ['narration']],
    ['with a policy nobody knows', { ...base, on_finding: { agency: 'ignore' } }, ['on_finding', 'agency']],
    ['with a release nobody built', { ...base, release: 'later' }, ['release']],
    [
      'with a negative lambda',
      { ...base, memory: { lambda_per_minute: -1 } },
      ['memory', 'lambda_per_minute'],
    ],
    ['with an operation in no form', { ...base, operations: ['Move Character'] }, ['operations']],
    [
      'with a threshold of none',
      { ...base, failure_streak: { threshold: 0 } },
      ['failure_streak', 'threshold'],
    ],
    [
      'with a time cost that runs backward',
      { ...base, time_costs: { talk: { from: 5, to: 1, unit: 'minutes' } } },
      ['time_costs', 'talk', 'to'],
    ],
  ])('%s', (_case, written, path) => {
    expect(Mechanics.safeParse(written).error?.issues[0]?.path.slice(0, path.length)).toEqual(path);
  });
});

describe('a ruleset without mechanics', () => {
  it.each([
    ['written as nothing', {}],
    ['with a pipeline alone', { pipeline: 'ensemble' }],
    ['said in so many words', { resolution: { kind: 'rulebook' } }],
  ])('is ruled by its rulebook: %s', (_case, written) => {
    expect(Mechanics.parse(written)).toMatchObject({
      pipeline: 'ensemble',
      resolution: { kind: 'rulebook' },
      checks: [],
    });
  });
});

it('takes the policies of the first edition for no list of checks', () => {
  const { checks, on_finding } = Mechanics.parse({
    resolution: { kind: 'banded' },
    checks: { agency: 'flag', secrets: 'flag' },
  });

  expect(checks).toEqual([]);
  expect(on_finding).toEqual(freeformMechanics.on_finding);
});

it('keeps what an author wrote, in the author’s own words', () => {
  const written = {
    pipeline: 'ensemble',
    outcome: 'inline',
    release: 'reviewed',
    react: 'everyone',
    conversation: 'none',
    player_dice: 'forbidden',
    resolution: { kind: 'd20_stat', stats: ['warmth', 'logic'] },
    checks: [
      {
        id: 'comfort',
        label: 'Warmth',
        stat: 'warmth',
        covers: 'Comforting somebody.',
        difficulty: { hard: -2 },
      },
    ],
    operations: ['clock-tick', 'move-character'],
    failure_streak: { threshold: 2 },
  };

  expect(Mechanics.parse(written)).toMatchObject(written);
});

it('survives being stored and read again', () => {
  expect(Mechanics.parse(JSON.parse(JSON.stringify(freeformMechanics)))).toEqual(freeformMechanics);
});

it('describes itself to editors as a JSON Schema that accepts what it accepts', () => {
  const fits = new Ajv2020({ strict: false }).compile(z.toJSONSchema(Mechanics, { io: 'input' }));

  expect(fits({ pipeline: 'duet', resolution: { kind: 'table_d100' } })).toBe(true);
  expect(fits(freeformMechanics)).toBe(true);
  expect(fits({ pipeline: 'solo', resolution: { kind: 'table_d100' } })).toBe(false);
  expect(fits({ pipeline: 'duet', resolution: { kind: 'table_d100' }, player_dices: 'allowed' })).toBe(false);
});
