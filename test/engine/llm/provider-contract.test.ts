import { anthropicProvider } from '#engine/llm/anthropic.ts';
import { openaiProvider } from '#engine/llm/openai.ts';
import { API_KEY, localEntry } from '../../support/wire/a-request.ts';
import { startAnthropicServer } from '../../support/wire/anthropic-server.ts';
import { startOpenAIServer } from '../../support/wire/openai-server.ts';
import { providerContract } from '../../support/wire/provider-contract.ts';

const clock = () => new Date('2026-11-16T12:00:00Z');

providerContract('Anthropic', async () => {
  const server = await startAnthropicServer();
  const entry = localEntry('claude-sonnet', server.url);
  return { server, provider: anthropicProvider({ entry, apiKey: API_KEY, clock }) };
});

providerContract('OpenAI-compatible', async () => {
  const server = await startOpenAIServer();
  const entry = localEntry('gpt-5.2', `${server.url}/v1`);
  return { server, provider: openaiProvider({ entry, apiKey: API_KEY, clock }) };
});
