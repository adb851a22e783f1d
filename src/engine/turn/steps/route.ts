import type { Snapshot } from '#engine/state/snapshot.ts';
import type { LoreHit } from '#retrieval/lore-index.ts';
import type { Playbook } from '../playbook.ts';
import { defineStep } from '../step.ts';
import type { TurnStart, TurnTools } from '../turn-tools.ts';

type Needs = TurnStart & { readonly snapshot: Snapshot; readonly playbook: Playbook };
type Gives = { readonly lore: readonly LoreHit[] };

const MOST_CHUNKS = 6;
const MOST_TOKENS = 3_000;

/** Finds the lore that what was said, where it was said and who is there call for. */
export const route = defineStep<Needs, Gives, Pick<TurnTools, 'lore' | 'recorder'>>({
  name: 'route',

  async run({ lease, snapshot, playbook }, { lore, recorder }) {
    const query = {
      text: queryText(snapshot, lease.turn.input.kind === 'story' ? lease.turn.input.text : ''),
      packIds: playbook.packIds,
      // The narrator of this pipeline is told only what may be said aloud.
      includeHidden: false,
      limit: MOST_CHUNKS,
      maxTokens: MOST_TOKENS,
    };
    const found = await lore.search(query);
    recorder.search(
      query,
      found.map(({ chunk }) => chunk.id),
    );
    return { lore: found };
  },
});

function queryText({ scene, entities }: Snapshot, playerText: string): string {
  const ids = scene.placeId === null ? scene.presentIds : [scene.placeId, ...scene.presentIds];
  const names = ids.flatMap((id) => entities[id]?.name ?? []);
  return [playerText, ...names].join('\n');
}
