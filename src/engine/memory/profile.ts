import { z } from 'zod';
import { WorldTime } from '#engine/kit/world-time.ts';
import type { Calendar } from '#engine/rules/calendar.ts';
import { type ChronicleEntry, lastEvents } from './chronicle.ts';
import { eventLine } from './compact-index.ts';
import { ScenePosition } from './lineage.ts';

/** After so many events a profile is written anew, from so many events. */
export const PROFILE_REFRESH_EVENTS = 8;

/** Who a player's character has become, as written after a scene. A new one is a new row. */
export const Profile = z.strictObject({
  id: z.string().min(1),
  scene: ScenePosition,
  characterId: z.string().min(1),
  text: z.string().min(1).max(10_000),
  /** The chronicle's position when it was written. */
  eventCount: z.int().min(0),
  writtenAt: WorldTime,
});
export type Profile = Readonly<z.infer<typeof Profile>>;

/** The profile in force among those a lineage can see; null when none was written yet. */
export function profileInForce(profiles: readonly Profile[], characterId: string): Profile | null {
  const own = profiles.filter((profile) => profile.characterId === characterId);
  const newestFirst = own.toSorted(
    (a, b) => b.eventCount - a.eventCount || b.scene.index - a.scene.index || (a.id < b.id ? -1 : 1),
  );
  return newestFirst[0] ?? null;
}

/** Whether enough happened since the profile in force was written. */
export function isProfileRefreshDue(eventCount: number, profile: Profile | null): boolean {
  return eventCount - (profile?.eventCount ?? 0) >= PROFILE_REFRESH_EVENTS;
}

/** A relative as the profile may speak of one: by the date of birth, which stays true, never by age. */
export type Relative = {
  readonly id: string;
  readonly name: string;
  readonly title: string | null;
  readonly born: string | null;
  readonly status: readonly string[];
};

export type ProfileMaterial = {
  readonly profile: string;
  readonly events: readonly string[];
  readonly date: string;
  readonly family: readonly string[];
};

type ProfileSources = {
  /** The profile in force, or the one the character came with. */
  readonly profile: string;
  readonly chronicle: readonly ChronicleEntry[];
  readonly now: WorldTime;
  readonly calendar: Calendar;
  readonly family: readonly Relative[];
};

/** Everything a refresh is given: the profile so far, the last eight events, the date, the family. */
export function profileMaterial({
  profile,
  chronicle,
  now,
  calendar,
  family,
}: ProfileSources): ProfileMaterial {
  return {
    profile,
    events: lastEvents(chronicle, PROFILE_REFRESH_EVENTS).map((entry) => eventLine(entry, calendar)),
    date: calendar.format(now, 'date'),
    family: family.map(relativeLine),
  };
}

function relativeLine({ id, name, title, born, status }: Relative): string {
  const cells = [
    id,
    name,
    title ?? '-',
    born === null ? 'birth date unknown' : `born ${born}`,
    status.join(', '),
  ];
  return cells.join(' | ');
}
