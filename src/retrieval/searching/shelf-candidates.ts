import type { Table } from '@lancedb/lancedb';
import { allOf } from '../lance/condition.ts';
import { ROWS_FOR_VECTOR_INDEX } from '../lance/indices.ts';
import { predicateOf } from '../lance/predicate.ts';
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

/** So deep the words are asked for what the moment is about. */
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
  const condition = allOf(visible(reach), reach.asked);
  const isAllowed = predicateOf(condition);
  const about = shelf.about(focus).filter(({ row }) => isAllowed(row));
  const inFocus = new Set(about);
  const { depth } = asked;
  const limit = about.length === 0 ? depth : Math.max(depth, FOCUS_DEPTH);
  const wanted = { condition, columns: ['id'], limit };
  const [words, near, question] = await Promise.all([
    byWords(table, reach, asked, wanted).then((rows) => heldOf(shelf, isAllowed, rows, '_score')),
    nearest(table, shelf, condition, asked),
    asked.vector,
  ]);
  const bring = (texts: readonly Found[], meanings: readonly Found[]) =>
    candidatesOf(reach, asked, inFocus, texts.slice(0, depth), meanings);
  return {
    wide: bring(words, near),
    narrow: bring(
      words.filter(({ held }) => inFocus.has(held)),
      nearestOf(about, question, depth),
    ),
  };
}

/** What LanceDB brought, as it is held. The filter is asked again: nothing slips through between two versions. */
function heldOf(
  shelf: Shelf,
  isAllowed: (row: ShelvedRow['row']) => boolean,
  rows: readonly Readonly<Record<string, unknown>>[],
  column: '_score' | '_distance',
): Found[] {
  return rows.flatMap((row) => {
    const held = shelf.get(String(row.id));
    return held === null || !isAllowed(held.row) ? [] : { held, score: Number(row[column]) };
  });
}

async function nearest(
  table: Table,
  shelf: Shelf,
  condition: Reach['asked'],
  asked: Asked,
): Promise<Found[]> {
  const isAllowed = predicateOf(condition);
  if (shelf.size() >= ROWS_FOR_VECTOR_INDEX) {
    const rows = await byMeaning(table, asked, { condition, columns: ['id'] });
    return heldOf(shelf, isAllowed, rows, '_distance').map(({ held, score }) => ({ held, score: 1 - score }));
  }
  const question = await asked.vector;
  const allowed = question === null ? [] : [...shelf.all()].filter(({ row }) => isAllowed(row));
  return nearestOf(allowed, question, asked.depth);
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
