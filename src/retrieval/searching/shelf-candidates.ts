import { allOf, type Condition, isOneOf } from '../lance/condition.ts';
import type { Shelf, ShelvedRow } from '../lance/shelf.ts';
import type { Focus } from '../lore-query.ts';
import type { Candidate } from '../ranking/candidate.ts';
import { coverageOf } from '../ranking/coverage.ts';
import type { Asked, Brought } from './asked.ts';
import { byWords } from './by-words.ts';
import { kinOf } from './kin-of.ts';
import { type Found, nearestOf, nearestOnShelf } from './nearest-of.ts';
import { type Reach, visible } from './reach.ts';
import { sieveOf } from './sieve.ts';

/** So many of the best by words are looked through for what the moment is about. */
const FOCUS_DEPTH = 1_000;
/** In a table of more rows than this, what hardly any of them are about is not met on the way and asked for by itself. */
const MOST_ON_THE_WAY = 10_000;
const RARE = 0.1;
const NAMED = 64;
/** So many of the best by words are read to see how much of the question they cover. */
const READ = 3;

/** Candidates of a table whose rows are held in memory: LanceDB is asked for the words alone. */
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
  const wanted = { limit: depth, depth, met, query };
  const nearby = asked.vector.then((question) => nearestOf(shelf, about, question, depth));
  const [words, named, near, nearAbout] = await Promise.all([
    sieve.best({ ...wanted, depth: far }),
    isRare && about.length > 0
      ? sieveOf(shelf, conditionOf(about, await nearby), about.length / shelf.size()).best(wanted)
      : null,
    asked.vector.then((question) => nearestOnShelf(shelf, sieve, question, depth)),
    nearby,
  ]);
  const aboutIt = (named ?? words).filter(({ held }) => met.has(held));
  const bring = (texts: readonly Found[], meanings: readonly Found[]) =>
    candidatesOf({ shelf, reach, asked }, met, texts.slice(0, depth), meanings);
  return { wide: bring(words, near), narrow: bring(aboutIt, nearAbout) };
}

type Looking = { readonly shelf: Shelf; readonly reach: Reach; readonly asked: Asked };

/** LanceDB looks rows up by their ids, and takes the longer the more they are: of many, those that are nearest. */
function conditionOf(about: readonly ShelvedRow[], nearby: readonly Found[]): Condition {
  const chosen =
    about.length <= NAMED || nearby.length === 0 ? about : nearby.slice(0, NAMED).map(({ held }) => held);
  return isOneOf(
    'id',
    chosen.map(({ id }) => id),
  );
}

function candidatesOf(
  { shelf, reach, asked: { words, withVectors } }: Looking,
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
    vector: withVectors ? shelf.vectorOf(held) : null,
    coverage: read.has(held) ? coverageOf(words, `${held.row.path} ${held.row.text}`) : null,
    inFocus: inFocus.has(held),
  }));
}
