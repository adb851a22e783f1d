import { expect, it } from 'vitest';
import { askForProse } from '#engine/llm/ask-for-text.ts';
import { ModelRefused } from '#engine/llm/structured.ts';
import { aRequest } from '../../support/wire/a-request.ts';
import { scriptedProvider } from '../../support/wire/scripted-provider.ts';

it.each([
  ['a word to whoever asked', 'Here is the rewritten passage:\n\nIt rains.'],
  ['a fence', '```\nIt rains.\n```'],
  ['a heading', '## Summary\n\nIt rains.'],
  ['tags', '<passage>\nIt rains.\n</passage>'],
])('takes a text without %s', async (_what, reply) => {
  expect((await askForProse(scriptedProvider(reply), aRequest())).text).toBe('It rains.');
});

it('takes a stop reason for a refusal, whatever was written', async () => {
  const provider = scriptedProvider({ pieces: ['It rains.'], reason: 'refused' });
  await expect(askForProse(provider, aRequest())).rejects.toBeInstanceOf(ModelRefused);
});
