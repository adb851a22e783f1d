import type { z } from 'zod';

/** Most bytes of an answer that are read: lists of models are short. */
const MOST_BYTES = 1_000_000;

/** Asks one address without any key, and reads the answer as this shape; null when it is something else. */
export type Probe = <Shape>(address: string, shape: z.ZodType<Shape>, body?: object) => Promise<Shape | null>;

/** Creates the means to ask servers of this machine. Answers that come too late, are too long or of another shape are null. */
export function createProbe(signal: AbortSignal): Probe {
  return async (address, shape, body) => {
    try {
      const response = await fetch(address, {
        signal,
        // A redirect may lead away from this machine.
        redirect: 'error',
        ...(body === undefined
          ? {}
          : { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
      });
      if (!response.ok) {
        await response.body?.cancel();
        return null;
      }
      const parsed = shape.safeParse(JSON.parse(await readBounded(response)));
      return parsed.success ? parsed.data : null;
    } catch {
      // No server there, or one that is not meant: neither is a fault.
      return null;
    }
  };
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
