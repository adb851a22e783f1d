import type { ModelRequest, Provider, ReplyPart } from './provider.ts';
import { WithoutReasoning } from './reading/without-reasoning.ts';

/**
 * A provider whose replies begin with the reply. Models on one's own machine write what they think in front of it, and
 * nobody at the table is to read that.
 */
export function onlyTheReply(provider: Provider): Provider {
  return { ...provider, stream: (request) => thoughtless(provider, request) };
}

async function* thoughtless(provider: Provider, request: ModelRequest): AsyncGenerator<ReplyPart> {
  const reply = new WithoutReasoning();
  for await (const part of provider.stream(request)) {
    const text = part.type === 'text-delta' ? reply.take(part.text) : reply.end();
    if (text !== '') yield { type: 'text-delta', text };
    if (part.type !== 'text-delta') yield part;
  }
}
