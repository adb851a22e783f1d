import fc from 'fast-check';
import { expect, it } from 'vitest';
import { WithoutReasoning } from '../../../src/engine/llm/reading/without-reasoning.ts';

function read(pieces: readonly string[]): string {
  const reply = new WithoutReasoning();
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
