import type { LoreChunk } from './lore-chunk.ts';
import { compileLoreKeys, isPattern, type LoreKeys, prepareKeyText } from './lore-keys.ts';
import type { LoreQuery, LoreViewer } from './lore-query.ts';
import type { ConsideredChunk, FoundAuthored, LoreHit, LoreResult, RankingSignals } from './lore-result.ts';

/** A piece of lore with the words it is wanted by. */
export type KeyedChunk = { readonly chunk: LoreChunk; readonly keys: LoreKeys };

/** A piece of lore whose key was said. */
export type KeyHit = { readonly chunk: LoreChunk; readonly key: string };

export type KeyMatch = {
  /** Pieces that are always wanted, in the order of the packs. */
  readonly always: readonly LoreChunk[];
  /** Pieces whose key was said in the latest text first, then longer keys first: they are more particular. */
  readonly said: readonly KeyHit[];
  /** Pieces that `keys_also` forbids now, with the reason. No search may bring them either. */
  readonly keptOut: readonly { readonly chunk: LoreChunk; readonly why: string }[];
};

/** Lore of some packs that is wanted by words, compiled once. */
export type KeyedLore = {
  /** Decides for everything that has keys. `texts` are what was said, the latest last. */
  readonly match: (texts: readonly string[], viewer: LoreViewer) => KeyMatch;
};

/** Patterns that are tried. Each takes up to some milliseconds; a book of thousands must not stop a turn. */
export const MOST_PATTERNS = 100;

const NO_MATCH: KeyMatch = { always: [], said: [], keptOut: [] };

/** Compiles the keys of packs. Pieces beyond the number of patterns that are tried are found by search alone. */
export function compileKeyedLore(chunks: readonly KeyedChunk[]): KeyedLore {
  const compiled = withinPatterns(chunks).map(({ chunk, keys }) => {
    return { chunk, isAlways: keys.always, decide: compileLoreKeys(keys) };
  });
  return {
    match: (texts, viewer) => {
      if (compiled.length === 0) return NO_MATCH;
      const [whole, latest] = [prepareKeyText(texts), prepareKeyText(texts.slice(-1))];
      const decided = compiled
        .filter(({ chunk }) => !chunk.isHidden || seesHidden(viewer))
        .map((one) => ({ ...one, verdict: one.decide(whole) }));
      const said = decided.flatMap(({ chunk, isAlways, decide, verdict }) =>
        verdict.kind === 'wanted' && !isAlways
          ? [{ chunk, key: verdict.key, isLatest: decide(latest).kind === 'wanted' }]
          : [],
      );
      return {
        always: decided.flatMap(({ chunk, isAlways, verdict }) =>
          isAlways && verdict.kind === 'wanted' ? [chunk] : [],
        ),
        said: said
          .toSorted((a, b) => Number(b.isLatest) - Number(a.isLatest) || b.key.length - a.key.length)
          .map(({ chunk, key }) => ({ chunk, key })),
        keptOut: decided.flatMap(({ chunk, verdict }) =>
          verdict.kind === 'kept-out' ? [{ chunk, why: verdict.why }] : [],
        ),
      };
    },
  };
}

function withinPatterns(chunks: readonly KeyedChunk[]): readonly KeyedChunk[] {
  let patterns = 0;
  return chunks.filter(({ keys }) => {
    const own = countPatterns(keys);
    patterns += own;
    return own === 0 || patterns <= MOST_PATTERNS;
  });
}

/** Counts the patterns among the keys of one piece of lore. */
export function countPatterns({ keys, also }: LoreKeys): number {
  return [...keys, ...also.any, ...also.all, ...also.none].filter(isPattern).length;
}

function seesHidden(viewer: LoreViewer): boolean {
  return viewer.kind === 'gm' || (viewer.kind === 'table' && viewer.seesHidden);
}

/**
 * Adds what is wanted by the words of a question to the result of a search: before everything that was ranked, within the same limits.
 * `search` is asked for the rest. Lore that is always wanted stands in every scene and is no answer to a question.
 */
export async function searchWithKeys(
  keyed: KeyedLore,
  query: LoreQuery,
  search: (query: LoreQuery) => Promise<LoreResult>,
): Promise<LoreResult> {
  const { said, keptOut } = query.corpus === 'history' ? NO_MATCH : keyed.match([query.text], query.viewer);
  if (said.length + keptOut.length === 0) return search(query);
  const wanted = said.filter(({ chunk: { id } }) => query.excludeIds?.includes(id) !== true);
  const taken: LoreHit[] = [];
  let tokens = 0;
  for (const { chunk } of wanted) {
    if (taken.length >= query.limit || tokens + chunk.tokens > query.maxTokens) continue;
    taken.push({ chunk: toFound(chunk), score: 1, signals: BY_KEY });
    tokens += chunk.tokens;
  }
  const without = [...wanted, ...keptOut].map(({ chunk }) => chunk.id);
  const rest = await search({ ...query, excludeIds: [...(query.excludeIds ?? []), ...without] });
  const hits = [...taken, ...takeRest(rest.hits, query.limit - taken.length, query.maxTokens - tokens)];
  const isTaken = (id: string) => hits.some(({ chunk }) => chunk.id === id);
  const considered = [
    ...wanted.map(({ chunk, key }) => explainWanted(chunk, key, isTaken(chunk.id))),
    ...(rest.explanation?.considered ?? []).map((one) => demote(one, isTaken(one.id))),
    ...keptOut.map(({ chunk, why }) => consider(chunk, 'kept-out', why)),
  ];
  return {
    ...rest,
    hits,
    totalTokens: hits.reduce((sum, { chunk }) => sum + chunk.tokens, 0),
    explanation: rest.explanation === null ? null : { ...rest.explanation, considered },
  };
}

function takeRest(hits: readonly LoreHit[], limit: number, maxTokens: number): readonly LoreHit[] {
  let left = maxTokens;
  const fitting = hits.filter(({ chunk: { tokens } }) => {
    if (tokens > left) return false;
    left -= tokens;
    return true;
  });
  return fitting.slice(0, Math.max(0, limit));
}

const BY_KEY: RankingSignals = { fullText: null, vector: null, kin: 0, inFocus: true };

function explainWanted(chunk: LoreChunk, key: string, isTaken: boolean): ConsideredChunk {
  const by = `its key ${key} was said`;
  return isTaken
    ? consider(chunk, 'taken', `${by}; taken for ${chunk.tokens} tokens`)
    : consider(chunk, 'over-budget', `${by}; left out: no room`);
}

/** Marks a ranked piece that lost its place to one that is wanted by words. */
function demote(one: ConsideredChunk, isTaken: boolean): ConsideredChunk {
  if (isTaken || one.verdict !== 'taken') return one;
  return { ...one, verdict: 'over-budget', why: 'left out: pieces wanted by their keys came first' };
}

function consider(chunk: LoreChunk, verdict: ConsideredChunk['verdict'], why: string): ConsideredChunk {
  const { id, title, tokens } = chunk;
  const score = verdict === 'kept-out' ? 0 : 1;
  return { id, source: 'authored', title, tokens, score, signals: BY_KEY, verdict, why };
}

function toFound({ parentId: _parent, ...chunk }: LoreChunk): FoundAuthored {
  return { source: 'authored', ...chunk };
}
