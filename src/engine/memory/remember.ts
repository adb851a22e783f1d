import type { ScenePosition } from '#engine/domain/lineage.ts';
import type { NewId } from '#engine/util/new-id.ts';
import type { WorldTime } from '#engine/util/world-time.ts';
import { deriveMemories, type Memory, type MemoryPolicy } from './memories.ts';
import { DEFAULT_CONFIDENCE, type MemoryRow, type NewObservation } from './observation.ts';
import { DECISIVE_WORDS, isMovableAdverb, readStatement, type Statement } from './similarity/statement.ts';

type WordMatch = {
  /** Position in the second statement of each shared word of the first, in the first's order. */
  readonly shared: readonly { readonly word: string; readonly at: number }[];
  readonly onlyFirst: readonly string[];
  readonly onlySecond: readonly string[];
};

/** Pairs the words of two statements, each word once: the same word first, then two tenses of the same verb. */
function matchWords(first: Statement, second: Statement): WordMatch {
  const partners: (number | null)[] = first.words.map(() => null);
  const taken = new Set<number>();
  const pair = (same: (a: string, b: string) => boolean) => {
    for (const [index, word] of first.words.entries()) {
      if (partners[index] !== null) continue;
      const at = second.words.findIndex((other, position) => !taken.has(position) && same(word, other));
      if (at === -1) continue;
      partners[index] = at;
      taken.add(at);
    }
  };
  const isName = (word: string) => first.names.has(word) || second.names.has(word);
  pair((a, b) => a === b);
  pair((a, b) => !isName(a) && !isName(b) && (isPastOf(a, b) || isPastOf(b, a)));

  return {
    shared: first.words.flatMap((word, index) => {
      const at = partners[index];
      return at === null || at === undefined ? [] : [{ word, at }];
    }),
    onlyFirst: first.words.filter((_, index) => partners[index] === null),
    onlySecond: second.words.filter((_, index) => !taken.has(index)),
  };
}

/**
 * Returns whether one form is the past of another: `softened` of `soften` and `softens`. Not `killed` of `killing`,
 * which reverses who does it.
 */
function isPastOf(past: string, present: string): boolean {
  if (!past.endsWith('ed') || present.endsWith('ed')) return false;
  const stem = past.slice(0, -2);
  if (stem.length < 3) return false;
  const bases = [stem, `${stem}e`, stem.replace(/i$/, 'y'), stem.replace(/(.)\1$/, '$1')];
  const thirdPersons = [
    `${stem}s`,
    `${stem}es`,
    stem.replace(/i$/, 'ies'),
    `${stem.replace(/(.)\1$/, '$1')}s`,
  ];
  return bases.includes(present) || thirdPersons.includes(present);
}

/**
 * Returns whether the shared words come in the same order. Allows a sentence turned around at one point ("In the
 * cellar he hid it" / "He hid it in the cellar"). Any other order may have swapped who did what to whom. Ignores
 * adverbs that can stand anywhere.
 */
function hasSameWordOrder({ shared }: WordMatch): boolean {
  const places = shared.filter(({ word }) => !isMovableAdverb(word)).map(({ at }) => at);
  const turns = places.flatMap((place, index) => (place < (places[index - 1] ?? -1) ? [index] : []));
  if (turns.length === 0) return true;
  const [turn = 0] = turns;
  if (turns.length > 1 || turn < 2 || places.length - turn < 2) return false;
  return (places.at(-1) ?? 0) < (places[0] ?? 0);
}

/**
 * Returns the share of words two statements have in common (0 to 1). Returns 0 when they may not say the same. That
 * is so when each has a word the other lacks, or when the order of the words turned. It is also so when the surplus
 * changes the claim: a negation, number, name or similar word. Ignores case, punctuation, accents, articles,
 * contractions and the tense of regular verbs. Returns 0 in doubt: remembering something twice is cheaper than
 * merging two different things.
 */
export function computeSimilarity(first: Statement, second: Statement): number {
  const longer = Math.max(first.words.length, second.words.length);
  if (longer === 0 || !couldPair(first, second)) return 0;
  const pairing = matchWords(first, second);
  if (pairing.onlyFirst.length > 0 && pairing.onlySecond.length > 0) return 0;
  const surplus = [...pairing.onlyFirst, ...pairing.onlySecond];
  const names = new Set([...first.names, ...second.names]);
  if (surplus.some((word) => DECISIVE_WORDS.has(word) || names.has(word) || /^\d/.test(word))) return 0;
  return hasSameWordOrder(pairing) ? pairing.shared.length / longer : 0;
}

/**
 * Rules out nearly every pair with a cheap check. The shorter statement may have no word of its own. Excepted is
 * another tense of a word of the longer one, which begins alike.
 */
function couldPair(first: Statement, second: Statement): boolean {
  const [shorter, longer] = first.words.length < second.words.length ? [first, second] : [second, first];
  for (const word of shorter.distinct) {
    if (longer.distinct.has(word)) continue;
    const beginning = word.slice(0, 2);
    if (!longer.words.some((other) => other.startsWith(beginning))) return false;
  }
  return true;
}

type RememberContext = {
  readonly scene: ScenePosition;
  readonly now: WorldTime;
  readonly policy: MemoryPolicy;
  readonly newId: NewId;
  /** Number of memory rows the scene already has. */
  readonly firstOrdinal: number;
};

type Known = { readonly memory: Memory; readonly statement: Statement };

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
    .map((memory) => ({ memory, statement: readStatement(memory.content) }));

  for (const each of incoming) {
    const statement = readStatement(each.content);
    const match = bestMatch(known, each, statement, context.policy.near_identical_from);
    if (match !== null && isOfScene(match.memory, context.scene, rows)) continue;
    const row =
      match === null
        ? newObservation(each, context, rows.length)
        : reinforcement(match.memory, each, context, rows.length);
    rows.push(row);
    if (row.row === 'observation')
      known.push(...deriveMemories([row]).map((memory) => ({ memory, statement })));
  }
  return rows;
}

function bestMatch(
  known: readonly Known[],
  incoming: NewObservation,
  statement: Statement,
  threshold: number,
): Known | null {
  let best: Known | null = null;
  let highest = 0;
  for (const each of known) {
    if (each.memory.characterId !== incoming.characterId) continue;
    if (!concernsTheSame(each.memory.about, incoming.about)) continue;
    const score = computeSimilarity(each.statement, statement);
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
