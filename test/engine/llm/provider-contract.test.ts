import { createAnthropicProvider } from '#engine/llm/providers/anthropic.ts';
import { createOllamaProvider } from '#engine/llm/providers/ollama.ts';
import { createOpenAIProvider } from '#engine/llm/providers/openai.ts';
import { API_KEY, localEntry } from '../../support/wire/a-request.ts';
import { startAnthropicServer } from '../../support/wire/anthropic-server.ts';
import { startOllamaServer } from '../../support/wire/ollama-server.ts';
import { startOpenAIServer } from '../../support/wire/openai-server.ts';
import { providerContract } from '../../support/wire/provider-contract.ts';

const clock = () => new Date('2026-11-16T12:00:00Z');

providerContract('Anthropic', async () => {
  const server = await startAnthropicServer();
  const entry = localEntry('claude-sonnet', server.url);
  return { server, provider: createAnthropicProvider({ entry, apiKey: API_KEY, clock }) };
});

providerContract('OpenAI-compatible', async () => {
  const server = await startOpenAIServer();
  const entry = localEntry('gpt-5.2', `${server.url}/v1`);
  return { server, provider: createOpenAIProvider({ entry, apiKey: API_KEY, clock }) };
});

providerContract(
  'Ollama',
  async () => {
    const server = await startOllamaServer();
    const entry = localEntry('deepseek-v32', server.url, { provider: 'ollama', credential: null });
    return { server, provider: createOllamaProvider({ entry, clock }) };
  },
  { without: ['refused'] },
);
