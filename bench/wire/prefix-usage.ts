import { z } from 'zod';
import type { Usage } from '#engine/llm/provider.ts';
import { PromptCache } from '../../test/support/wire/prompt-cache.ts';
import { listBlocks, type WireBlock, type WireBody } from '../../test/support/wire/wire-body.ts';

/** Counts tokens as the recordings of the first edition do: four characters each. */
export function countTokens(text: string): number {
  return Math.ceil(text.length / 4);
}

const Mark = z.looseObject({ ttl: z.enum(['5m', '1h']).default('5m') });

/** The blocks of a request in the order in which a cache sees them. */
export function listPrompt(body: WireBody): readonly WireBlock[] {
  const schema = body.output_config?.format?.schema;
  return [
    ...(schema === undefined ? [] : [{ text: JSON.stringify(schema) }]),
    ...body.tools,
    ...listBlocks(body.system),
    ...body.messages.flatMap(({ content }) => listBlocks(content)),
  ];
}

/** Accounts for the calls of one model with Anthropic's prompt cache. */
export class PrefixAccounts {
  readonly #cache: PromptCache;

  /** `minimum` is the shortest prefix the model caches, in tokens. */
  constructor(minimum: number) {
    this.#cache = new PromptCache({ minimum, countTokens, now: Date.now });
  }

  account(body: WireBody, reply: string): Usage {
    const blocks = listPrompt(body).map((block) => ({
      text: block.text ?? JSON.stringify(block),
      mark: Mark.safeParse(block.cache_control).data?.ttl ?? null,
    }));
    const { input, read, written, writtenHour } = this.#cache.account(body.model, blocks);
    return {
      inputTokens: input,
      cacheReadTokens: read,
      cacheWriteTokens: written,
      cacheWriteHourTokens: writtenHour,
      outputTokens: countTokens(reply),
    };
  }
}
