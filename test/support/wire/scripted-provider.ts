import type { EndReason, ModelRequest, Provider, ReplyPart, Usage } from '#engine/llm/provider.ts';

/** What a scripted model does when it is asked: says pieces of text, or fails, before or after saying something. */
export type Line = {
  readonly pieces?: readonly string[];
  readonly reason?: EndReason;
  readonly usage?: Partial<Usage>;
  readonly fails?: Error;
};

export type ScriptedProvider = Provider & { readonly asked: readonly ModelRequest[] };

const USAGE: Usage = { inputTokens: 100, outputTokens: 20, cacheWriteTokens: 0, cacheReadTokens: 0 };

/** A model that follows a script and throws when the script runs out. */
export function scriptedProvider(...script: readonly (Line | string)[]): ScriptedProvider {
  const asked: ModelRequest[] = [];
  const lines = script.map((line) => (typeof line === 'string' ? { pieces: [line] } : line));

  async function* stream(request: ModelRequest): AsyncGenerator<ReplyPart> {
    const line = lines[asked.length];
    asked.push(request);
    if (line === undefined) throw new Error(`the script ended before ${request.step} was asked`);
    request.signal.throwIfAborted();
    for (const text of line.pieces ?? []) yield { type: 'text-delta', text };
    if (line.fails !== undefined) throw line.fails;
    yield { type: 'reply-end', reason: line.reason ?? 'finished', usage: { ...USAGE, ...line.usage } };
  }

  return { id: 'scripted/model', stream, asked };
}
