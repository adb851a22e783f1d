import { z } from 'zod';

/** How well an attempt went, whatever the ruleset calls it. */
export const Degree = z.enum(['critical', 'success', 'mixed', 'failure']);
export type Degree = z.infer<typeof Degree>;

/** A stretch of totals with one meaning. It reaches up to where the next band begins. */
export const Band = z.strictObject({
  from: z
    .int()
    .min(-1000)
    .max(1000)
    .exactOptional()
    .describe(
      'The lowest total of this band. Exactly one band has none: it takes everything below the others.',
    ),
  name: z.string().min(1).max(60).describe('What players read: Mixed success.'),
  degree: Degree,
  meaning: z.string().max(400).default('').describe('What it means in the story, for whoever narrates.'),
});
export type Band = Readonly<z.infer<typeof Band>>;

/** Bands for every total there is: without gaps or overlaps, because each says only where it begins. */
export const Bands = z
  .array(Band)
  .min(2)
  .max(10)
  .superRefine((bands, context) => {
    for (const [index, message] of bandFaults(bands)) {
      context.addIssue({ code: 'custom', message, path: [index, 'from'] });
    }
  });
export type Bands = readonly Band[];

function* bandFaults(bands: Bands): Generator<readonly [index: number, message: string]> {
  const seen = new Map<number | undefined, string>();
  for (const [index, { from, name }] of bands.entries()) {
    const other = seen.get(from);
    if (other !== undefined && from === undefined) {
      yield [index, `${name} and ${other} both have no from; only the lowest band goes without`];
    } else if (other !== undefined) yield [index, `${name} and ${other} both begin at ${from}`];
    seen.set(from, name);
  }
  if (!seen.has(undefined)) {
    const lowest = Math.min(...bands.map(({ from }) => from ?? 0));
    const index = bands.findIndex(({ from }) => from === lowest);
    yield [index, `no band takes totals below ${lowest}; leave out the from of the lowest band`];
  }
}

/** The band a total falls in. */
export function bandOf(bands: Bands, total: number): Band {
  const band = highestFirst(bands).find(({ from }) => from === undefined || total >= from);
  if (band === undefined) throw new Error('these bands have no lowest one: they were never checked');
  return band;
}

/** The bands from the highest down with the totals they take: `12+`, `10-11`, `7-9`, `6-`. */
export function bandRanges(bands: Bands): readonly { readonly totals: string; readonly band: Band }[] {
  const ordered = highestFirst(bands);
  return ordered.map((band, index) => ({ totals: totalsOf(band.from, ordered[index - 1]?.from), band }));
}

function totalsOf(from: number | undefined, next: number | undefined): string {
  if (next === undefined) return `${from}+`;
  if (from === undefined) return `${next - 1}-`;
  return from === next - 1 ? String(from) : `${from}-${next - 1}`;
}

function highestFirst(bands: Bands): Bands {
  const start = ({ from }: Band) => from ?? Number.NEGATIVE_INFINITY;
  return bands.toSorted((one, other) => start(other) - start(one));
}
