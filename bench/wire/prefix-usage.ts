import { createHash } from 'node:crypto';
import type { Usage } from '#engine/llm/provider.ts';
import { listBlocks, type WireBody } from '../../test/support/wire/wire-body.ts';

const HOUR_MILLISECONDS = 3_600_000;

/** Counts tokens as the recordings of the first edition do: four characters each. */
export function countTokens(text: string): number {
  return Math.ceil(text.length / 4);
}

/** The shortest prefix a model caches, as the recordings of the first edition assume it. */
function cacheMinimum(model: string): number {
  return model.includes('haiku') ? 4096 : 1024;
}

/**
 * Accounts for a prompt cache by prefixes: a mark is read when everything before it was sent within the last hour, and what
 * lies between the last mark read and the last mark of the request is written.
 */
export class PrefixAccounts {
  readonly #sent = new Map<string, number>();

  account(body: WireBody, reply: string): Usage {
    const schema = body.output_config?.format?.schema;
    const blocks = [
      ...(schema === undefined ? [] : [{ text: JSON.stringify(schema) }]),
      ...body.tools,
      ...listBlocks(body.system),
      ...body.messages.flatMap(({ content }) => listBlocks(content)),
    ];
    const minimum = cacheMinimum(body.model);
    const prefix = createHash('sha256').update(body.model);
    let size = 0;
    let read = 0;
    let marked = 0;
    for (const block of blocks) {
      const text = JSON.stringify({ ...block, cache_control: undefined });
      prefix.update(text);
      size += countTokens(block.text ?? text);
      if (!('cache_control' in block) || block.cache_control === undefined) continue;
      marked = size;
      if (size < minimum) continue;
      const key = prefix.copy().digest('hex');
      if (Date.now() - (this.#sent.get(key) ?? 0) < HOUR_MILLISECONDS) read = size;
      this.#sent.set(key, Date.now());
    }
    const written = marked >= minimum ? Math.max(0, marked - read) : 0;
    return {
      inputTokens: size - read - written,
      cacheReadTokens: read,
      cacheWriteTokens: written,
      outputTokens: countTokens(reply),
    };
  }
}
