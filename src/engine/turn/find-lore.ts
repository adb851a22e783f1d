import type { Snapshot } from '#engine/state/snapshot.ts';
import type { TurnInput } from '#engine/store/turns.ts';
import type { LoreHit, LoreIndex, LoreQuery } from '#retrieval/lore-index.ts';
import type { Playbook } from './playbook.ts';

const MOST_CHUNKS = 6;
const MOST_TOKENS = 3_000;

/** The lore that what was said, where it was said and who is there call for; and what was asked for it. */
export async function findLore(
  lore: LoreIndex,
  snapshot: Snapshot,
  { packIds }: Playbook,
  input: TurnInput,
): Promise<{ readonly query: LoreQuery; readonly hits: readonly LoreHit[] }> {
  const query = {
    text: queryText(snapshot, input.kind === 'story' ? input.text : ''),
    packIds,
    // The narrator of this pipeline is told only what may be said aloud.
    includeHidden: false,
    limit: MOST_CHUNKS,
    maxTokens: MOST_TOKENS,
  };
  return { query, hits: await lore.search(query) };
}

function queryText({ scene, entities }: Snapshot, playerText: string): string {
  const ids = scene.placeId === null ? scene.presentIds : [scene.placeId, ...scene.presentIds];
  const names = ids.flatMap((id) => entities[id]?.name ?? []);
  return [playerText, ...names].join('\n');
}
