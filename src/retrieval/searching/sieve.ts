import type { Condition } from '../lance/condition.ts';
import { predicateOf } from '../lance/predicate.ts';
import type { Row } from '../lance/row.ts';
import type { Shelf, ShelvedRow } from '../lance/shelf.ts';
import type { Found } from './nearest-of.ts';

/** Lets through only the rows of a shelf that meet a condition. */
export type Sieve = {
  readonly lets: (held: ShelvedRow) => boolean;
  /**
   * What LanceDB ranks first of the rows that are let through: up to `limit` of them, and no fewer than `least` as long
   * as there are as many.
   */
  readonly best: (wanted: Wanted) => Promise<Found[]>;
};

type Wanted = {
  readonly limit: number;
  readonly least: number;
  readonly column: '_score' | '_distance';
  readonly query: (condition: Condition | null, limit: number) => Promise<Row[]>;
};

/**
 * From this share on LanceDB is asked for a few more rows and told no condition: it would first collect every row that
 * meets it, which takes longer than the ranking itself.
 */
const MOST_PASS = 0.5;
const SPARE = 1.25;
const SAMPLE = 400;

export function sieveOf(shelf: Shelf, condition: Condition | null): Sieve {
  const isMet = predicateOf(condition);
  const lets = ({ row }: ShelvedRow) => isMet(row);
  const share = condition === null ? 1 : shareOf(shelf, lets);
  // Whatever LanceDB was told, every row is asked about here.
  const sifted = (rows: readonly Row[], column: Wanted['column']): Found[] =>
    rows.flatMap((row) => {
      const held = shelf.get(String(row.id));
      return held === null || !lets(held) ? [] : { held, score: Number(row[column]) };
    });
  return {
    lets,
    best: async ({ limit, least, column, query }) => {
      if (condition !== null && share >= MOST_PASS) {
        const more = Math.ceil((limit * SPARE) / share);
        const rows = await query(null, more);
        const found = sifted(rows, column);
        if (rows.length < more || found.length >= least) return found.slice(0, limit);
      }
      return sifted(await query(condition, limit), column);
    },
  };
}

/** The share of rows that pass, by looking at some from all over the shelf. */
function shareOf(shelf: Shelf, lets: (held: ShelvedRow) => boolean): number {
  const some = shelf.some(SAMPLE);
  return some.length === 0 ? 0 : some.filter(lets).length / some.length;
}
