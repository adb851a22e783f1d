import { expect, it } from 'vitest';
import { findUnplayedDice, type TurnEvent } from '#engine/live/turn-event.ts';

type Given = Parameters<typeof findUnplayedDice>[0][number];

const at = { sessionId: 's', sequence: 1, at: new Date(0) };
const dice = (turnId: string, attempt: number): TurnEvent<'dice-rolled'> => {
  const roll = {
    expression: '2d6',
    advantage: 'NONE',
    faces: [1, 1],
    dropped: [],
    modifier: 0,
    total: 2,
    position: { sceneIndex: 1, ordinal: 0 },
    purpose: 'Check',
    source: 'ENGINE',
    result: 'Failure',
    line: `${turnId} ${attempt}`,
  } as const;
  return {
    ...at,
    turnId,
    body: { type: 'dice-rolled', attempt, roll: { ...roll, faces: [1, 1], dropped: [] } },
  };
};
const failed = (turnId: string, attempt: number): Given => {
  const failure = { code: 'MODEL_UNAVAILABLE', message: 'nobody tells', retryable: true };
  return { ...at, turnId, body: { type: 'turn-failed', attempt, ...failure } };
};
const cancelled = (turnId: string, attempt: number): Given => {
  return { ...at, turnId, body: { type: 'turn-cancelled', attempt } };
};

it.each<[string, readonly Given[], readonly object[]]>([
  ['none of a turn that was committed or waits', [dice('a', 1), dice('b', 1)], []],
  ['those of a turn that failed', [dice('a', 1), failed('a', 1)], [{ line: 'a 1', ending: 'failed' }]],
  ['those of a turn called off', [dice('a', 1), cancelled('a', 1)], [{ line: 'a 1', ending: 'cancelled' }]],
  [
    'those of the attempt that failed, and not of the next',
    [dice('a', 1), failed('a', 1), dice('a', 2)],
    [{ line: 'a 1', ending: 'failed' }],
  ],
  ['nothing where no dice were shown', [failed('a', 1), cancelled('b', 2)], []],
])('finds %s', (_what, events, found) => {
  expect(
    findUnplayedDice(events).map(
      ({
        body: {
          roll: { line },
        },
        ending,
      }) => ({ line, ending }),
    ),
  ).toEqual(found);
});
