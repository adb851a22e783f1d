import { createHash } from 'node:crypto';
import { estimateTokens } from '#engine/util/estimate-tokens.ts';
import type { Content } from './library/content.ts';
import type { Library } from './library/create-library.ts';

/** Formats `Label: text`; returns nothing where there is no text. */
function formatLabelled(label: string, text: string | undefined): readonly string[] {
  return text === undefined || text === '' ? [] : [`${label}: ${text}`];
}

/** Formats a list under its label; returns nothing where it is empty. */
function formatList(label: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : [`${label}:`, ...lines.map((line) => `- ${line}`)];
}

/**
 * Writes a character as the narrator needs it: looks, voice, manner and will. Leaves out its knowledge and secrets:
 * those belong to the character's own mind.
 */
function writeCharacterText({ name, data }: Content<'character'>): string {
  return [
    data.title === undefined ? `# ${name}` : `# ${name}, ${data.title}`,
    ...formatLabelled('Role', data.role),
    ...formatLabelled('At first sight', data.summary),
    ...formatLabelled('Appearance', data.appearance),
    ...(data.pronouns === undefined ? formatLabelled('Gender', data.gender) : []),
    ...formatLabelled('Pronouns', data.pronouns),
    ...formatLabelled('Born', data.born),
    // Somebody who is met has not died yet.
    ...formatLabelled('Death on record', data.died),
    ...formatLabelled('Personality', data.personality.join('; ')),
    ...formatLabelled('Interests', data.interests.join('; ')),
    ...formatLabelled('Speech', data.speech_style),
    ...formatList('Lines only they would say', data.sample_lines),
    ...formatLabelled('Disposition', data.disposition),
    ...formatLabelled('Capabilities', data.capabilities),
    ...formatList('Wants', data.goals),
    ...formatList('Will never', data.red_lines),
    ...formatLabelled('To play them', data.prompt),
  ].join('\n');
}

function writeWorldText({ name, data }: Content<'world'>): string {
  return [
    `# ${name}`,
    data.prompt,
    ...formatLabelled('Tone', data.tone),
    ...formatLabelled('Themes', data.themes.join('; ')),
    ...formatList('Never here', data.taboos),
  ].join('\n');
}

/** Writes the part of the entry point the narrator must know on every turn. The truth behind it is kept apart. */
function writeEntryText({ name, data }: Content<'entry_point'>): string {
  return [
    `# ${name}`,
    data.entry,
    ...formatLabelled('Tone', data.tone),
    ...formatLabelled('Stakes', data.stakes),
    ...formatList('What the players are after', data.goals),
  ].join('\n');
}

/** In the order of assembly. `core` is written in prompt files rather than in packs. */
type ContentSegmentScope = 'core' | 'ruleset' | 'world' | 'entry' | 'entry_start' | 'npc';

/** The content that speaks to the prompt. */
type SegmentSource = Content<'ruleset' | 'world' | 'entry_point' | 'character'>;

/** One versioned piece of prompt text, compiled from content. */
export type ContentSegment = {
  /** `npc:neo_seattle:viktor`: the same for every version of it. */
  readonly id: string;
  readonly scope: ContentSegmentScope;
  readonly refId: string;
  /** The version of the pack, so that a campaign's pins name its segments too. */
  readonly version: string;
  readonly active: boolean;
  /** Holds no secret: it may reach a narrator who must not know any. */
  readonly text: string;
  /** The same in a few lines; null when the author wrote none. */
  readonly essentials: string | null;
  /** Only of `npc`: 1 carries the story, and higher numbers leave a full prompt first. */
  readonly tier?: number;
  /** Secrets that only a game master, or the character itself, may read. */
  readonly secrets: readonly string[];
  readonly metadata: {
    readonly packId: string;
    readonly name: string;
    readonly tags: readonly string[];
    readonly tokens: number;
    /** SHA-256 of the text: two versions of the same hash say the same. */
    readonly hash: string;
    /** Only of `ruleset`: all a narrator needs of the rules. */
    readonly summary?: string;
  };
};

const TIERS = { major: 1, supporting: 2, minor: 3 } as const;

/** Builds the segments of one content. `version` is that of its pack. */
export function buildContentSegments(
  content: SegmentSource,
  version: string,
  active = true,
): readonly ContentSegment[] {
  const make = (
    scope: ContentSegmentScope,
    text: string,
    more: Partial<ContentSegment> = {},
  ): ContentSegment => ({
    id: `${scope}:${content.id}`,
    scope,
    refId: content.id,
    version,
    active,
    text,
    essentials: content.data.essentials ?? null,
    secrets: [],
    ...more,
    metadata: { ...described(content, text), ...more.metadata },
  });
  switch (content.kind) {
    case 'ruleset': {
      const { rulebook = '', rulebook_summary: summary, essentials } = content.data;
      const metadata = { ...described(content, rulebook), summary };
      return [make('ruleset', rulebook, { essentials: essentials ?? summary, metadata })];
    }
    case 'world':
      return [make('world', writeWorldText(content))];
    case 'entry_point':
      return [
        make('entry', writeEntryText(content), { secrets: content.data.secrets }),
        make('entry_start', content.data.entry_start, { essentials: null }),
      ];
    case 'character': {
      const tier = TIERS[content.data.tier];
      return [make('npc', writeCharacterText(content), { tier, secrets: content.data.withholds })];
    }
  }
}

function described({ packId, name, data }: SegmentSource, text: string): ContentSegment['metadata'] {
  const hash = createHash('sha256').update(text).digest('hex');
  return { packId, name, tags: data.tags, tokens: estimateTokens(text), hash };
}

/**
 * Builds every segment of an entry point in the order of assembly. The order is: rulesets, world, entry point, opening,
 * these characters (its cast when none are named). Returns none when there is no such entry point.
 */
export function buildEntrySegments(
  library: Library,
  entryPointId: string,
  characterIds?: readonly string[],
): readonly ContentSegment[] {
  const entryPoint = library.find('entry_point', entryPointId);
  if (entryPoint === null) return [];
  const { rulesets, world, cast } = entryPoint.data;
  const people = characterIds ?? cast.map(({ character }) => character);
  const sources: readonly (SegmentSource | null)[] = [
    ...rulesets.map((id) => library.find('ruleset', id)),
    library.find('world', world),
    entryPoint,
    ...people.map((id) => library.find('character', id)),
  ];
  return sources.flatMap((content) => {
    const version = content === null ? undefined : library.findPack(content.packId)?.version;
    return content === null || version === undefined ? [] : buildContentSegments(content, version);
  });
}

/** A pack's text for a call type, and whether it stands in place of the engine's own. */
export type CallTemplate = {
  readonly call: Content<'world'>['data']['templates'][number]['call'];
  readonly text: string;
  readonly replaces: boolean;
};

/** Lists the templates of an entry point's rulesets and world, in this order. */
export function listCallTemplates(library: Library, entryPointId: string): readonly CallTemplate[] {
  const entryPoint = library.find('entry_point', entryPointId);
  if (entryPoint === null) return [];
  const { rulesets, world } = entryPoint.data;
  const sources = [...rulesets.map((id) => library.find('ruleset', id)), library.find('world', world)];
  return sources
    .flatMap((source) => source?.data.templates ?? [])
    .flatMap((template) => {
      const { call, text = '', norms, address, modifiers, replace: replaces } = template;
      const lines = [
        ...(text === '' ? [] : [text]),
        ...formatList('What is done here, and what is not', norms),
        ...formatList('Forms of address', address),
        ...formatList('What weighs for or against', modifiers),
      ];
      return lines.length === 0 ? [] : [{ call, text: lines.join('\n'), replaces }];
    });
}
