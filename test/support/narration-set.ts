import { readdirSync, readFileSync } from 'node:fs';
import { z } from 'zod';
import type { checkNarration } from '#engine/turn/check-narration.ts';

type Facts = Parameters<typeof checkNarration>[1];
type Person = Facts['personas'][number];

const folder = new URL('../fixtures/narrations/', import.meta.url);

const Named: z.ZodType<Person> = z.strictObject({
  name: z.string(),
  aliases: z.array(z.string()),
  pronouns: z.string().nullable(),
});
const State = z.strictObject({
  personas: z.array(Named),
  present: z.array(Named),
  absent: z.array(Named),
  dead: z.array(Named),
  place: z.string(),
  otherPlaces: z.array(z.string()),
  held: z.array(z.string()),
  otherItems: z.array(z.string()),
  secrets: z.array(z.string()),
  known: z.array(z.string()),
  internalLabels: z.array(z.string()),
  guarded: z.array(z.enum(['act', 'speak', 'move', 'think', 'feel'])).optional(),
});
const Rolled = z.strictObject({
  expression: z.string(),
  faces: z.array(z.int()),
  modifier: z.int(),
  total: z.int(),
  target: z.strictObject({ kind: z.enum(['DC', 'AC']), value: z.int() }).exactOptional(),
  line: z.string(),
});
const Narration = z.strictObject({
  state: z.string(),
  player: z.string(),
  prose: z.string(),
  call: z.string().optional(),
  person: z.enum(['first', 'second', 'third']).optional(),
  rolls: z.array(Rolled).optional(),
  row: z.strictObject({ value: z.int(), outcome: z.string(), others: z.array(z.string()) }).optional(),
  /** The check that should find it, in a file that is not named for one. */
  fault: z.string().optional(),
});
type Narration = z.infer<typeof Narration>;

export type Sample = { readonly id: string; readonly prose: string; readonly facts: Facts };
export type FaultySample = Sample & { readonly fault: string };

const MAJOR = new Set(['chapter_start', 'year_end', 'opening', 'battle']);

/** Narrations a good game master could have written, each with the state it was told in. */
export function ordinaryNarrations(): readonly Sample[] {
  return samples(/^ordinary-(.*)\.json$/).map(({ sample }) => sample);
}

/** Narrations with one fault each, named by the check that should find it. */
export function faultyNarrations(): readonly FaultySample[] {
  return samples(/^violating-(.*)\.json$/).map(({ sample, group, fault }) => ({
    ...sample,
    fault: fault ?? group.replace('-', '_'),
  }));
}

type Grouped = { readonly sample: Sample; readonly group: string; readonly fault: string | undefined };

function samples(pattern: RegExp): readonly Grouped[] {
  const states = z.record(z.string(), State).parse(json('states.json'));
  return readdirSync(folder)
    .sort()
    .flatMap((file) => {
      const group = pattern.exec(file)?.[1];
      if (group === undefined) return [];
      const narrations = z.array(Narration).parse(json(file));
      return narrations.map((narration, index) => {
        const state = states[narration.state];
        if (state === undefined)
          throw new Error(`${file} names the state ${narration.state}, which is not there`);
        const sample = {
          id: `${group} ${index + 1}`,
          prose: narration.prose,
          facts: factsOf(state, narration),
        };
        return { sample, group, fault: narration.fault };
      });
    });
}

function json(file: string): unknown {
  return JSON.parse(readFileSync(new URL(file, folder), 'utf8'));
}

function factsOf({ place, guarded, ...state }: z.infer<typeof State>, narration: Narration): Facts {
  const row = narration.row ?? null;
  return {
    ...state,
    places: [place],
    guarded: guarded ?? ['act', 'speak', 'move', 'think', 'feel'],
    rolls: narration.rolls ?? [],
    numbers: row === null ? [] : [row.value],
    row,
    playerWords: narration.player === '' ? [] : [narration.player],
    settled: row === null ? [] : [row.outcome],
    cameAbout: [],
    limits: { fewest: 12, most: MAJOR.has(narration.call ?? '') ? 400 : 200 },
  };
}
