import type { Segment } from '#engine/prompt/segment.ts';
import type { Snapshot } from '#engine/state/snapshot.ts';

/** Segments of characters under the ids they have in this campaign: packs know them by another. */
export function segmentsOfCampaign(segments: readonly Segment[], { entities }: Snapshot): readonly Segment[] {
  const byPackId = new Map<string, string>(
    Object.values(entities).flatMap(({ id, packEntityId }) =>
      packEntityId === undefined ? [] : [[packEntityId, id]],
    ),
  );
  return segments.map((segment) => {
    if (segment.scope !== 'npc') return segment;
    return { ...segment, refId: byPackId.get(segment.refId) ?? segment.refId };
  });
}
