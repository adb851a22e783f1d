import { expect, it } from 'vitest';
import { loadCatalogue } from '#engine/llm/catalogue.ts';
import { previewPrompt } from '#engine/prompt/preview.ts';
import { anInput, exchanges, prompts, SEGMENTS } from './a-narration.ts';

const preview = (key: string) => {
  const entry = loadCatalogue().get(key);
  if (entry === undefined) throw new Error(`${key} is in the catalogue`);
  const input = anInput({ conversation: exchanges(6) });
  return previewPrompt({ input, segments: SEGMENTS }, { prompts }, entry);
};

it('shows the prompt as it would be sent, with its audit, its tokens and what it may cost', () => {
  const { assembly, tokens, cost } = preview('claude-sonnet-4-5');
  expect(assembly.request.step).toBe('narrate');
  expect(tokens.input).toBeGreaterThan(assembly.audit.tokens);
  expect(tokens.cacheable).toBeGreaterThan(tokens.input / 2);
  expect(tokens.maxOutput).toBe(assembly.request.maxTokens);
  if (cost.least === 'unknown' || cost.most === 'unknown') throw new Error('its prices are listed');
  expect(cost.least).toBeGreaterThan(0);
  expect(cost.most).toBeGreaterThan(cost.least);
});

it('says unknown where a price is unknown', () => {
  expect(preview('claude-fable').cost).toEqual({ least: 'unknown', most: 'unknown' });
});

it('counts nothing as cached where the prefix is too short or there is no cache', () => {
  expect(preview('claude-haiku-4-5').tokens.cacheable).toBe(0);
  expect(preview('deepseek-v32').tokens.cacheable).toBe(0);
});

it('says how far its counts may be off, or that nobody has measured it', () => {
  expect(preview('gpt-5.2').tokens.error).toEqual({ mean: 0.04, worst: 0.2 });
  expect(preview('claude-sonnet').tokens.error).toBe('unmeasured');
});

it('counts more tokens for a model that cuts the same text finer', () => {
  expect(preview('claude-sonnet').assembly.request).toEqual(preview('claude-sonnet-4-5').assembly.request);
  expect(preview('claude-sonnet').tokens.input).toBeGreaterThan(preview('claude-sonnet-4-5').tokens.input);
});
