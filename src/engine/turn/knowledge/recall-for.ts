import type { CountTokens } from '#engine/kit/tokens.ts';
import { deriveMemories } from '#engine/memory/memories.ts';
import { MemoryRow } from '#engine/memory/observation.ts';
import { type RecalledMemory, recallMemories } from '#engine/memory/recall.ts';
import type { Store } from '#engine/store/store.ts';
import type { TurnContext } from '../context.ts';

/** How many rows of each character are looked at: a long life must not slow a turn down. */
const ROWS = { newest: 60, heaviest: 60 };
const MOST_MEMORIES = 20;
const MOST_TOKENS = 700;

/** What matters most to each of them now, of what they remember along this branch. */
export async function recallFor(
  characterIds: readonly string[],
  { lineage, snapshot, playbook }: Pick<TurnContext, 'lineage' | 'snapshot' | 'playbook'>,
  { store, countTokens }: { readonly store: Pick<Store, 'memories'>; readonly countTokens: CountTokens },
): Promise<ReadonlyMap<string, readonly RecalledMemory[]>> {
  if (characterIds.length === 0) return new Map();
  const rows = (await store.memories.recallable(lineage, characterIds, ROWS)).map((row) =>
    MemoryRow.parse(row),
  );
  const byCharacter = Map.groupBy(rows, ({ characterId }) => characterId);
  const options = {
    now: snapshot.time,
    policy: playbook.mechanics.memory,
    tokenBudget: MOST_TOKENS,
    estimateTokens: countTokens,
    limit: MOST_MEMORIES,
  };
  return new Map(
    [...byCharacter].map(([id, theirs]) => [id, recallMemories(deriveMemories(theirs), options).recalled]),
  );
}
