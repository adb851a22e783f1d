import type { CampaignStart } from '#engine/content/begin-campaign.ts';
import type { NewId } from '#engine/kit/new-id.ts';
import { type ChronicleEntry, toEventId } from '#engine/memory/chronicle.ts';
import type { MemoryPolicy } from '#engine/memory/memories.ts';
import type { MemoryRow } from '#engine/memory/observation.ts';
import { rememberObservations } from '#engine/memory/remember.ts';

export type FirstRows = {
  readonly memories: readonly MemoryRow[];
  readonly chronicle: readonly ChronicleEntry[];
};

/** What people remember and what has happened when play begins, as rows of scene 0. */
export function firstRows(
  { observations, events, snapshot }: Pick<CampaignStart, 'observations' | 'events' | 'snapshot'>,
  sessionId: string,
  policy: MemoryPolicy,
  newId: NewId,
): FirstRows {
  const scene = { sessionId, index: 0 };
  return {
    memories: rememberObservations([], observations, {
      scene,
      now: snapshot.time,
      policy,
      newId,
      firstOrdinal: 0,
    }),
    chronicle: events.map((event, position) => ({
      ...event,
      id: toEventId(position + 1),
      scene,
      chapter: snapshot.chapter.number,
      scope: 'campaign',
      visibility: 'public',
      knownTo: [],
    })),
  };
}
