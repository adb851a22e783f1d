import type { Condition } from '../lance/condition.ts';
import { predicateOf } from '../lance/predicate.ts';
import type { Row } from '../lance/row.ts';
import { PLACE, type Shelf, type ShelvedRow } from '../lance/shelf.ts';
import type { Found } from './nearest-of.ts';

/** Lets through only the rows of a shelf that meet a condition. */
export type Sieve = {
  readonly lets: (held: ShelvedRow) => boolean;
  /** The share of rows that are let through, by looking at some. */
  readonly share: number;
  /**
   * What LanceDB ranks first of the rows that are let through: `limit` of them as long as there are as many, and whatever
   * of `met` is ranked below them as far as `depth`.
   */
  readonly best: (wanted: Wanted) => Promise<Found[]>;
};

type Wanted = {
  readonly limit: number;
  readonly depth: number;
  /** Rows that are let through. */
  readonly met: ReadonlySet<ShelvedRow>;
  /** Gives the places of rows: LanceDB takes as long to look up their ids as to rank them. */
  readonly query: (condition: Condition | null, limit: number) => Promise<Row[]>;
};

/**
 * From this share on LanceDB is asked for a few more rows and told no condition: it would first collect every row that
 * meets it, which takes longer than the ranking itself.
 */
const MOST_PASS = 0.5;
const SPARE = 1.25;
const SAMPLE = 128;

/** `known` is the share of rows that pass, if that is known; otherwise some are looked at. */
export function sieveOf(shelf: Shelf, condition: Condition | null, known?: number): Sieve {
  const isMet = predicateOf(condition);
  const lets = ({ row }: ShelvedRow) => isMet(row);
  const share = known ?? (condition === null ? 1 : shareOf(shelf, lets));
  // Whatever LanceDB was told, every row is asked about here.
  const sifted = async (rows: readonly Row[], { limit, met }: Wanted): Promise<Found[]> => {
    const placed = await shelf.at(rows.map((row) => Number(row[PLACE])));
    const found: Found[] = [];
    for (const [number, held] of placed.entries()) {
      const isFound = held !== null && (found.length < limit ? lets(held) : met.has(held));
      if (isFound) found.push({ held, score: Number(rows[number]?._score) });
    }
    return found;
  };
  return {
    lets,
    share,
    best: async (wanted) => {
      const { limit, depth, query } = wanted;
      if (condition !== null && share >= MOST_PASS) {
        const more = Math.ceil((depth * SPARE) / share);
        const rows = await query(null, more);
        const found = await sifted(rows, wanted);
        if (rows.length < more || found.length >= limit) return found;
      }
      return sifted(await query(condition, depth), wanted);
    },
  };
}

/** The share of rows that pass, by looking at some from all over the shelf. */
function shareOf(shelf: Shelf, lets: (held: ShelvedRow) => boolean): number {
  const some = shelf.some(SAMPLE);
  return some.length === 0 ? 0 : some.filter(lets).length / some.length;
}
