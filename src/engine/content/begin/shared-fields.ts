import type { Json } from '#engine/kit/canonical-json.ts';
import { PackEntityId } from '#engine/state/ids.ts';
import type { EntityContent } from './campaign-ids.ts';

/** What every entity copied from a pack has in common. The copy is the campaign's own and may go its own way. */
export function sharedFields(
  content: EntityContent,
  description: string,
  attributes: { readonly [key: string]: Json },
) {
  const { id, packId, name, data } = content;
  return {
    name,
    description,
    tags: data.tags,
    attributes,
    retired: false,
    // What is the game master's in the pack can still be found in play.
    visibility: data.visibility === 'gm' ? ('hidden' as const) : ('public' as const),
    knownTo: [],
    origin: 'pack' as const,
    packId,
    packEntityId: PackEntityId.parse(id),
  };
}
