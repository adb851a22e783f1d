import type { Table } from '@lancedb/lancedb';
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
import { type Found, nearestOf } from './nearest-of.ts';
import { type Reach, visible } from './reach.ts';
import { type Sieve, sieveOf } from './sieve.ts';

/** Up to this share of all rows, what the moment is about is asked for by itself; beyond it, it is met on the way. */
const RARE = 0.1;
const NAMED = 250;
/** So far the way goes. */
const FOCUS_DEPTH = 1_000;
/** So many of the best by words are read to see how much of the question they cover. */
const READ = 3;

/**
 * Candidates of a table whose rows are held in memory: LanceDB is asked for the words alone, and for the nearest
 * vectors once there are so many that it has an index for them.
 */
export async function shelfCandidates(
  table: Table,
  shelf: Shelf,
  reach: Reach,
  asked: Asked,
  focus: Focus,
): Promise<Brought> {
  const sieve = sieveOf(shelf, allOf(visible(reach), reach.asked));
  const about = shelf.about(focus).filter(sieve.lets);
  const inFocus = new Set(about);
  const { depth } = asked;
  const query = (condition: Condition | null, limit: number) =>
    byWords(table, reach, asked, { condition, columns: ['id'], limit });
  const wanted = { least: depth, column: '_score', query } as const;
  const isRare = about.length <= shelf.size() * RARE;
  const [words, named, near, question] = await Promise.all([
    sieve.best({ ...wanted, limit: isRare ? depth : Math.max(depth, FOCUS_DEPTH) }),
    isRare && about.length > 0
      ? sieveOf(shelf, conditionOf(about, focus)).best({ ...wanted, limit: depth })
      : null,
    nearest(table, shelf, sieve, asked),
    asked.vector,
  ]);
  const aboutIt = (named ?? words).filter(({ held }) => inFocus.has(held));
  const bring = (texts: readonly Found[], meanings: readonly Found[]) =>
    candidatesOf(reach, asked, inFocus, texts.slice(0, depth), meanings);
  return { wide: bring(words, near), narrow: bring(aboutIt, nearestOf(about, question, depth)) };
}

/** A few rows are found faster by their ids than by what they are about. */
function conditionOf(about: readonly ShelvedRow[], focus: Focus): Condition {
  const ids = about.map(({ id }) => id);
  return ids.length <= NAMED ? isOneOf('id', ids) : isAbout(focus);
}

async function nearest(table: Table, shelf: Shelf, sieve: Sieve, asked: Asked): Promise<Found[]> {
  if (shelf.size() >= ROWS_FOR_VECTOR_INDEX) {
    const query = (condition: Condition | null, limit: number) =>
      byMeaning(table, asked, { condition, columns: ['id'], limit });
    const found = await sieve.best({ limit: asked.depth, least: asked.depth, column: '_distance', query });
    return found.map(({ held, score }) => ({ held, score: 1 - score }));
  }
  const question = await asked.vector;
  return nearestOf(question === null ? [] : [...shelf.all()].filter(sieve.lets), question, asked.depth);
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
