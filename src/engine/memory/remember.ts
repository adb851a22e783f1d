import type { ScenePosition } from '#engine/domain/lineage.ts';
import type { NewId } from '#engine/util/new-id.ts';
import type { WorldTime } from '#engine/util/world-time.ts';
import { deriveMemories, type Memory, type MemoryPolicy } from './memories.ts';
import { DEFAULT_CONFIDENCE, type MemoryRow, type NewObservation } from './observation.ts';

/** Words of a text in order, without capitals and punctuation. Nothing in it belongs to one language. */
function listWords(text: string): readonly string[] {
  return (
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  );
}

/** Tells whether all words of one list stand in another, in the same order. */
function isWithin(shorter: readonly string[], longer: readonly string[]): boolean {
  let at = 0;
  for (const word of longer) if (word === shorter[at]) at += 1;
  return at === shorter.length;
}

/** Least words of either part of a sentence that is turned around. */
const TURNED_WORDS = 2;

/** Tells whether a sentence is turned around at one point: "In the cellar he hid it" and "He hid it in the cellar". */
function isTurnedAround(first: readonly string[], second: readonly string[]): boolean {
  if (first.length !== second.length) return false;
  return first.some((_, cut) => {
    if (cut < TURNED_WORDS || first.length - cut < TURNED_WORDS) return false;
    return second.every((word, at) => word === first[(at + cut) % first.length]);
  });
}

/**
 * Computes the share of words two statements have in common (0 to 1). Returns 0 when each has a word the other lacks, and when
 * the order differs, because that may swap who did what to whom. In any language one word can deny a whole sentence, and
 * remembering something twice is cheaper than merging two different things. So only the same words count as the same, unless a
 * ruleset lowers the threshold.
 */
function computeSimilarity(first: readonly string[], second: readonly string[]): number {
  const [shorter, longer] = first.length < second.length ? [first, second] : [second, first];
  if (shorter.length === 0) return 0;
  if (isTurnedAround(shorter, longer)) return 1;
  return isWithin(shorter, longer) ? shorter.length / longer.length : 0;
}

type RememberContext = {
  readonly scene: ScenePosition;
  readonly now: WorldTime;
  readonly policy: MemoryPolicy;
  readonly newId: NewId;
  /** Number of memory rows the scene already has. */
  readonly firstOrdinal: number;
};

type Known = { readonly memory: Memory; readonly words: readonly string[] };

/**
 * Returns the rows to append when characters observe something. Appends a reinforcement where the same character
 * already remembers a near-identical thing, an observation otherwise. `existing` are the memories of the lineage, of
 * all characters. Within one scene a thing counts once, however many steps report it, so a repeat there adds no row.
 */
export function rememberObservations(
  existing: readonly Memory[],
  incoming: readonly NewObservation[],
  context: RememberContext,
): MemoryRow[] {
  const rows: MemoryRow[] = [];
  const known: Known[] = existing
    .filter(
      ({ characterId, retracted }) => !retracted && incoming.some((each) => each.characterId === characterId),
    )
    .map((memory) => ({ memory, words: listWords(memory.content) }));

  for (const each of incoming) {
    const words = listWords(each.content);
    const match = bestMatch(known, each, words, context.policy.near_identical_from);
    if (match !== null && isOfScene(match.memory, context.scene, rows)) continue;
    const row =
      match === null
        ? newObservation(each, context, rows.length)
        : reinforcement(match.memory, each, context, rows.length);
    rows.push(row);
    if (row.row === 'observation') known.push(...deriveMemories([row]).map((memory) => ({ memory, words })));
  }
  return rows;
}

function bestMatch(
  known: readonly Known[],
  incoming: NewObservation,
  words: readonly string[],
  threshold: number,
): Known | null {
  let best: Known | null = null;
  let highest = 0;
  for (const each of known) {
    if (each.memory.characterId !== incoming.characterId) continue;
    if (!concernsTheSame(each.memory.about, incoming.about)) continue;
    const score = computeSimilarity(each.words, words);
    if (score < threshold || score < highest || (score === highest && !isEarlier(each, best))) continue;
    [best, highest] = [each, score];
  }
  return best;
}

function isEarlier({ memory }: Known, best: Known | null): boolean {
  if (best === null) return true;
  const order = memory.scene.index - best.memory.scene.index || memory.ordinal - best.memory.ordinal;
  return order < 0 || (order === 0 && memory.id < best.memory.id);
}

/**
 * Returns whether two observations concern the same characters. "He lied" of two different people is two memories.
 * Where one side names no character, the words decide.
 */
function concernsTheSame(first: readonly string[], second: readonly string[]): boolean {
  if (first.length === 0 || second.length === 0) return true;
  const [fewer, more] = first.length < second.length ? [first, second] : [second, first];
  return fewer.every((id) => more.includes(id));
}

function isOfScene(memory: Memory, scene: ScenePosition, rows: readonly MemoryRow[]): boolean {
  const isHere = (other: ScenePosition) => other.sessionId === scene.sessionId && other.index === scene.index;
  if ([memory.scene, ...memory.reinforcedIn].some(isHere)) return true;
  return rows.some((row) => row.row === 'reinforcement' && row.observationId === memory.id);
}

function rowFields({ scene, newId, firstOrdinal }: RememberContext, characterId: string, position: number) {
  return { id: newId(), scene, ordinal: firstOrdinal + position, characterId };
}

function newObservation(incoming: NewObservation, context: RememberContext, position: number): MemoryRow {
  const { characterId, content, importance, provenance, about, tags } = incoming;
  return {
    row: 'observation',
    ...rowFields(context, characterId, position),
    content,
    importance,
    observedAt: context.now,
    provenance,
    confidence: incoming.confidence ?? DEFAULT_CONFIDENCE[provenance.kind],
    about,
    tags,
  };
}

function reinforcement(
  memory: Memory,
  { characterId, content, importance, provenance, confidence }: NewObservation,
  context: RememberContext,
  position: number,
): MemoryRow {
  return {
    row: 'reinforcement',
    ...rowFields(context, characterId, position),
    observationId: memory.id,
    content,
    importance,
    reinforcedAt: context.now,
    provenance,
    confidence: confidence ?? DEFAULT_CONFIDENCE[provenance.kind],
  };
}
