import type { Embedder } from '#retrieval/embedding/embedder.ts';
import type { HistoryEntry } from '#retrieval/history-entry.ts';
import type { LoreChunk } from '#retrieval/lore-chunk.ts';
import { NO_FOCUS } from '#retrieval/lore-query.ts';
import { keyedRandom } from './keyed-numbers.ts';

const DIMENSION = 384;
const VOCABULARY = 6_000;
const WORDS = 70;
const PLACES = 200;
const PEOPLE = 400;

/** Common words are common: the n-th is asked for about 1/n as often as the first. */
function word(random: () => number): string {
  const rank = Math.floor(VOCABULARY ** random());
  // Of letters alone: a digit would count as a word of its own where lengths are estimated.
  const letters = [...String(rank)].map((digit) => String.fromCharCode(97 + Number(digit)));
  return `w${letters.join('')}ord`;
}

export function sentence(random: () => number, words: number): string {
  return Array.from({ length: words }, () => word(random)).join(' ');
}

/** Chunks nobody wrote, as long and as varied as those people write. */
export function syntheticChunks(packId: string, count: number): LoreChunk[] {
  const random = keyedRandom(packId);
  return Array.from({ length: count }, (_, n) => ({
    id: `${packId}:${n}`,
    packId,
    parentId: n % 4 === 0 ? null : `${packId}:${n - (n % 4)}`,
    title: `${sentence(random, 2)} > ${sentence(random, 3)}`,
    text: sentence(random, WORDS),
    tokens: 100,
    isHidden: n % 10 === 0,
    type: 'location',
    ...NO_FOCUS,
    entityIds: [`p${Math.floor(random() * PEOPLE)}`],
    locationIds: [`l${Math.floor(random() * PLACES)}`],
  }));
}

/** What a long campaign leaves behind: four entries a scene, a fifth of them one character's own. */
export function syntheticHistory(campaignId: string, count: number): HistoryEntry[] {
  const random = keyedRandom(campaignId);
  return Array.from({ length: count }, (_, n) => ({
    id: `${campaignId}:${n}`,
    campaignId,
    scene: { sessionId: `s${n % 2}`, index: Math.floor(n / 4) },
    ordinal: n % 4,
    episode: `e${Math.floor(n / 40)}`,
    kind: n % 5 === 0 ? ('observation' as const) : ('summary' as const),
    ownerId: n % 5 === 0 ? `p${n % PEOPLE}` : null,
    visibleTo: n % 5 === 0 ? [`p${n % PEOPLE}`] : ('everyone' as const),
    title: '',
    text: sentence(random, WORDS / 2),
    tokens: 50,
    ...NO_FOCUS,
    entityIds: [`p${Math.floor(random() * PEOPLE)}`],
    locationIds: [`l${Math.floor(random() * PLACES)}`],
  }));
}

/** Sums a fixed direction for every word: instant, and texts that share words lie close. */
export function syntheticEmbedder(): Embedder {
  const directions = new Map<string, Float32Array>();
  const directionOf = (one: string) => {
    const known = directions.get(one);
    if (known !== undefined) return known;
    const random = keyedRandom(one);
    const made = Float32Array.from({ length: DIMENSION }, () => random() - 0.5);
    directions.set(one, made);
    return made;
  };
  const vectorOf = (text: string) => {
    const sum = new Float32Array(DIMENSION);
    for (const [one] of text.matchAll(/\w+/g)) {
      const direction = directionOf(one);
      for (let index = 0; index < DIMENSION; index++)
        sum[index] = (sum[index] ?? 0) + (direction[index] ?? 0);
    }
    const length = Math.hypot(...sum) || 1;
    return sum.map((value) => value / length);
  };
  return {
    model: 'synthetic',
    dimension: DIMENSION,
    embed: async (texts) => texts.map(vectorOf),
    close: async () => {},
  };
}
