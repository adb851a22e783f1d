import { z } from 'zod';
import type { RecordingRecord } from '#engine/store/turns.ts';
import type { Context } from './context.ts';

/** What a recording says, as far as the API types it. Recordings grow; what is not named here is still in the whole. */
const Content = z.object({
  steps: z.array(z.object({ name: z.string(), milliseconds: z.number() })).catch([]),
  calls: z.array(z.record(z.string(), z.unknown())).catch([]),
  prompts: z.array(z.unknown()).catch([]),
  searches: z.array(z.unknown()).catch([]),
  operations: z.array(z.unknown()).catch([]),
  notes: z.array(z.unknown()).catch([]),
});

/** The narrator's line to its later self. Recordings of the first edition hold several, with the rationale beside them. */
const Narrated = z.object({
  step: z.literal('narrate'),
  note: z.object({
    notes: z.string().catch(''),
    gmNotes: z.array(z.string()).catch([]),
    rationale: z.string().catch(''),
  }),
});

const RecordStep = z.object({
  step: z.literal('record'),
  note: z.object({ rationale: z.string() }),
});

export type RecordedStep = z.infer<typeof Content>['steps'][number];
export type Recorded = RecordingRecord & z.infer<typeof Content>;

export function recordedOf(recording: RecordingRecord): Recorded {
  return { ...recording, ...Content.parse(recording.content) };
}

/** The recording of a turn's last attempt; null while there is none. */
export async function lastRecorded(
  turnId: string,
  { loaders }: Pick<Context, 'loaders'>,
): Promise<Recorded | null> {
  const last = (await loaders.recordings.load(turnId)).at(-1);
  return last === undefined ? null : recordedOf(last);
}

/** Returns what models wrote for the game master alone: the narrator's notes, and why `record` proposed its changes. */
export function notedForMaster({ notes }: Pick<Recorded, 'notes'>): {
  readonly notes: readonly string[];
  readonly rationale: string | null;
} {
  const narrated = notes.flatMap((note) => Narrated.safeParse(note).data?.note ?? []);
  const recorded = notes.flatMap((note) => RecordStep.safeParse(note).data?.note ?? []);
  const rationales = [...narrated, ...recorded].map(({ rationale }) => rationale);
  return {
    notes: narrated.flatMap(({ notes: line, gmNotes }) => [line, ...gmNotes]).filter((line) => line !== ''),
    rationale: rationales.findLast((text) => text !== '') ?? null,
  };
}
