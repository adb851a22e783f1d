import fc from 'fast-check';
import { expect, it } from 'vitest';
import { deriveMemories, type Memory } from '#engine/memory/memories.ts';
import { recallMemories } from '#engine/memory/recall.ts';
import { edit, observation, policy } from './sample-rows.ts';

const options = {
  now: { day: 7, microsecond: 0 },
  policy,
  limit: 12,
  tokenBudget: 1000,
  estimateTokens: (text: string) => Math.ceil(text.length / 4),
};

function memory(id: string, fields: Parameters<typeof observation>[0] = {}): Memory {
  const [only] = deriveMemories([observation({ id, ...fields })]);
  if (only === undefined) throw new Error('no memory');
  return only;
}

const ids = (list: readonly { readonly memory: Memory }[]) => list.map((each) => each.memory.id);

it('brings the highest priority first, with its weight', () => {
  const old = memory('old', { importance: 5 });
  const fresh = memory('fresh', { importance: 3, observedAt: { day: 7, microsecond: 0 } });

  expect(recallMemories([old, fresh], options).recalled).toMatchObject([
    { memory: { id: 'fresh' }, decayWeight: 1, priority: 3 },
    { memory: { id: 'old' }, decayWeight: expect.closeTo(0.5, 12), priority: expect.closeTo(2.5, 12) },
  ]);
});

it('lets repetition tip the balance', () => {
  const often = { ...memory('often'), reinforcementCount: 3 };

  expect(ids(recallMemories([memory('once'), often], options).recalled)).toEqual(['often', 'once']);
});

it('stays within the limit and says what was left out', () => {
  const memories = [1, 2, 3, 4, 5].map((importance) => memory(`m${importance}`, { importance }));
  const { recalled, leftOut } = recallMemories(memories, { ...options, limit: 2 });

  expect(ids(recalled)).toEqual(['m5', 'm4']);
  expect(leftOut.map(({ memory: { id }, reason }) => [id, reason])).toEqual([
    ['m3', 'beyond-limit'],
    ['m2', 'beyond-limit'],
    ['m1', 'beyond-limit'],
  ]);
});

it('passes over what does not fit the budget and fills the room with what does', () => {
  const long = memory('long', { importance: 4, content: 'x'.repeat(400) });
  const memories = [
    memory('first', { importance: 5, content: 'x'.repeat(40) }),
    long,
    memory('last', { importance: 1, content: 'x'.repeat(40) }),
  ];
  const { recalled, leftOut, tokens } = recallMemories(memories, { ...options, tokenBudget: 20 });

  expect(ids(recalled)).toEqual(['first', 'last']);
  expect(tokens).toBe(20);
  expect(leftOut).toMatchObject([{ memory: { id: 'long' }, reason: 'over-token-budget' }]);
});

it('never brings what was retracted', () => {
  const memories = deriveMemories([
    observation({ importance: 5 }),
    edit({ action: 'retract', reason: 'a dream' }),
  ]);

  expect(recallMemories(memories, options)).toMatchObject({
    recalled: [],
    leftOut: [{ reason: 'retracted' }],
    tokens: 0,
  });
});

it('settles equal priorities by time, importance and id', () => {
  const unfading = { ...policy, lambda_per_minute: 0 };
  const later = { day: 3, microsecond: 0 };
  const memories = [
    memory('b'),
    memory('a'),
    memory('later', { observedAt: later }),
    { ...memory('weaker', { importance: 2 }), reinforcementCount: 0 },
  ];

  expect(ids(recallMemories(memories, { ...options, policy: unfading }).recalled)).toEqual([
    'later',
    'a',
    'b',
    'weaker',
  ]);
});

it('still tells grave from trivial when both have faded to nothing', () => {
  const forgetful = { ...policy, lambda_per_minute: 10 };
  const { recalled } = recallMemories([memory('a', { importance: 1 }), memory('b', { importance: 5 })], {
    ...options,
    policy: forgetful,
  });

  expect(recalled.map(({ memory: { id }, priority }) => [id, priority])).toEqual([
    ['b', 0],
    ['a', 0],
  ]);
});

const anyMemory = fc
  .record({
    importance: fc.integer({ min: 1, max: 5 }),
    day: fc.integer({ min: 0, max: 9 }),
    reinforcementCount: fc.nat(4),
    retracted: fc.boolean(),
    length: fc.integer({ min: 1, max: 120 }),
  })
  .map(({ day, length, ...rest }) => ({
    ...memory('x', { content: 'x'.repeat(length), observedAt: { day, microsecond: 0 } }),
    ...rest,
  }));

it('keeps every promise for any set of memories, in whatever order they are read', () => {
  const memories = fc
    .array(anyMemory, { maxLength: 30 })
    .map((list) => list.map((each, index) => ({ ...each, id: `m${index}` })));
  fc.assert(
    fc.property(memories, fc.nat(200), fc.nat(10), (list, tokenBudget, limit) => {
      const { recalled, leftOut, tokens } = recallMemories(list, { ...options, tokenBudget, limit });

      expect(recalled.length).toBeLessThanOrEqual(limit);
      expect(tokens).toBeLessThanOrEqual(tokenBudget);
      expect(tokens).toBe(recalled.reduce((sum, each) => sum + each.tokens, 0));
      expect(recalled.length + leftOut.length).toBe(list.length);
      expect(recalled.some((each) => each.memory.retracted)).toBe(false);
      const priorities = recalled.map(({ priority }) => priority);
      expect(priorities).toEqual(priorities.toSorted((a, b) => b - a));
      expect(recallMemories(list.toReversed(), { ...options, tokenBudget, limit })).toEqual({
        recalled,
        leftOut,
        tokens,
      });
    }),
    { numRuns: 300 },
  );
});
