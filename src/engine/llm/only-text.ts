import { toPlainText } from '#engine/util/plain-text.ts';
import type { ModelRequest, Provider, ReplyPart } from './provider.ts';
import { WellFormed } from './reading/well-formed.ts';

/** A provider whose replies hold text and nothing else: no control characters, no half of a character that came in two pieces. */
export function onlyText(provider: Provider): Provider {
  return { ...provider, stream: (request) => cleaned(provider, request) };
}

async function* cleaned(provider: Provider, request: ModelRequest): AsyncGenerator<ReplyPart> {
  const wellFormed = new WellFormed();
  for await (const part of provider.stream(request)) {
    if (part.type !== 'text-delta') {
      const rest = wellFormed.end();
      if (rest !== '') yield { type: 'text-delta', text: rest };
      yield part;
      continue;
    }
    const text = toPlainText(wellFormed.take(part.text));
    if (text !== '') yield { ...part, text };
  }
}
