import { loadCatalogue, type ModelEntry } from '#engine/llm/catalogue.ts';
import type { ModelRequest, Provider, ReplyPart } from '#engine/llm/provider.ts';

/** Words that must never turn up in an error or a log. */
export const PROMPT_WORDS = 'the lighthouse keeper counts the ships';
export const API_KEY = 'sk-local-0123456789';

/** A question to a model, with whatever a test wants to be different. */
export function aRequest(changes: Partial<ModelRequest> = {}): ModelRequest {
  return {
    step: 'narrate',
    system: [{ text: `You tell of ${PROMPT_WORDS}.`, cacheable: true }],
    messages: [{ role: 'user', text: 'I look out to sea.' }],
    input: null,
    seed: 'seed',
    maxTokens: 400,
    signal: new AbortController().signal,
    ...changes,
  };
}

/** A model of the catalogue, reached at a local server. */
export function localEntry(key: string, baseUrl: string, changes: Partial<ModelEntry> = {}): ModelEntry {
  const entry = loadCatalogue().get(key);
  if (entry === undefined) throw new Error(`the catalogue has no ${key}`);
  return { ...entry, baseUrl, ...changes };
}

export async function partsOf(provider: Provider, request: ModelRequest): Promise<ReplyPart[]> {
  return Array.fromAsync(provider.stream(request));
}

export function textOf(parts: readonly ReplyPart[]): string {
  return parts.map((part) => (part.type === 'text-delta' ? part.text : '')).join('');
}

/** What a call ended with when it did not end well. */
export async function failureOf(provider: Provider, request: ModelRequest): Promise<unknown> {
  try {
    await partsOf(provider, request);
  } catch (error) {
    return error;
  }
  throw new Error('the call was meant to fail');
}
