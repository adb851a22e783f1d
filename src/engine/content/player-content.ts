import type { Snapshot } from '#engine/state/snapshot.ts';
import type { Brand } from '#engine/util/brand.ts';
import { buildCalibration } from './begin/first-snapshot.ts';
import type { ContentKind, FigureKind } from './format/content-kinds.ts';
import type { Content } from './library/content.ts';
import type { Library } from './library/create-library.ts';

/** An exit players can see. */
type ContentExit = {
  readonly to: string;
  readonly label: string | null;
  readonly minutes: number | null;
  readonly blocked: string | null;
};

/** Fields of each kind shown to players beside name, summary and text. */
type PlayerFields = {
  world: { readonly tone: string; readonly cover: string | null; readonly map: string | null };
  ruleset: {
    readonly rulebook: string;
    readonly rulebookSummary: string;
    readonly stats: Content<'ruleset'>['data']['stats'];
    readonly tags: readonly string[];
  };
  entry_point: {
    readonly type: Content<'entry_point'>['data']['type'];
    readonly worldId: string;
    /** Path of its image in the pack. */
    readonly cover: string | null;
    readonly rulesetIds: readonly string[];
    readonly tone: string | null;
    readonly goals: readonly string[];
    readonly prologue: string | null;
    readonly openings: readonly { readonly name: string; readonly prologue: string }[];
    readonly maxPersonas: number;
    readonly tags: readonly string[];
    readonly personas: readonly { readonly characterId: string; readonly part: string | null }[];
    /** Agreement of a table that chooses nothing of its own. */
    readonly calibration: Snapshot['calibration'];
  };
  character: {
    readonly title: string | null;
    readonly role: string | null;
    readonly appearance: string | null;
    readonly pronouns: string | null;
    readonly isPlayable: boolean;
    /** Path of the portrait in the pack. */
    readonly portrait: string | null;
  };
  location: {
    readonly district: string | null;
    readonly effects: readonly string[];
    /** Path of the picture in the pack. */
    readonly image: string | null;
    /** Null where no map is drawn. */
    readonly exits: readonly ContentExit[] | null;
  };
  faction: object;
  culture: object;
  history: object;
  technology: object;
  item: { readonly value: string | null };
  event: { readonly date: string; readonly eventType: string };
  law: Pick<Content<'law'>['data'], 'status' | 'enacted'> & {
    readonly repealed: string | null;
    readonly jurisdiction: string | null;
    readonly penalty: string | null;
  };
};

function selectPlayerFields(
  content: Content<PlayerContentKind>,
  isKnown: (id: string) => boolean,
): PlayerFields[PlayerContentKind] {
  switch (content.kind) {
    case 'world':
      return {
        tone: content.data.tone,
        cover: content.data.cover ?? null,
        map: content.data.map ?? null,
      };
    case 'ruleset': {
      const { rulebook = '', rulebook_summary: rulebookSummary, stats, tags } = content.data;
      return { rulebook, rulebookSummary, stats, tags };
    }
    case 'entry_point':
      return entryFields(content);
    case 'character': {
      const {
        title = null,
        role = null,
        appearance = null,
        pronouns = null,
        playable: isPlayable,
        portrait = null,
      } = content.data;
      return { title, role, appearance, pronouns, isPlayable, portrait };
    }
    case 'location':
      return locationFields(content, isKnown);
    case 'item':
      return { value: content.data.value ?? null };
    case 'event':
      return { date: content.data.date, eventType: content.data.event_type };
    case 'law': {
      const { status, enacted, repealed = null, jurisdiction = null, penalty = null } = content.data;
      return { status, enacted, repealed, jurisdiction, penalty };
    }
    case 'faction':
    case 'culture':
    case 'history':
    case 'technology':
      return {};
  }
}

function entryFields(entryPoint: Content<'entry_point'>): PlayerFields['entry_point'] {
  const { data } = entryPoint;
  const personas = data.cast.filter(({ role }) => role === 'persona');
  return {
    type: data.type,
    worldId: data.world,
    cover: data.cover ?? null,
    rulesetIds: data.rulesets,
    tone: data.tone ?? null,
    goals: data.goals,
    prologue: data.prologue ?? null,
    openings: data.openings,
    maxPersonas: data.max_personas,
    tags: data.tags,
    personas: personas.map(({ character, part = null }) => ({ characterId: character, part })),
    calibration: buildCalibration(entryPoint),
  };
}

function locationFields(
  { data }: Content<'location'>,
  isKnown: (id: string) => boolean,
): PlayerFields['location'] {
  const ways = data.exits?.filter(({ secret, to }) => !secret && isKnown(to)) ?? null;
  return {
    district: data.district ?? null,
    effects: data.effects,
    image: data.image ?? null,
    exits:
      ways?.map(({ to, label = null, minutes = null, blocked = null }) => ({
        to,
        label,
        minutes,
        blocked,
      })) ?? null,
  };
}

/** A piece of text players may read. */
export type PlayerSection = { readonly heading: string | null; readonly text: string };

/** Kinds of content that have a player's view. */
export type PlayerContentKind = Exclude<ContentKind, FigureKind>;

type Shown<Kind extends PlayerContentKind> = {
  readonly [Name in PlayerContentKind]: {
    readonly id: string;
    readonly packId: string;
    readonly kind: Name;
    readonly name: string;
    readonly summary: string | null;
    readonly sections: readonly PlayerSection[];
  } & PlayerFields[Name];
}[Kind];

/**
 * A content as a player may see it. Only `toPlayerContent` makes it, field by field, so a new field stays hidden until
 * it is added there. It has no field for secrets or notes of the game master.
 */
export type PlayerContent<Kind extends PlayerContentKind = PlayerContentKind> = {
  readonly [Name in PlayerContentKind]: Brand<Shown<Name>, 'PlayerContent'>;
}[Kind];

/** Returns the player's view of a content; null when players may not know of it. Leaves out exits to hidden places. */
export function toPlayerContent<Kind extends ContentKind>(
  content: Content<Kind>,
  library: Library,
): PlayerContent<Exclude<Kind, FigureKind>> | null {
  const whole: Content = content;
  if (hasOnlyFigures(whole) || isForGm(whole)) return null;
  const isKnown = (id: string) => {
    const named = library.findAny(id);
    return named !== null && !isForGm(named);
  };
  const shown = {
    id: whole.id,
    packId: whole.packId,
    kind: whole.kind,
    name: whole.name,
    summary: whole.data.summary ?? null,
    sections: whole.sections
      .filter(({ isHidden }) => !isHidden)
      .map(({ heading, text }) => ({ heading, text })),
    ...selectPlayerFields(whole, isKnown),
  };
  // Kind and own fields were taken from the same content, so they belong together; the brand says it came through here.
  return shown as unknown as PlayerContent<Exclude<Kind, FigureKind>>;
}

function hasOnlyFigures(content: Content): content is Content<FigureKind> {
  return content.kind === 'bestiary' || content.kind === 'spellbook';
}

function isForGm({ data }: Content): boolean {
  return 'visibility' in data && data.visibility === 'gm';
}
