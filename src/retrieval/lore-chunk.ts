/** Subjects of a piece of knowledge; retrieval filters by them. Ids are those the campaign's packs use. */
export type Subjects = {
  readonly entityIds: readonly string[];
  readonly locationIds: readonly string[];
  readonly factionIds: readonly string[];
  readonly threadIds: readonly string[];
  readonly tags: readonly string[];
};

/** Part of authored knowledge, as it is indexed. */
export type LoreChunk = Subjects & {
  /** `pack:file:section`, stable as long as the heading is. */
  readonly id: string;
  readonly packId: string;
  /** The chunk of the same file that stands above this one, its overview; null for the overview itself. */
  readonly parentId: string | null;
  /** Heading path of the text, its own heading last: `The Neon Dragon > History`. */
  readonly title: string;
  readonly text: string;
  readonly tokens: number;
  /** Text only the game master may see. */
  readonly isHidden: boolean;
  /** Kind of its subject: location, character, law. */
  readonly type: string;
  /** Tag of the pack's language, which decides how its words are indexed; left out for English. */
  readonly language?: string;
};

/** Between the headings of a title. */
export const HEADING_SEPARATOR = ' > ';

/** Part of authored text as packs are cut. */
type SourceChunk = {
  readonly id: string;
  readonly packId: string;
  readonly contentId: string;
  readonly sectionPath: string;
  readonly text: string;
  readonly tokens: number;
  readonly isHidden: boolean;
  readonly metadata: Subjects & { readonly type: string };
};

/** Converts chunks of packs to the form of the index: every section refers to the overview of its file, if there is one. */
export function toLoreChunks(sources: readonly SourceChunk[]): LoreChunk[] {
  const ids = new Set(sources.map(({ id }) => id));
  return sources.map(({ id, packId, contentId, sectionPath, text, tokens, isHidden, metadata }) => {
    const overviewId = `${contentId}:overview`;
    const parentId = id !== overviewId && ids.has(overviewId) ? overviewId : null;
    return { id, packId, parentId, title: sectionPath, text, tokens, isHidden, ...metadata };
  });
}
