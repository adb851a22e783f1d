import { type ModelRequest, type Provider, ProviderError } from './provider.ts';
import { ask, type WholeReply } from './structured.ts';

/**
 * Asks for a text and reads it to its end. A model that wrote nothing has not answered: asked again, it mostly says something,
 * and an empty text must never stand in for one.
 */
export async function askForText(provider: Provider, request: ModelRequest): Promise<WholeReply> {
  const { text, reason } = await ask(provider, request);
  const written = text.trim();
  if (written === '') throw wroteNothing(request.step);
  return { text: written, reason };
}

export function wroteNothing(step: string): ProviderError {
  return new ProviderError(`${step}: the model wrote nothing`, { fault: 'malformed-reply', retryable: true });
}
