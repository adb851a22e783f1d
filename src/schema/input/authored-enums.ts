import type { InputRef } from '@pothos/core';
import { builder } from '../builder.ts';
import { CharacterTier } from '../types/content/character.ts';
import { EntryPointType } from '../types/content/entry-point.ts';
import { LawStatus } from '../types/content/lore-contents.ts';
import { LicenseType, PackLayer } from '../types/content/pack.ts';
import { Difficulty, Pacing } from '../types/play/calibration.ts';
import { toEnumName } from './file-shape.ts';

type Words = { readonly words: string; readonly ref: InputRef<string> };

/** Defines an enum of the words a file may use, each with its meaning. */
function words(name: string, description: string, meanings: Readonly<Record<string, string>>): Words {
  const values = Object.entries(meanings).map(([value, meaning]) => {
    return [toEnumName(value), { value, description: meaning }] as const;
  });
  const ref = builder.enumType(name, { description, values: Object.fromEntries(values) });
  // Its values are texts, and as an input nothing else is asked of it.
  return { words: Object.keys(meanings).join('|'), ref: ref as InputRef<string> };
}

/** Reuses an enum that already exists for players. */
function shared(values: readonly string[], ref: unknown): Words {
  return { words: values.join('|'), ref: ref as InputRef<string> };
}

const ENUMS: readonly Words[] = [
  shared(['core', 'setting', 'regional', 'adventure', 'homebrew'], PackLayer),
  shared(['commercial', 'cc0', 'cc-by', 'cc-by-sa', 'custom'], LicenseType),
  shared(['adventure', 'scenario', 'sandbox', 'quest'], EntryPointType),
  shared(['major', 'supporting', 'minor'], CharacterTier),
  shared(['active', 'repealed'], LawStatus),
  shared(['gentle', 'normal', 'hard', 'brutal'], Difficulty),
  shared(['slow', 'normal', 'fast'], Pacing),
  words('AuthoredTextVisibility', 'Who may read the text of a file.', {
    public: 'Players may.',
    gm: 'The game master alone.',
  }),
  words('AuthoredVisibility', 'Who may know of a record.', {
    public: 'Players know it from the start.',
    hidden: 'It can be discovered.',
    gm: 'It is the game master’s for ever.',
  }),
  words('AuthoredCharacterStatus', 'What has become of somebody.', {
    active: 'Up and about.',
    away: 'Not to be met.',
    captive: 'Held by somebody.',
    unconscious: 'Out cold.',
    dead: 'Dead.',
  }),
  words('AuthoredEscalation', 'How far somebody goes when crossed.', {
    soft: 'Words and a cold shoulder.',
    hard: 'Threats and blows.',
    lethal: 'To the death.',
  }),
  words('AuthoredCastRole', 'Whether a player may play somebody.', {
    persona: 'A player may.',
    npc: 'The game master does.',
  }),
  words('AuthoredSceneVisibility', 'How well one sees when play begins.', {
    clear: 'As on a bright day.',
    dim: 'Shapes and outlines.',
    dark: 'Next to nothing.',
    obscured: 'Fog, smoke or a crowd is in the way.',
  }),
  words('AuthoredNoise', 'How loud it is when play begins.', {
    silent: 'A pin could be heard.',
    quiet: 'Low voices carry.',
    normal: 'As usual.',
    loud: 'One has to raise one’s voice.',
    deafening: 'Nothing else can be heard.',
  }),
  words('AuthoredThreadStatus', 'How a thread of the story stands.', {
    dormant: 'It sleeps.',
    active: 'It moves.',
    resolved: 'It ended well enough.',
    failed: 'It ended badly.',
  }),
  words('AuthoredMissionStatus', 'How a mission stands.', {
    offered: 'Somebody has asked.',
    accepted: 'The players said yes.',
    in_progress: 'The players are at it.',
    completed: 'Done.',
    failed: 'Not done, and too late.',
    abandoned: 'Given up.',
  }),
  words('AuthoredUrgency', 'How pressing a deadline is.', {
    low: 'There is time.',
    medium: 'It should not be forgotten.',
    high: 'It presses.',
    critical: 'Now or never.',
  }),
  words('AuthoredDepletionUnit', 'What the rate of a resource is counted by.', {
    per_hour: 'By the hour of world time.',
    per_day: 'By the day of world time.',
    per_patient_per_day: 'By the day, for everybody who draws on it.',
  }),
  words('AuthoredObservationSource', 'How somebody came to know something.', {
    witnessed: 'They were there.',
    told: 'Somebody told them.',
    inferred: 'They worked it out.',
  }),
  words('AuthoredEventStatus', 'Whether an event is over.', {
    ongoing: 'It goes on.',
    resolved: 'It is over.',
  }),
];

/** Finds the enum of exactly these words. */
export function findEnum(values: readonly string[]): InputRef<string> {
  const found = ENUMS.find(({ words: known }) => known === values.join('|'));
  if (found === undefined) throw new Error(`the API has no enum of ${values.join(', ')}`);
  return found.ref;
}
