import { isRejection, type Rejection } from '#engine/kit/rejection.ts';
import { compareWorldTimes, type WorldTime } from '#engine/kit/world-time.ts';
import type { Calendar } from '#engine/rules/calendar.ts';
import type { CharacterId, FactionId, LocationId } from '#engine/state/ids.ts';
import type { Content } from '../library/content.ts';
import type { Library } from '../library/make-library.ts';
import type { CampaignIds } from './campaign-ids.ts';
import { readDate } from './world-dates.ts';

/** Something that happened before play began; the chronicle files it as `evt_0001` and so on, in this order. */
export type FirstEvent = {
  readonly type: string;
  readonly summary: string;
  readonly time: WorldTime;
  readonly placeId: LocationId | null;
  readonly characterIds: readonly CharacterId[];
  readonly factionIds: readonly FactionId[];
  readonly tags: readonly string[];
  readonly status: 'ongoing' | 'resolved';
};

/** The events the chronicle opens with, oldest first. */
export function firstEvents(
  { data }: Content<'entry_point'>,
  library: Library,
  ids: CampaignIds,
  calendar: Calendar,
): readonly FirstEvent[] | Rejection {
  const events: FirstEvent[] = [];
  for (const id of data.events) {
    const event = library.find('event', id);
    if (event === null) continue;
    const time = readDate(calendar, event.data.date);
    if (isRejection(time)) return time;
    events.push({
      type: event.data.event_type.slice(event.data.event_type.indexOf(':') + 1),
      summary: event.data.summary ?? event.name,
      time,
      placeId: ids.location(event.data.location),
      characterIds: event.data.characters.flatMap((one) => ids.character(one) ?? []),
      factionIds: event.data.factions.flatMap((one) => ids.faction(one) ?? []),
      tags: event.data.tags,
      status: event.data.status,
    });
  }
  return events.toSorted((a, b) => compareWorldTimes(a.time, b.time));
}
