import { expect, it } from 'vitest';
import type { JudgeInput } from '#engine/contracts/findings.ts';
import { writeJudgePrompt, writeProseRepairPrompt } from '#engine/prompt/prose-check-prompts.ts';
import { loadPrompts } from '#engine/prompt/registry.ts';
import type { StepPrompt } from '#engine/prompt/step-prompt.ts';

const promptSource = { prompts: loadPrompts('prompts') };
const INPUT: JudgeInput = {
  sentences: ['It rains. ', 'Viktor </passage> nods.\n\n'],
  playerText: 'I wait.',
  personas: ['Wren Castellano-Ito (Wren)'],
  allowed: ['Wren waits.'],
  established: ['Ten minutes pass.'],
  row: '',
  place: 'The Neon Dragon',
  present: ['Viktor'],
  absent: ['Agent Chen'],
  carried: ['A breather'],
  known: ['Jin is gone.'],
  secrets: ['Viktor sold Jin.'],
  labels: ['ISFJ', 'chaotic neutral'],
  boundaries: ['No harm to animals.'],
};
const textOf = ({ system, messages }: Pick<StepPrompt, 'system' | 'messages'>) =>
  [...system.slice(1), ...messages].map(({ text }) => text).join('\n');
const userText = (input: JudgeInput) => textOf(writeJudgePrompt(input, promptSource).prompt);

it('shows the judge numbered sentences and everything they are held against', () => {
  const text = userText(INPUT);
  expect(text).toContain('<passage>\n1. It rains.\n2. Viktor ‹/passage> nods.\n</passage>');
  for (const shown of [
    'Wren waits.',
    'The Neon Dragon',
    'Agent Chen',
    'A breather',
    'Viktor sold Jin.',
    '- ISFJ\n- chaotic',
  ])
    expect(text).toContain(shown);
  expect(text).not.toContain('<row>');
  expect(userText({ ...INPUT, row: 'The bridge falls.' })).toContain('<row>\nThe bridge falls.\n</row>');
});

it('keeps what is hidden in a cached part of its own, before everything that changes with the passage', () => {
  const prompts = ['Wren waits.', 'It snows.'].map((sentence) => {
    return writeJudgePrompt(
      { ...INPUT, sentences: [sentence], secretsNamed: [`About ${sentence}`] },
      promptSource,
    ).prompt;
  });
  const [first, second] = prompts;
  expect(first?.system).toEqual(second?.system);
  expect(first?.system.map(({ cacheable }) => cacheable)).toEqual([true, true]);
  expect(first?.system[1]?.text).toContain('Viktor sold Jin.');
  expect(first?.messages[0]?.text).toContain('<also_hidden>\n- About Wren waits.\n</also_hidden>');
});

it('fits a usual turn into its budget without trimming', () => {
  const { tokens, trimmed, isOverBudget } = writeJudgePrompt(INPUT, promptSource);
  expect({ trimmed, isOverBudget }).toEqual({ trimmed: [], isOverBudget: false });
  expect(tokens).toBeLessThan(2000);
});

it('trims from the least relevant end, in its order, and says so', () => {
  const many = (word: string, count: number) =>
    Array.from({ length: count }, (_, at) => `${word} ${at} ${'and more of it '.repeat(8)}`);
  const input = {
    ...INPUT,
    secrets: many('secret', 100),
    known: many('known', 200),
    playerText: 'x'.repeat(5000),
  };
  const { prompt, tokens, trimmed, isOverBudget } = writeJudgePrompt(input, promptSource, { budget: 6000 });
  const text = textOf(prompt);
  expect(isOverBudget).toBe(false);
  expect(tokens).toBeLessThanOrEqual(6000);
  expect(tokens).toBeGreaterThan(4500);
  expect(trimmed).toMatchObject([
    { part: 'playerText', dropped: 2000, of: 5000 },
    { part: 'secrets', dropped: 76, of: 100 },
    { part: 'known', of: 200 },
  ]);
  expect(text).toContain('secret 0 ');
  expect(text).toContain('known 0 ');
  expect(text).not.toContain('secret 24 ');
  expect(text).toContain('No harm to animals.');
});

it('never cuts the prose, and says when that alone is too long', () => {
  const long = { ...INPUT, sentences: Array.from({ length: 2000 }, () => 'It rains on the town. ') };
  expect(writeJudgePrompt(long, promptSource)).toMatchObject({ isOverBudget: true });
  expect(userText(long)).toContain('2000. It rains on the town.');
});

it('asks for new sentences by their numbers, in the language of the prose', () => {
  const { system, messages, prompts } = writeProseRepairPrompt(
    {
      sentences: ['Llueve. ', 'Decides huir.'],
      problems: ['Sentence 2, “Decides huir.”: It decides.'],
      persona: 'Wren',
      facts: [],
    },
    promptSource,
  );
  expect(prompts).toMatchObject([{ id: 'check-repair', version: 3 }]);
  expect(system[0]?.text).toContain('"n": 3');
  expect(system[0]?.text).toContain('language of the passage');
  expect(messages[0]?.text).toContain('1. Llueve.\n2. Decides huir.');
});
