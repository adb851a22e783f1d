import { estimateTokens } from '#engine/kit/tokens.ts';
import type { Usage } from '#engine/llm/provider.ts';
import type { CallRecord } from '#engine/llm/recording.ts';
import { fenced } from '#engine/prompt/neutralise.ts';
import type { SimulatedTurn } from './long-campaign.ts';

type Sent = {
  readonly system: readonly { readonly text: string }[];
  readonly messages: readonly { readonly text: string }[];
};

/**
 * What every cost is held against, fixed once: the very prompt that was sent (the same system blocks, the same last message,
 * cuts and essentials included), with every exchange there ever was instead of a window, without the summary that stands
 * for the older ones, with nothing read from or written to a cache, and the same reply. Nothing in it depends on how well
 * the cache did.
 */
export function naiveUsage(
  { input }: SimulatedTurn,
  { system, messages }: Sent,
  record: CallRecord | undefined,
): Usage {
  const sent = (messages.length - 1) / 2;
  const older = input.conversation.slice(0, input.conversation.length - sent);
  const texts = [
    ...[...system, ...messages].map(({ text }) =>
      text.replace(/<chapter_so_far>[^<]*<\/chapter_so_far>/, ''),
    ),
    ...older.flatMap(({ player, narration }) => [fenced('player_words', player), narration]),
  ];
  return {
    inputTokens: texts.reduce((total, text) => total + estimateTokens(text), 0),
    outputTokens: record?.usage?.outputTokens ?? 0,
    cacheReadTokens: 0,
    cacheWriteTokens: 0,
  };
}
