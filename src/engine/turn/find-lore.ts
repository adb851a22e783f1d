import type { Entity } from '#engine/state/record.ts';
import type { Snapshot } from '#engine/state/snapshot.ts';
import type { TurnInput } from '#engine/store/turns.ts';
import type { LoreHit, LoreIndex, LoreQuery } from '#retrieval/lore-index.ts';
import type { Focus } from '#retrieval/lore-query.ts';
import { namedIn } from '#retrieval/named-in.ts';
import { actingPersona } from './acting-persona.ts';
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
  const said = input.kind === 'story' ? input.text : '';
  const query: LoreQuery = {
    text: said === '' ? namesOf(snapshot) : said,
    corpus: 'authored',
    packIds,
    history: null,
    // The narrator of this pipeline is told only what may be said aloud.
    viewer: { kind: 'persona', characterId: actingPersona(snapshot, input).id },
    focus: focusOf(snapshot, said),
    limit: MOST_CHUNKS,
    maxTokens: MOST_TOKENS,
  };
  const { hits } = await lore.search(query);
  return { query, hits };
}

function focusOf({ scene, entities, threads }: Snapshot, said: string): Focus {
  const everyone = Object.values(entities);
  const named = new Set(namedIn(said, everyone));
  const near = new Set<string>(scene.presentIds);
  const about = everyone.filter(({ id }) => near.has(id) || named.has(id));
  const active = Object.values(threads).filter(({ status }) => status === 'active');
  return {
    entityIds: about.flatMap(idsOf),
    locationIds: everyone.filter(({ id }) => id === scene.placeId).flatMap(idsOf),
    factionIds: about.filter(({ kind }) => kind === 'faction').flatMap(idsOf),
    threadIds: active.flatMap(({ id, packId }) => [id, ...(packId === undefined ? [] : [`${packId}:${id}`])]),
    tags: [],
  };
}

/** Play names an entity by its own id, packs by the one it came with. */
function idsOf({ id, packEntityId }: Entity): string[] {
  return packEntityId === undefined ? [id] : [id, packEntityId];
}

function namesOf({ scene, entities }: Snapshot): string {
  const ids = scene.placeId === null ? scene.presentIds : [scene.placeId, ...scene.presentIds];
  return ids.flatMap((id) => entities[id]?.name ?? []).join('\n');
}
