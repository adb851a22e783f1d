import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ReasoningFilter } from '../../../src/engine/llm/wrappers/strip-reasoning.ts';

function read(pieces: readonly string[], keepsAll = false): string {
  const reply = new ReasoningFilter({ keepsAll });
  return pieces.map((piece) => reply.take(piece)).join('') + reply.end();
}

it.each([
  ['a thought', '<think>She lies.</think>\n\nThe rain falls.', 'The rain falls.'],
  ['a thought behind a blank line', '\n <think>She lies.</think>The rain falls.', 'The rain falls.'],
  ['two thoughts', '<think>One.</think>\n<reasoning>Two.</reasoning>\nThe rain falls.', 'The rain falls.'],
  ['a thought in capitals', '<THINK>She lies.</Think>The rain falls.', 'The rain falls.'],
  ['an empty thought', '<think></think>{"wind": 4}', '{"wind": 4}'],
  ['a thought that never ends', '<think>She lies. The rain falls.', ''],
  ['nothing', '', ''],
  ['no thought, blank lines and all', '\n\n  The rain falls.', '\n\n  The rain falls.'],
  ['another tag', '<thin>air</thin>', '<thin>air</thin>'],
  ['the beginning of a tag', '<thi', '<thi'],
  ['a tag in the middle', 'He says <think>.', 'He says <think>.'],
])('reads %s, however it is cut', (_what, whole, reply) => {
  expect(read([whole])).toBe(reply);
  expect(read([...whole])).toBe(reply);
  fc.assert(
    fc.property(fc.nat(whole.length), fc.nat(whole.length), (one, other) => {
      const [from, to] = [Math.min(one, other), Math.max(one, other)];
      expect(read([whole.slice(0, from), whole.slice(from, to), whole.slice(to)])).toBe(reply);
    }),
    { numRuns: 30 },
  );
});

it.each([
  ['a thought that nothing opens', 'She lies.\n</think>\n\nThe rain falls.', 'The rain falls.'],
  ['one of another name', 'She lies.</Reasoning>The rain falls.', 'The rain falls.'],
  [
    'one before a thought that is opened',
    'One.</think><think>Two.</think>The rain falls.',
    'The rain falls.',
  ],
  ['no thought', 'The rain falls.', 'The rain falls.'],
  ['no thought, blank lines and all', '\n\n  The rain falls.', '\n\n  The rain falls.'],
  ['a thought that is opened', '<think>She lies.</think>The rain falls.', 'The rain falls.'],
  [
    'what only quotes the mark',
    '{"line": "He wrote </think> on it."}',
    '{"line": "He wrote </think> on it."}',
  ],
  ['a pair in the middle', 'He says <think>so</think>.', 'He says <think>so</think>.'],
])('reads %s, kept until it is whole, however it is cut', (_what, whole, reply) => {
  expect(read([whole], true)).toBe(reply);
  expect(read([...whole], true)).toBe(reply);
  expect(read(whole.match(/[\s\S]{1,7}/g) ?? [], true)).toBe(reply);
});

it('drops a thought that nothing opens from a reply that goes on as it comes, where nothing of it was passed on', () => {
  expect(read(['She lies.</think>The rain', ' falls.'])).toBe('The rain falls.');
});

it.each([
  ['where it ends at once', ['She lies. ', '</think>', 'The rain falls.'], true],
  ['where its end comes in two pieces', ['She lies. ', '</thi', 'nk>', 'The rain falls.'], true],
  ['where there is none', ['The rain ', 'falls.'], false],
  ['where one is opened', ['He says <think>', 'so</think>.'], false],
  ['where one stood before', ['<think>She lies.</think>', 'He wrote ', '</think>.'], false],
])('notices a thought it has passed on, %s', (_where, pieces, isInside) => {
  const reply = new ReasoningFilter();
  for (const piece of pieces) reply.take(piece);
  expect(reply.hasPassedThought).toBe(isInside);
});
