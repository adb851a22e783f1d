import { Anthropic } from '@anthropic-ai/sdk';
import OpenAI from 'openai';
import type { ModelEntry } from './catalogue.ts';
import { SILENT_LOGGER } from './providers/sdk-client.ts';

/** A key as a provider judged it. `unreachable` says nothing about the key. */
export type KeyCheck = 'accepted' | 'refused' | 'unreachable';

const CHECK_MILLISECONDS = 10_000;

/** Asks the provider of a model for its list of models, which costs nothing and needs a valid key. */
export async function checkKey(
  { provider, baseUrl }: Pick<ModelEntry, 'provider' | 'baseUrl'>,
  apiKey: string,
): Promise<KeyCheck> {
  const options = {
    apiKey,
    maxRetries: 0,
    timeout: CHECK_MILLISECONDS,
    logLevel: 'off',
    logger: SILENT_LOGGER,
    ...(baseUrl === undefined ? {} : { baseURL: baseUrl }),
  } as const;
  try {
    if (provider === 'anthropic')
      await new Anthropic({ ...options, authToken: null }).models.list({ limit: 1 });
    else await new OpenAI(options).models.list();
    return 'accepted';
  } catch (error) {
    const status: unknown = Object(error).status;
    return status === 401 || status === 403 ? 'refused' : 'unreachable';
  }
}
