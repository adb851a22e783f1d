import { findRelatives, Kin } from '#engine/domain/kin.ts';
import type { Calendar } from '#engine/rules/calendar.ts';
import type { PlayerView } from '#engine/state/player-view.ts';
import type { Snapshot } from '#engine/state/snapshot.ts';
import { type Rejection, reject } from '#engine/util/rejection.ts';
import type { WorldTime } from '#engine/util/world-time.ts';
import { type ChronicleEntry, formatEventLine, takeLastEvents } from './chronicle.ts';

/** Number of events after which a profile is rewritten, and number of events it is written from. */
export const PROFILE_REFRESH_EVENTS = 8;

/** A relative as the profile may speak of one: by the date of birth, which stays true, never by age. */
type Relative = {
  readonly id: string;
  readonly name: string;
  readonly kin: Kin;
  readonly title: string | null;
  readonly born: string | null;
  readonly status: readonly string[];
};

/** Lists the family of a persona as far as the persona knows it, the closest first. Other ties are not family. */
export function listFamily({ entities }: Pick<Snapshot, 'entities'>, view: PlayerView): readonly Relative[] {
  const closest = [...findRelatives(view.relationships, view.personaId)].toSorted(
    ([, one], [, other]) => Kin.options.indexOf(one) - Kin.options.indexOf(other),
  );
  return closest.flatMap(([id, kin]) => {
    const relative = entities[id];
    if (relative?.kind !== 'character') return [];
    const { name, title = null, born = null, status } = relative;
    return [{ id, name, kin, title, born, status: [status] }];
  });
}

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

function relativeLine({ id, name, kin, title, born, status }: Relative): string {
  const cells = [
    id,
    name,
    kin,
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

type FirstProfileSources = {
  readonly snapshot: Snapshot;
  /** View of the persona itself. */
  readonly view: PlayerView;
  readonly calendar: Calendar;
  /** Events from before play. */
  readonly events: readonly Pick<ChronicleEntry, 'time' | 'summary' | 'characterIds'>[];
  readonly memories: readonly {
    readonly characterId: string;
    readonly content: string;
    readonly importance: number;
  }[];
};

/** Memories of at least this importance are part of a first profile. */
const WEIGHTY = 4;
/** Events and memories that a first profile has room for, of each. */
const MOST_OF_THE_PAST = 5;

/**
 * Writes the profile a persona begins with from its own authored text, without a model: station, birth, family with dates
 * of birth, deeds of the past, the situation. Contains nothing the persona does not know.
 */
export function writeFirstProfile(sources: FirstProfileSources): string {
  const { snapshot, view, calendar, events, memories } = sources;
  const persona = snapshot.entities[view.personaId];
  if (persona?.kind !== 'character') return '';
  const { name, title, role, born, description, task, internal, placeId } = persona;
  const place = placeId === null ? undefined : view.entities[placeId];
  const family = listFamily(snapshot, view).map((relative) =>
    [
      `${relative.name} (${relative.kin}`,
      ...(relative.title === null ? [] : [relative.title]),
      relative.born === null ? 'birth date unknown)' : `born ${relative.born})`,
    ].join(', '),
  );
  const deeds = events
    .filter(({ characterIds }) => characterIds.includes(persona.id))
    .slice(-MOST_OF_THE_PAST)
    .map(({ time, summary }) => `${calendar.format(time, 'date')}: ${summary}`);
  const remembered = memories
    .filter(({ characterId, importance }) => characterId === persona.id && importance >= WEIGHTY)
    .slice(0, MOST_OF_THE_PAST)
    .map(({ content }) => content);
  const lines = [
    [name, ...writeStation(title, role)].join('. '),
    description,
    ...(born === undefined ? [] : [`Born ${born}.`]),
    ...writeList('Character', internal.personality ?? [], ', '),
    ...writeList('Family', family, '; '),
    ...writeList('Past', [...deeds, ...remembered], ' '),
    ...writeList('Now', [task ?? '', place === undefined ? '' : `At ${place.name}.`], ' '),
    ...writeList('Aims', internal.goals ?? [], '; '),
  ];
  let room = MAX_PROFILE_WORDS;
  const fitting = lines.filter((line) => {
    const words = line.split(/\s+/).filter((word) => word !== '').length;
    if (words === 0 || words > room) return false;
    room -= words;
    return true;
  });
  return fitting.join('\n');
}

/** Writes title and role; a title that stands in the role is not said twice. */
function writeStation(title: string | undefined, role: string): readonly string[] {
  const isSaid = title === undefined || role.toLowerCase().includes(title.toLowerCase());
  return [...(isSaid ? [] : [title]), role].filter((part) => part !== '');
}

function writeList(label: string, parts: readonly string[], between: string): readonly string[] {
  const filled = [...new Set(parts)].filter((part) => part !== '');
  return filled.length === 0 ? [] : [`${label}: ${filled.join(between)}`];
}
