import { readdirSync, readFileSync } from 'node:fs';
import { z } from 'zod';

const folder = new URL('../fixtures/narrations/', import.meta.url);

const Person = z.object({ name: z.string(), aliases: z.array(z.string()) });
const State = z.object({
  personas: z.array(Person),
  present: z.array(Person),
  absent: z.array(Person),
  dead: z.array(Person),
  place: z.string(),
  otherPlaces: z.array(z.string()),
  held: z.array(z.string()),
  otherItems: z.array(z.string()),
  secrets: z.array(z.string()),
  known: z.array(z.string()),
  internalLabels: z.array(z.string()),
});
const Roll = z.object({
  expression: z.string(),
  faces: z.array(z.int()),
  total: z.int(),
  target: z.object({ kind: z.string(), value: z.int() }).optional(),
  line: z.string(),
});
const Narration = z.object({
  state: z.string(),
  player: z.string(),
  prose: z.string(),
  call: z.string().optional(),
  rolls: z.array(Roll).default([]),
  row: z.object({ outcome: z.string() }).optional(),
  fault: z.string().optional(),
});

/** A narration with the state it was told in; `fault` is null for ordinary ones. */
export type LabelledNarration = Omit<z.infer<typeof Narration>, 'fault'> & {
  readonly id: string;
  readonly fault: string | null;
  readonly world: z.infer<typeof State>;
};

/** Reads the labelled narrations: ordinary ones, and faulty ones with the kind of their one fault. */
export function readLabelledNarrations(): readonly LabelledNarration[] {
  const states = z.record(z.string(), State).parse(readJson('states.json'));
  return readdirSync(folder)
    .filter((file) => file !== 'states.json')
    .sort()
    .flatMap((file) => {
      const [, sort, group = ''] = /^(ordinary|violating)-(.*)\.json$/.exec(file) ?? [];
      return z
        .array(Narration)
        .parse(readJson(file))
        .map((narration, index) => {
          const world = states[narration.state];
          if (world === undefined) throw new Error(`${file} names the unknown state ${narration.state}`);
          const fault = sort === 'ordinary' ? null : (narration.fault ?? group.replace('-', '_'));
          return { ...narration, id: `${file} ${index + 1}`, fault, world };
        });
    });
}

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(new URL(file, folder), 'utf8'));
}
