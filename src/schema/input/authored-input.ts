import type { InputRef } from '@pothos/core';
import type { JsonData } from '#engine/content/homebrew-pack.ts';
import type { ContentKind } from '#engine/content/library.ts';
import { toCanonicalJson } from '#engine/util/canonical-json.ts';
import { builder, defineWordEnum, findWordEnum } from '../builder.ts';
import { type FileShape, readFileShape, toFileKeys, type ValueShape } from './file-shape.ts';

// Enums of words that no answer has. All others are those of the answers.
defineWordEnum('AuthoredTextVisibility', 'Who may read the text of a file.', {
  public: 'Players may.',
  gm: 'The game master alone.',
});
defineWordEnum('AuthoredCallType', 'The call type a template is for.', {
  narrative: 'An ordinary scene.',
  persuasion: 'Moving somebody who has a reason to refuse.',
  chaos: 'Fate decides.',
  battle: 'Open violence.',
  chapter_start: 'A chapter opens.',
  year_end: 'A year ends.',
});
defineWordEnum('AuthoredCharacterStatus', 'What has become of somebody.', {
  active: 'Up and about.',
  away: 'Not to be met.',
  captive: 'Held by somebody.',
  unconscious: 'Out cold.',
  dead: 'Dead.',
});
defineWordEnum('AuthoredEscalation', 'How far somebody goes when crossed.', {
  soft: 'Words and a cold shoulder.',
  hard: 'Threats and blows.',
  lethal: 'To the death.',
});
defineWordEnum('AuthoredCastRole', 'Whether a player may play somebody.', {
  persona: 'A player may.',
  npc: 'The game master does.',
});
defineWordEnum('FightSide', 'Side a character takes when a fight begins.', {
  party: 'With the personas.',
  foes: 'Against the personas.',
  neutral: 'With neither.',
});

/** Finds the enum of exactly these words. */
function findEnum(values: readonly string[]): InputRef<string> {
  const found = findWordEnum(values);
  if (found === null) throw new Error(`the API has no enum of ${values.join(', ')}`);
  // Its values are texts, and as an input nothing else is asked of it.
  return found as InputRef<string>;
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
