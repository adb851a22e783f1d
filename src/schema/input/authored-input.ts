import type { InputRef } from '@pothos/core';
import type { JsonData } from '#engine/content/homebrew-pack.ts';
import type { ContentKind } from '#engine/content/library.ts';
import { toCanonicalJson } from '#engine/util/canonical-json.ts';
import { builder } from '../builder.ts';
import { CharacterTier, KinType } from '../types/content/character.ts';
import { EntryPointType } from '../types/content/entry-point.ts';
import { LawStatus } from '../types/content/lore-contents.ts';
import { LicenseType, PackLayer } from '../types/content/pack.ts';
import { Difficulty, Pacing } from '../types/play/calibration.ts';
import { type FileShape, readFileShape, toEnumName, toFileKeys, type ValueShape } from './file-shape.ts';

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
  shared(['spouse', 'parent', 'child', 'sibling', 'relative'], KinType),
  shared(['active', 'repealed'], LawStatus),
  shared(['gentle', 'normal', 'hard', 'brutal'], Difficulty),
  shared(['slow', 'normal', 'fast'], Pacing),
  words('AuthoredTextVisibility', 'Who may read the text of a file.', {
    public: 'Players may.',
    gm: 'The game master alone.',
  }),
  words('AuthoredCallType', 'The call type a template is for.', {
    narrative: 'An ordinary scene.',
    persuasion: 'Moving somebody who has a reason to refuse.',
    chaos: 'Fate decides.',
    battle: 'Open violence.',
    chapter_start: 'A chapter opens.',
    year_end: 'A year ends.',
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
  words('AuthoredFightSide', 'Side a character takes when a fight begins.', {
    party: 'With the personas.',
    foes: 'Against the personas.',
    neutral: 'With neither.',
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
function findEnum(values: readonly string[]): InputRef<string> {
  const found = ENUMS.find(({ words: known }) => known === values.join('|'));
  if (found === undefined) throw new Error(`the API has no enum of ${values.join(', ')}`);
  return found.ref;
}

/** Input of an author for a record of a file. */
export type AuthoredInput = { readonly [key: string]: unknown };

/** Type names of the records inside files. Records of the same name must have the same keys. */
const NAMES: Readonly<Record<string, string>> = {
  'character.agenda': 'Agenda',
  'character.memories': 'Memory',
  'character.relationships': 'Relationship',
  'character.inventory': 'Holding',
  'character.discoverables': 'Discoverable',
  'location.discoverables': 'Discoverable',
  'faction.discoverables': 'Discoverable',
  'item.discoverables': 'Discoverable',
  'character.responses': 'Response',
  'location.responses': 'Response',
  'entry_point.responses': 'EntryResponse',
  'entry_point.endings': 'Ending',
  'location.exits': 'Exit',
  'faction.attitudes': 'Attitude',
  'ruleset.stats': 'Stat',
  'ruleset.templates': 'CallTemplate',
  'world.templates': 'CallTemplate',
  'pack.license': 'License',
  'pack.depends_on': 'Dependency',
  'pack.event_types': 'DeclaredWord',
  'pack.character_categories': 'DeclaredWord',
  'entry_point.opening': 'Opening',
  'entry_point.openings': 'OtherOpening',
  'entry_point.include': 'Include',
  'entry_point.cast': 'CastMember',
  'entry_point.cast.inventory': 'Holding',
  'entry_point.threads': 'Thread',
  'entry_point.clocks': 'Clock',
  'entry_point.clocks.triggers': 'ClockTrigger',
  'entry_point.facts': 'Fact',
  'entry_point.relations': 'Relation',
  'entry_point.relationships': 'EntryRelationship',
  'entry_point.inventory': 'EntryHolding',
  'entry_point.missions': 'Mission',
  'entry_point.deadlines': 'Deadline',
  'entry_point.resources': 'Resource',
  'entry_point.agendas': 'EntryAgenda',
  'entry_point.accounts': 'Account',
  'entry_point.chapters': 'Chapter',
  'entry_point.observations': 'Observation',
  'entry_point.calibration': 'Calibration',
  'character.agenda.milestones': 'Milestone',
  'entry_point.agendas.milestones': 'Milestone',
};

type Made = { readonly ref: InputRef<AuthoredInput>; readonly keys: string };

const made = new Map<string, Made>();

/** Defines the input type for the keys of a file, or of a record inside one, once. */
function defineInputType(
  name: string,
  description: string,
  shape: FileShape,
  path: string,
): InputRef<AuthoredInput> {
  const keys = toCanonicalJson(shape);
  const known = made.get(name);
  if (known !== undefined) {
    if (known.keys !== keys)
      throw new Error(`${path} takes other keys than the ${name} that is there already`);
    return known.ref;
  }
  const ref = builder.inputRef<AuthoredInput>(name);
  made.set(name, { ref, keys });
  ref.implement({
    description,
    fields: (t) =>
      Object.fromEntries(
        shape.keys.map(({ name: field, written, isRequired, description: about, shape: inner }) => {
          const type = typeOf(inner, `${path}.${written}`);
          return [field, t.field({ type, required: isRequired, description: about })];
        }),
      ),
  });
  return ref;
}

type Item =
  | InputRef<AuthoredInput>
  | InputRef<string>
  | 'ID'
  | 'String'
  | 'Int'
  | 'Float'
  | 'Boolean'
  | 'JSON';

function typeOf(shape: ValueShape, path: string): Item | [Item] {
  return shape.takes === 'list' ? [itemOf(shape.of, path)] : itemOf(shape, path);
}

function itemOf(shape: ValueShape, path: string): Item {
  switch (shape.takes) {
    case 'enum':
      return findEnum(shape.values);
    case 'keys': {
      const name = path.endsWith('.keys_also') ? 'KeysAlso' : NAMES[path];
      if (name === undefined) throw new Error(`${path} needs a name for what the API takes`);
      return defineInputType(
        `Authored${name}Input`,
        `A record of \`${path}\`, as a file writes it.`,
        shape,
        path,
      );
    }
    case 'list':
      return 'JSON';
    default:
      return shape.takes;
  }
}

/** Defines the input type for a kind of file: one field for each key, from the schema the checker uses. */
export function defineAuthoredInput(
  kind: ContentKind | 'pack',
  name: string,
  description: string,
): InputRef<AuthoredInput> {
  return defineInputType(name, description, readFileShape(kind), kind);
}

/** Converts the input of an author to the data of a file. */
export function toAuthoredData(kind: ContentKind | 'pack', given: AuthoredInput): JsonData {
  // The shape of a file is keys with values, so the result is too.
  return toFileKeys(readFileShape(kind), given) as JsonData;
}
