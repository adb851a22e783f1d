import { expect, it } from 'vitest';
import { createWindowTest } from '#engine/prompt/context-window.ts';
import { createRepairWriter, writeFittingPrompt, writeStepPrompt } from '#engine/prompt/step-prompt.ts';
import { prompts } from './a-narration.ts';

it('writes a step with its instructions first, its limit and the version it used', () => {
  const variables = { tone: 'dry', persona: 'Mara', summary: 'A knock.', events: '', threads: '' };
  const prompt = writeStepPrompt('recap', variables, { prompts });
  expect(prompt.system).toEqual([{ text: expect.stringContaining('Mara'), cacheable: true }]);
  expect(prompt.messages[0]?.text).toContain('A knock.');
  expect(prompt.maxTokens).toBe(prompts.get('recap').maxTokens);
  expect(prompt.prompts).toEqual([{ id: 'recap', version: 1, hash: prompts.get('recap').hash }]);
});

it('writes the essentials when it is asked to', () => {
  const variables = { tone: '', persona: 'Mara', summary: 'x', events: '', threads: '' };
  const full = writeStepPrompt('recap', variables, { prompts });
  const short = writeStepPrompt('recap', variables, { prompts, variant: 'essentials' });
  expect(short.system[0]?.text.length).toBeLessThan(full.system[0]?.text.length ?? 0);
  expect(short.messages).toEqual(full.messages);
});

it('shows a model what is wrong with its reply', () => {
  const write = createRepairWriter({ prompts });
  const {
    system,
    user,
    prompts: used,
  } = write({ contract: '{"type":"object"}', problems: ['wind: too strong'], reply: '{"wind":40}' });
  expect(system).toContain('{"type":"object"}');
  expect(user).toBe('<problems>\n- wind: too strong\n</problems>\n<reply>\n{"wind":40}\n</reply>');
  expect(used.map(({ id }) => id)).toEqual(['repair']);
});

it('cuts the older half of the longest text until a prompt fits the window', () => {
  const events = Array.from({ length: 900 }, (_, at) => `On day ${at} the tide was counted.`).join('\n');
  const variables = { tone: 'dry', persona: 'Mara', summary: 'A knock.', events, threads: '' };
  const window = { contextWindow: 4_096, tokenScale: 1 };
  const prompt = writeFittingPrompt('recap', variables, { prompts, window });

  expect(createWindowTest(window)(prompt)).toBe(true);
  expect(prompt.messages[0]?.text).toMatch(/A knock\.[\s\S]*… [\s\S]*On day 899 /);
  expect(prompt.messages[0]?.text).not.toContain('On day 1 ');
  expect(writeFittingPrompt('recap', variables, { prompts })).toEqual(
    writeStepPrompt('recap', variables, { prompts }),
  );
  expect(() =>
    writeFittingPrompt('recap', variables, { prompts, window: { contextWindow: 600, tokenScale: 1 } }),
  ).toThrow(/too small for this story/);
});
