import { expect, it } from 'vitest';
import { judgeHappening } from '#engine/memory/core-memory.ts';
import type { Happening } from '#engine/memory/happening.ts';

const DAY = 86_400_000_000;

const mustLog: [string, Happening, string, string][] = [
  [
    'a major plot event',
    { kind: 'plot-event', summary: 'The bridge fell.', weight: 'major' },
    'plot',
    'The bridge fell.',
  ],
  [
    'a twist',
    { kind: 'plot-event', summary: 'The page is the heir.', weight: 'twist' },
    'plot',
    'The page is the heir.',
  ],
  [
    'a completed mission',
    { kind: 'mission-changed', title: 'Free the smith', status: 'completed' },
    'mission',
    'Mission completed: Free the smith',
  ],
  [
    'a failed mission',
    { kind: 'mission-changed', title: 'Free the smith', status: 'failed' },
    'mission',
    'Mission failed: Free the smith',
  ],
  [
    'a level with its gains',
    { kind: 'level-gained', name: 'Kira', level: 5, gains: ['Extra Attack', '+8 hit points'] },
    'level_up',
    'Kira reached level 5: Extra Attack, +8 hit points',
  ],
  [
    'a level',
    { kind: 'level-gained', name: 'Kira', level: 2, gains: [] },
    'level_up',
    'Kira reached level 2',
  ],
  [
    'a transformation',
    { kind: 'power-gained', name: 'Kira', summary: 'bound to the sunstone' },
    'power',
    'Kira: bound to the sunstone',
  ],
  [
    'a fortune won',
    { kind: 'resource-changed', name: 'Kira', resource: 'gold', before: 40, after: 900 },
    'power',
    'Kira: gold went from 40 to 900',
  ],
  [
    'a fortune lost',
    { kind: 'resource-changed', name: 'Kira', resource: 'gold', before: 900, after: 40 },
    'power',
    'Kira: gold went from 900 to 40',
  ],
  [
    'a death',
    { kind: 'fate-changed', name: 'Otto', fate: 'died', isKey: true, detail: 'at the ford' },
    'death',
    'Otto died: at the ford',
  ],
  [
    'a capture',
    { kind: 'fate-changed', name: 'Otto', fate: 'captured', isKey: true, detail: '' },
    'capture',
    'Otto was captured',
  ],
  [
    'a release',
    { kind: 'fate-changed', name: 'Otto', fate: 'freed', isKey: true, detail: '' },
    'capture',
    'Otto was freed',
  ],
  [
    'a change of sides',
    { kind: 'fate-changed', name: 'Otto', fate: 'changed-sides', isKey: true, detail: 'now with the guild' },
    'allegiance',
    'Otto changed sides: now with the guild',
  ],
  [
    'a complication',
    { kind: 'complication', summary: 'the well is poisoned' },
    'complication',
    'Unforeseen complication: the well is poisoned',
  ],
  [
    'a leap in time',
    { kind: 'time-passed', microseconds: 3 * DAY + DAY / 24, focus: 'training' },
    'time_skip',
    'Time skip: 3 days and 1 hour passed, spent on training',
  ],
  [
    'a whole day',
    { kind: 'time-passed', microseconds: DAY, focus: '' },
    'time_skip',
    'Time skip: 1 day passed',
  ],
  [
    'a correction',
    { kind: 'retcon', summary: 'the key was silver' },
    'retcon',
    'Corrected: the key was silver',
  ],
];

it.each(mustLog)('logs %s', (_case, happening, reason, text) => {
  expect(judgeHappening(happening)).toEqual({ log: true, reason, text });
});

const neverLog: [string, Happening][] = [
  ['a thought', { kind: 'thought', summary: 'He weighs the odds.' }],
  ['a roll', { kind: 'roll', summary: '1d20+3 = 18' }],
  ['a detail of the scene', { kind: 'scene-detail', summary: 'It rains.' }],
  ['a minor event', { kind: 'plot-event', summary: 'A dog barks.', weight: 'minor' }],
  ['a mission taken on', { kind: 'mission-changed', title: 'Free the smith', status: 'accepted' }],
  ['a small purchase', { kind: 'resource-changed', name: 'Kira', resource: 'gold', before: 500, after: 480 }],
  [
    'the last coin spent on bread',
    { kind: 'resource-changed', name: 'Kira', resource: 'gold', before: 1, after: 0 },
  ],
  ['nothing gained', { kind: 'resource-changed', name: 'Kira', resource: 'gold', before: 0, after: 0 }],
  ['the death of a nobody', { kind: 'fate-changed', name: 'Goblin', fate: 'died', isKey: false, detail: '' }],
  ['a wound', { kind: 'fate-changed', name: 'Otto', fate: 'wounded', isKey: true, detail: '' }],
  ['a night’s rest', { kind: 'time-passed', microseconds: DAY / 3, focus: 'sleep' }],
];

it.each(neverLog)('does not log %s, and says why', (_case, happening) => {
  expect(judgeHappening(happening)).toEqual({ log: false, because: expect.stringMatching(/\w/) });
});

it('takes its thresholds from the ruleset', () => {
  const thresholds = { resourceShare: 0.1, resourceAmount: 1, timeSkipMicroseconds: DAY / 24 };
  const coin: Happening = { kind: 'resource-changed', name: 'Kira', resource: 'coins', before: 10, after: 8 };
  const hours: Happening = { kind: 'time-passed', microseconds: DAY / 12, focus: '' };

  expect(judgeHappening(coin, thresholds)).toMatchObject({ log: true });
  expect(judgeHappening(hours, thresholds)).toMatchObject({ text: 'Time skip: 2 hours passed' });
});

it('keeps a memory to one line of 400 characters without cutting a character in half', () => {
  const long = judgeHappening({ kind: 'plot-event', summary: `x\n${'🐉'.repeat(500)}`, weight: 'major' });
  const text = long.log ? long.text : '';

  expect(text.length).toBeLessThanOrEqual(400);
  expect(text).toMatch(/^x 🐉+…$/u);
  expect(text.isWellFormed()).toBe(true);
});
