import type { NarrateInput } from '#engine/llm/narrate-input.ts';
import type { Store } from '#engine/store/store.ts';

/** As many exchanges as the window ever holds. */
const MOST_EXCHANGES = 16;

export type Conversation = Pick<NarrateInput, 'conversation' | 'conversationStart'>;

/** What was said lately, oldest first: the player's words and what was told in answer. */
export async function conversationOf(
  { scenes, turns }: Pick<Store, 'scenes' | 'turns'>,
  sessionId: string,
): Promise<Conversation> {
  const page = { limit: MOST_EXCHANGES, from: 'end', after: null, before: null } as const;
  const { items } = await scenes.ofSession(sessionId, page);
  const told = items.filter(({ turnId }) => turnId !== null);
  const spoken = new Map(
    (await turns.findMany(told.flatMap(({ turnId }) => turnId ?? []))).map((turn) => [turn.id, turn]),
  );
  const conversation = told.flatMap(({ turnId, narration }) => {
    const input = turnId === null ? undefined : spoken.get(turnId)?.input;
    // What the game master changed by hand was never said.
    if (input?.kind === 'operations') return [];
    return { player: input?.kind === 'story' ? input.text : '', narration };
  });
  // Scene 1 holds the first exchange.
  return { conversation, conversationStart: Math.max(0, (told[0]?.index ?? 1) - 1) };
}
