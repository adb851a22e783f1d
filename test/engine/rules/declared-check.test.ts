import { describe, expect, it } from 'vitest';
import { listChecks } from '#engine/rules/declared-check.ts';
import { Mechanics } from '#engine/rules/mechanics.ts';
import { Srd5eAbility, Srd5eSkill } from '#engine/srd5e/terms.ts';

const BANDED = { kind: 'banded', stats: ['nerve', 'wits'] };
const STATS = [{ id: 'nerve', name: 'Cold nerve', represents: 'Keeping your hands still when it matters.' }];
const check = { id: 'steady', label: 'Nerve', covers: 'Keeping calm.' };

function listed(written: object, stats = STATS) {
  return listChecks(Mechanics.parse(written), stats);
}

describe('a written list', () => {
  it('is the whole list, in the author’s order', () => {
    const checks = [
      { ...check, stat: 'wits', opposed_by: 'nerve', difficulty: -1, costs: 'sneak' },
      { ...check, id: 'stare', stat: 'nerve', difficulty: { hard: -1, desperate: -3 } },
    ];

    expect(listed({ resolution: BANDED, checks })).toEqual([
      {
        ...check,
        stat: 'wits',
        skill: null,
        rollType: null,
        opposedBy: 'nerve',
        costClass: 'sneak',
        difficulty: { easy: -1, normal: -1, hard: -1, desperate: -1 },
      },
      {
        ...check,
        id: 'stare',
        stat: 'nerve',
        skill: null,
        rollType: null,
        opposedBy: null,
        costClass: null,
        difficulty: { easy: 0, normal: 0, hard: -1, desperate: -3 },
      },
    ]);
  });

  it('adds to the abilities and skills of SRD 5e, and replaces those of the same id', () => {
    const own = [
      { ...check, id: 'ask_a_thing', stat: 'charisma', difficulty: { normal: 13 } },
      { ...check, id: 'stealth', label: 'Hush', skill: 'stealth' },
    ];
    const all = listed({ resolution: { kind: 'srd5e' }, checks: own });

    expect(all).toHaveLength(25);
    expect(all[0]).toMatchObject({
      id: 'ask_a_thing',
      difficulty: { easy: 10, normal: 13, hard: 20, desperate: 25 },
    });
    expect(all.filter(({ id }) => id === 'stealth')).toMatchObject([{ label: 'Hush' }]);
  });

  it('takes a table by the id of the check, and else the first', () => {
    const checks = [
      { ...check, id: 'chaos' },
      { ...check, id: 'beg' },
      { ...check, id: 'charge', roll_type: 'battle' },
    ];

    expect(listed({ resolution: { kind: 'table_d100' }, checks }).map(({ rollType }) => rollType)).toEqual([
      'chaos',
      'persuasion',
      'battle',
    ]);
  });
});

describe('without a list', () => {
  it('has one check for each stat, in the words of the ruleset where it has some', () => {
    expect(listed({ resolution: BANDED })).toMatchObject([
      {
        id: 'nerve',
        label: 'Cold nerve',
        stat: 'nerve',
        covers: 'Keeping your hands still when it matters.',
      },
      { id: 'wits', label: 'Wits', stat: 'wits', covers: 'Deeds that call for Wits.' },
    ]);
  });

  it('has one for each aspect and each kind of table', () => {
    const aspects = listed({ resolution: { kind: 'aspect', aspects: ['logic', 'empathy'] } });
    const tables = listed({ resolution: { kind: 'table_d100', roll_types: ['persuasion', 'sea_storm'] } });

    expect(aspects.map(({ stat }) => stat)).toEqual(['logic', 'empathy']);
    expect(tables).toMatchObject([
      { label: 'Persuasion', rollType: 'persuasion', stat: null },
      { label: 'Sea Storm', rollType: 'sea_storm', covers: 'Matters of sea storm whose outcome is open.' },
    ]);
  });

  it.each([
    ['a countdown', { kind: 'countdown' }],
    ['bands without stats', { kind: 'banded' }],
  ])('has a single one for %s', (_what, resolution) => {
    expect(listed({ resolution })).toMatchObject([{ id: 'attempt', stat: null }]);
  });

  it('has the 18 skills and 6 abilities of SRD 5e, each with a sentence of its own', () => {
    const all = listed({ resolution: { kind: 'srd5e' } });

    expect(all.map(({ id }) => id)).toEqual([...Srd5eSkill.options, ...Srd5eAbility.options]);
    expect(new Set(all.map(({ covers }) => covers)).size).toBe(24);
    expect(all.find(({ id }) => id === 'sleight_of_hand')).toMatchObject({
      label: 'Sleight of Hand',
      stat: 'dexterity',
      skill: 'sleight_of_hand',
      opposedBy: 'perception',
      difficulty: { easy: 10, normal: 15, hard: 20, desperate: 25 },
    });
  });

  it('is empty where the rulebook alone rules', () => {
    expect(listed({})).toEqual([]);
  });
});

describe('a list is refused', () => {
  it.each<[string, object, object, (string | number)[], string]>([
    [
      'with an id twice',
      BANDED,
      { ...check, id: 'first', stat: 'wits' },
      [1, 'id'],
      'check 1 of the list has this id too; give each its own',
    ],
    [
      'with a stat the dice do not add',
      BANDED,
      { ...check, stat: 'luck' },
      [1, 'stat'],
      'no check of this ruleset adds luck; there are nerve, wits',
    ],
    ['with no stat', BANDED, check, [1, 'stat'], 'name what is added; there are nerve, wits'],
    [
      'with a skill among bands',
      BANDED,
      { ...check, stat: 'wits', skill: 'stealth' },
      [1, 'skill'],
      'only kind: srd5e has skills; name a stat of this ruleset with stat:',
    ],
    [
      'with a table among bands',
      BANDED,
      { ...check, stat: 'wits', roll_type: 'chaos' },
      [1, 'roll_type'],
      'only kind: table_d100 has roll types; remove roll_type',
    ],
  ])('%s', (_case, resolution, written, path, message) => {
    const first = { ...check, id: 'first', stat: 'nerve' };

    expect(issueOf({ resolution, checks: [first, written] })).toEqual({ path: ['checks', ...path], message });
  });

  it.each<[string, object, object, string, RegExp]>([
    ['a stat under a countdown', { kind: 'countdown' }, { stat: 'shyness' }, 'stat', /same modifier/],
    ['no aspect', { kind: 'aspect', aspects: ['logic'] }, {}, 'stat', /there are logic/],
    [
      'an unknown table',
      { kind: 'table_d100' },
      { roll_type: 'sea' },
      'roll_type',
      /persuasion, chaos, battle/,
    ],
    ['a table that is hard', { kind: 'table_d100' }, { difficulty: 3 }, 'difficulty', /remove difficulty/],
    ['nothing of SRD 5e', { kind: 'srd5e' }, {}, 'stat', /ability with stat:, a skill with skill:/],
    ['a skill as a stat', { kind: 'srd5e' }, { stat: 'stealth' }, 'stat', /write skill: stealth/],
    ['an ability as a skill', { kind: 'srd5e' }, { skill: 'wisdom' }, 'skill', /write stat: wisdom/],
    ['a skill nobody has', { kind: 'srd5e' }, { skill: 'cooking' }, 'skill', /there are acrobatics/],
    ['a DC of none', { kind: 'srd5e' }, { stat: 'wisdom', difficulty: 0 }, 'difficulty', /this is a DC/],
    [
      'a stat of its own in opposition',
      { kind: 'srd5e' },
      { stat: 'wisdom', opposed_by: 'cunning' },
      'opposed_by',
      /ability or a skill of SRD 5e/,
    ],
  ])('for %s', (_case, resolution, more, field, message) => {
    expect(issueOf({ resolution, checks: [{ ...check, ...more }] })).toEqual({
      path: ['checks', 0, field],
      message: expect.stringMatching(message),
    });
  });

  it('where there is no resolution to roll it', () => {
    expect(issueOf({ checks: [check] })).toEqual({
      path: ['checks', 0],
      message: expect.stringContaining('write resolution:, or remove checks'),
    });
  });

  function issueOf(written: object) {
    const issue = Mechanics.safeParse(written).error?.issues[0];
    return issue === undefined ? null : { path: issue.path, message: issue.message };
  }
});
