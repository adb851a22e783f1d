import { z } from 'zod';

const Id = z.string().min(1).max(200);
const Text = z.string().max(20_000);
const Tokens = z.int().min(0);
const Count = z.int().min(0);

/** Why SceneLore was made anew. */
export const Boundary = z.enum(['session-start', 'place-change', 'overflow', 'invalidated']);
export type Boundary = z.infer<typeof Boundary>;

export const RecordType = z.enum(['character', 'event', 'law', 'lore']);
export type RecordType = z.infer<typeof RecordType>;

/** A piece of knowledge ready to be put before a model. */
const Passage = z.strictObject({ id: Id, title: Text, text: Text, tokens: Tokens }).readonly();
export type Passage = z.infer<typeof Passage>;

const Pull = z.strictObject({ type: RecordType, id: Id, title: Text, text: Text, tokens: Tokens }).readonly();
/** A single record the router asked for between two boundaries. */
export type Pull = z.infer<typeof Pull>;

const VisibleBriefing = z
  .strictObject({ characterId: Id, name: Text, disposition: Text, tokens: Tokens })
  .readonly();
export type VisibleBriefing = z.infer<typeof VisibleBriefing>;

const HiddenBriefing = z
  .strictObject({
    characterId: Id,
    knows: z.array(Text).readonly(),
    withholds: z.array(Text).readonly(),
    capabilities: Text,
    tokens: Tokens,
  })
  .readonly();
export type HiddenBriefing = z.infer<typeof HiddenBriefing>;

const DiscoverableLore = z
  .strictObject({
    id: Id,
    subjectId: Id,
    triggers: z.array(Text).readonly(),
    content: Text,
    tokens: Tokens,
  })
  .readonly();
/** Something a player may find by doing what one of its triggers says. */
export type DiscoverableLore = z.infer<typeof DiscoverableLore>;

const ThreadConnection = z.strictObject({ threadId: Id, title: Text, text: Text, tokens: Tokens }).readonly();
export type ThreadConnection = z.infer<typeof ThreadConnection>;

/** Lore every player at the table may read. */
export const VisibleLore = z
  .strictObject({
    audience: z.literal('player'),
    atmosphere: z.array(Passage).readonly(),
    briefings: z.array(VisibleBriefing).readonly(),
    threads: z.array(ThreadConnection).readonly(),
    /** Lore of earlier sessions that the open threads touch; only where a session takes a story up again. */
    session: z.array(Passage).readonly().exactOptional(),
    pulls: z.array(Pull).readonly(),
  })
  .readonly();
export type VisibleLore = z.infer<typeof VisibleLore>;

/** Lore only the game master may read. `audience` keeps it out of places that expect a player's part. */
export const HiddenLore = z
  .strictObject({
    audience: z.literal('gm'),
    briefings: z.array(HiddenBriefing).readonly(),
    discoverables: z.array(DiscoverableLore).readonly(),
    pulls: z.array(Pull).readonly(),
  })
  .readonly();
export type HiddenLore = z.infer<typeof HiddenLore>;

export const PullLogEntry = z
  .strictObject({ exchange: Count, type: RecordType, id: Id, tokens: Tokens })
  .readonly();
export type PullLogEntry = z.infer<typeof PullLogEntry>;

/**
 * The working set of knowledge for the present scene. Made at a boundary from retrieval, grown by single pulls and
 * arriving characters until the next. It is a value that travels with the scene: a fork has the one of its point.
 */
export const SceneLore = z
  .strictObject({
    version: z.literal(1),
    placeId: Id.nullable(),
    boundary: Boundary,
    /** The exchange it was made in. */
    since: Count,
    /** The exchange it has reached. */
    exchange: Count,
    /** Why it must be made anew before it is used again; null while it may be used. */
    stale: Text.nullable(),
    visible: VisibleLore,
    hidden: HiddenLore,
    /** Every pull since it was made, and the latest of those the boundaries before swept away. */
    pullLog: z.array(PullLogEntry).readonly(),
    /** Personas it was looked up for; absent when there is only one. What others of the table learn does not enter it. */
    readers: z.array(Id).readonly().exactOptional(),
    /** People whose sheets the narrator's prompt holds since the boundary, with the exchange they came in. */
    sheets: z
      .array(z.strictObject({ id: Id, since: Count }).readonly())
      .readonly()
      .exactOptional(),
    /** Lines of the narrator's prompt that seldom change, as they were when its cached part was last written. */
    lasting: z
      .array(z.strictObject({ key: Text, text: Text }).readonly())
      .readonly()
      .exactOptional(),
    /** Ids of passages that did not fit into the last prompt; they may be asked for again. */
    unsent: z.array(Id).readonly().exactOptional(),
  })
  .readonly();
export type SceneLore = z.infer<typeof SceneLore>;

/** A working set with nothing in it. */
export const EMPTY_LORE: SceneLore = SceneLore.parse({
  version: 1,
  placeId: null,
  boundary: 'session-start',
  since: 0,
  exchange: 0,
  stale: null,
  visible: { audience: 'player', atmosphere: [], briefings: [], threads: [], pulls: [] },
  hidden: { audience: 'gm', briefings: [], discoverables: [], pulls: [] },
  pullLog: [],
});

/** Beyond so many tokens a boundary is reached. Records that were pulled are read from a cache until then; a boundary writes it anew. */
export const SCENE_LORE_TOKENS = 6_000;

/** Reads stored SceneLore; null when this version cannot read it, so that it is built anew. */
export function readSceneLore(kept: unknown): SceneLore | null {
  return SceneLore.safeParse(kept).data ?? null;
}

export function countLoreTokens({ visible, hidden }: Pick<SceneLore, 'visible' | 'hidden'>): number {
  const parts = [
    visible.atmosphere,
    visible.briefings,
    visible.threads,
    visible.session ?? [],
    visible.pulls,
    hidden.briefings,
    hidden.discoverables,
    hidden.pulls,
  ];
  return parts.flat().reduce((sum, { tokens }) => sum + tokens, 0);
}
