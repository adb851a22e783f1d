import { allOf, type Condition, isAbout, isOneOf } from '../lance/condition.ts';
import { ROWS_FOR_VECTOR_INDEX } from '../lance/indices.ts';
import type { Shelf, ShelvedRow } from '../lance/shelf.ts';
import type { Focus } from '../lore-query.ts';
import type { Candidate } from '../ranking/candidate.ts';
import { coverageOf } from '../ranking/coverage.ts';
import type { Asked, Brought } from './asked.ts';
import { byMeaning } from './by-meaning.ts';
import { byWords } from './by-words.ts';
import { kinOf } from './kin-of.ts';
import { type Found, nearestOf, nearestOnShelf } from './nearest-of.ts';
import { type Reach, visible } from './reach.ts';
import { type Sieve, sieveOf } from './sieve.ts';

/** So many of the best by words are looked through for what the moment is about. */
const FOCUS_DEPTH = 1_000;
/** In a table of more rows than this, what hardly any of them are about is not met on the way and asked for by itself. */
const MOST_ON_THE_WAY = 10_000;
const RARE = 0.1;
const NAMED = 250;
/** So many of the best by words are read to see how much of the question they cover. */
const READ = 3;

/**
 * Candidates of a table whose rows are held in memory: LanceDB is asked for the words alone, and for the nearest
 * vectors once there are so many that it has an index for them.
 */
export async function shelfCandidates(
  shelf: Shelf,
  reach: Reach,
  asked: Asked,
  focus: Focus,
): Promise<Brought> {
  const sieve = sieveOf(shelf, allOf(visible(reach), reach.asked));
  const about = shelf.about(focus).filter(sieve.lets);
  const met = new Set(about);
  const { depth } = asked;
  const query = (condition: Condition | null, limit: number) =>
    byWords(shelf.table, reach, asked, { condition, columns: [], limit });
  const isRare = shelf.size() > MOST_ON_THE_WAY && about.length <= shelf.size() * RARE;
  const far = isRare || about.length === 0 ? depth : Math.max(depth, FOCUS_DEPTH);
  const wanted = { limit: depth, depth, met, column: '_score', query } as const;
  const [words, named, near, question] = await Promise.all([
    sieve.best({ ...wanted, depth: far }),
    isRare && about.length > 0 ? sieveOf(shelf, conditionOf(about, focus)).best(wanted) : null,
    nearest(shelf, sieve, asked),
    asked.vector,
  ]);
  const aboutIt = (named ?? words).filter(({ held }) => met.has(held));
  const bring = (texts: readonly Found[], meanings: readonly Found[]) =>
    candidatesOf(reach, asked, met, texts.slice(0, depth), meanings);
  return { wide: bring(words, near), narrow: bring(aboutIt, nearestOf(about, question, depth)) };
}

/** A few rows are found faster by their ids than by what they are about. */
function conditionOf(about: readonly ShelvedRow[], focus: Focus): Condition {
  const ids = about.map(({ id }) => id);
  return ids.length <= NAMED ? isOneOf('id', ids) : isAbout(focus);
}

async function nearest(shelf: Shelf, sieve: Sieve, asked: Asked): Promise<Found[]> {
  if (shelf.size() >= ROWS_FOR_VECTOR_INDEX) {
    const query = (condition: Condition | null, limit: number) =>
      byMeaning(shelf.table, asked, { condition, columns: [], limit });
    const { depth } = asked;
    const found = await sieve.best({ limit: depth, depth, met: new Set(), column: '_distance', query });
    return found.map(({ held, score }) => ({ held, score: 1 - score }));
  }
  return nearestOnShelf(shelf, sieve, await asked.vector, asked.depth);
}

function candidatesOf(
  reach: Reach,
  { words, withVectors }: Asked,
  inFocus: ReadonlySet<ShelvedRow>,
  texts: readonly Found[],
  meanings: readonly Found[],
): Candidate[] {
  const scores = new Map(texts.map(({ held, score }) => [held, score]));
  const cosines = new Map(meanings.map(({ held, score }) => [held, score]));
  const read = new Set(reach.source === 'authored' ? texts.slice(0, READ).map(({ held }) => held) : []);
  return [...new Set([...scores.keys(), ...cosines.keys()])].map((held) => ({
    id: held.id,
    table: reach.table,
    kin: kinOf(held.row, reach.source),
    fullText: scores.get(held) ?? null,
    cosine: cosines.get(held) ?? null,
    vector: withVectors ? held.vector : null,
    coverage: read.has(held) ? coverageOf(words, `${held.row.path} ${held.row.text}`) : null,
    inFocus: inFocus.has(held),
  }));
}
