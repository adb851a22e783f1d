import type { z } from 'zod';
import { parseJsonOrNull } from '#engine/util/canonical-json.ts';

/** Most bytes of an answer that are read: lists of models are short. */
const MOST_BYTES = 1_000_000;

/** Asks one address without any key, and reads the answer as this shape; null when it is something else. */
export type Probe = <Shape>(address: string, shape: z.ZodType<Shape>, body?: object) => Promise<Shape | null>;

/** Creates the means to ask servers of this machine. Answers that come too late, are too long or of another shape are null. */
export function createProbe(signal: AbortSignal): Probe {
  return async (address, shape, body) => {
    const ask = () => askOnce(address, body, signal);
    // A kept connection may have been closed by the server meanwhile; the second try opens a new one.
    const text = await ask().catch(() => ask().catch(() => null));
    if (text === null) return null;
    const parsed = shape.safeParse(parseJsonOrNull(text));
    return parsed.success ? parsed.data : null;
  };
}

/** Returns the body of an answer; null when the server answers with a failure. */
async function askOnce(
  address: string,
  body: object | undefined,
  signal: AbortSignal,
): Promise<string | null> {
  const post = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  };
  // A redirect may lead away from this machine.
  const response = await fetch(address, {
    signal,
    redirect: 'error',
    ...(body === undefined ? {} : post),
  });
  if (response.ok) return readBounded(response);
  await response.body?.cancel();
  return null;
}

async function readBounded(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > MOST_BYTES) throw new Error('the answer is too long');
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}
