import type { NarrateInput } from '#engine/llm/narrate-input.ts';
import type { Lineage } from '#engine/store/lineage-query.ts';
import type { Store } from '#engine/store/store.ts';
import type { TurnRecord } from '#engine/store/turns.ts';
import { isNarrated } from './is-narrated.ts';

/** As many exchanges as the window ever holds. */
const MOST_EXCHANGES = 16;

export type Conversation = Pick<NarrateInput, 'conversation' | 'conversationStart' | 'pauses'>;

/**
 * What was said lately along a branch, oldest first: the player's words and what was told in answer. `lastTold` is the index of the
 * last scene that was told, 0 before the first: what was only thought or changed by hand since then is none.
 */
export async function conversationOf(
  { scenes, turns }: Pick<Store, 'scenes' | 'turns'>,
  lineage: Lineage,
): Promise<{ readonly said: Conversation; readonly lastTold: number }> {
  const page = { limit: MOST_EXCHANGES, from: 'end', after: null, before: null } as const;
  const { items } = await scenes.along(lineage, page);
  const told = items.filter(({ turnId }) => turnId !== null);
  const spoken = new Map(
    (await turns.findMany(told.flatMap(({ turnId }) => turnId ?? []))).map((turn) => [turn.id, turn]),
  );
  const exchanges = told.flatMap(({ turnId, narration, index }) => {
    const turn = turnId === null ? undefined : spoken.get(turnId);
    if (turn !== undefined && !isNarrated(turn.input)) return [];
    return { index, exchange: { player: turn === undefined ? '' : spokenIn(turn), narration } };
  });
  return {
    said: {
      conversation: exchanges.map(({ exchange }) => exchange),
      // Scene 1 holds the first exchange.
      conversationStart: Math.max(0, (told[0]?.index ?? 1) - 1),
      pauses: pausesBetween(told),
    },
    lastTold: exchanges.at(-1)?.index ?? 0,
  };
}

/** What lies between one scene and the next, as long as the players took. */
function pausesBetween(told: readonly { readonly createdAt: Date }[]): number[] {
  const moments = told.map(({ createdAt }) => createdAt.getTime());
  return moments.slice(1).map((moment, at) => Math.max(0, moment - (moments[at] ?? moment)));
}

function spokenIn({ input, answers }: TurnRecord): string {
  if (input.kind === 'roll') return input.faces === null ? 'I roll.' : `I rolled ${input.faces.join(', ')}.`;
  if (input.kind !== 'story') return '';
  const answered = answers.flatMap((answer) => (answer.kind === 'clarification' ? answer.text : []));
  const said = input.text === '' ? (input.choiceKey ?? '').replaceAll('_', ' ') : input.text;
  return [said, ...answered].join('\n');
}
