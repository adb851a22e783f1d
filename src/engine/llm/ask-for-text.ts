import { type EndReason, type ModelRequest, type Provider, ProviderError } from './provider.ts';
import { NarrationReader } from './reading/narration-reader.ts';
import { askModel, ModelRefused, type WholeReply } from './structured.ts';

/**
 * Asks for a text and reads it to its end. A model that wrote nothing has not answered: asked again, it mostly says something,
 * and an empty text must never stand in for one.
 */
export async function askForText(provider: Provider, request: ModelRequest): Promise<WholeReply> {
  const { text, reason } = await askModel(provider, request);
  const written = text.trim();
  if (written === '') throw isEmptyReply(request.step);
  return { text: written, reason };
}

/** Asks for a text that is kept. Returns the text alone: no label, no fence, no remark addressed to the caller. */
export async function askForProse(provider: Provider, request: ModelRequest): Promise<WholeReply> {
  const parts = streamProse(provider, request);
  let next = await parts.next();
  while (!next.done) next = await parts.next();
  return next.value;
}

/** Does the same, but yields each piece as soon as it certainly belongs to the text. Returns the full text at the end. */
export async function* streamProse(
  provider: Provider,
  request: ModelRequest,
): AsyncGenerator<string, WholeReply> {
  const reader = new NarrationReader();
  let reason: EndReason | null = null;
  for await (const part of provider.stream(request)) {
    if (part.type === 'reply-end') reason = part.reason;
    const text = part.type === 'text-delta' ? reader.push(part.text) : '';
    if (text !== '') yield text;
  }
  if (reason === null) throw new Error(`${provider.id} stopped without ending its reply`);
  const { prose, rest } = reader.end();
  if (reason === 'refused') throw new ModelRefused(request.step);
  if (prose === '') throw isEmptyReply(request.step);
  if (rest !== '') yield rest;
  return { text: prose, reason };
}

export function isEmptyReply(step: string): ProviderError {
  return new ProviderError(`${step}: the model wrote nothing`, { fault: 'malformed-reply', retryable: true });
}
