import { z } from 'zod';
import { ScenePosition } from '#engine/domain/lineage.ts';
import type { Calendar } from '#engine/rules/calendar.ts';
import { type Rejection, reject } from '#engine/util/rejection.ts';
import { WorldTime } from '#engine/util/world-time.ts';
import { type ChronicleEntry, formatEventLine, takeLastEvents } from './chronicle.ts';

/** Number of events after which a profile is rewritten, and number of events it is written from. */
export const PROFILE_REFRESH_EVENTS = 8;

/** Profile of a player's character as written after a scene. A new profile is a new row. */
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

/** Returns the current profile among those a lineage can see; null when none was written yet. */
export function findCurrentProfile(profiles: readonly Profile[], characterId: string): Profile | null {
  const own = profiles.filter((profile) => profile.characterId === characterId);
  const newestFirst = own.toSorted(
    (a, b) => b.eventCount - a.eventCount || b.scene.index - a.scene.index || (a.id < b.id ? -1 : 1),
  );
  return newestFirst[0] ?? null;
}

/** Returns whether enough happened since the current profile was written. */
export function isProfileRefreshDue(eventCount: number, profile: Profile | null): boolean {
  return eventCount - (profile?.eventCount ?? 0) >= PROFILE_REFRESH_EVENTS;
}

/** A relative as the profile may speak of one: by the date of birth, which stays true, never by age. */
type Relative = {
  readonly id: string;
  readonly name: string;
  readonly title: string | null;
  readonly born: string | null;
  readonly status: readonly string[];
};

type ProfileMaterial = {
  readonly profile: string;
  readonly events: readonly string[];
  readonly date: string;
  readonly family: readonly string[];
};

type ProfileSources = {
  /** Current profile, or the one the character came with. */
  readonly profile: string;
  readonly chronicle: readonly ChronicleEntry[];
  readonly now: WorldTime;
  readonly calendar: Calendar;
  readonly family: readonly Relative[];
};

/** Collects the input of a refresh: the profile so far, the last eight events, the date, the family. */
export function collectProfileMaterial({
  profile,
  chronicle,
  now,
  calendar,
  family,
}: ProfileSources): ProfileMaterial {
  return {
    profile,
    events: takeLastEvents(chronicle, PROFILE_REFRESH_EVENTS).map((entry) =>
      formatEventLine(entry, calendar),
    ),
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

export const MAX_PROFILE_WORDS = 500;

const NUMBER = String.raw`(?:\d{1,3}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)(?:[- ](?:one|two|three|four|five|six|seven|eight|nine))?)`;

/** Text that may follow an age but not a count of things. */
const END = String.raw`(?=[.,;]|$| (?:who|and|this|last|next|in|on)\b)`;

/** The ways a text tells an age. */
const AGES = [
  new RegExp(String.raw`\b${NUMBER}[- ](?:years?|months?)[- ](?:old|of age)\b`, 'giu'),
  new RegExp(String.raw`\b(?:aged|at (?:the )?age(?: of)?) ${NUMBER}\b`, 'giu'),
  /\bage:? \d{1,3}\b/giu,
  new RegExp(String.raw`\b(?:boy|girl|child|infant|youth|lad|man|woman|widow) of ${NUMBER}${END}`, 'giu'),
  new RegExp(String.raw`\b(?:turns|turned|turning) ${NUMBER}${END}`, 'giu'),
  /\bin (?:his|her|their) (?:(?:early|mid|late)[- ]?)?(?:teens|twenties|thirties|forties|fifties|sixties|seventies|eighties)\b/giu,
  /(?<=\p{Lu}\p{L}+), \d{1,2},(?= \p{Ll})/gu,
];

/** Finds the faults of a new profile: empty, longer than 500 words, or true only until the next birthday. */
export function findProfileProblems(text: string): Rejection[] {
  const words = text.split(/\s+/).filter((word) => word !== '').length;
  const problems: Rejection[] = [];
  if (words === 0) problems.push(reject('profile-empty', 'the profile has no words'));
  if (words > MAX_PROFILE_WORDS) {
    problems.push(
      reject('profile-too-long', `the profile has ${words} words; write at most ${MAX_PROFILE_WORDS}`),
    );
  }
  const ages = AGES.flatMap((pattern) => text.match(pattern) ?? []).map(
    (age) => `"${age.replace(/^, |,$/g, '')}"`,
  );
  if (ages.length > 0) {
    const found = [...new Set(ages)].join(', ');
    problems.push(reject('profile-tells-age', `write birth dates (born 1425-01-05), never ages: ${found}`));
  }
  return problems;
}
