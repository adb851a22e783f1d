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

const Noted = z.object({
  step: z.enum(['narrate', 'record']),
  note: z.object({ gmNotes: z.array(z.string()), rationale: z.string().catch('') }),
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

/** What the storyteller wrote for the game master alone when it told a scene: its notes, and why it proposed the changes it did. */
export function notedForMaster({ notes }: Pick<Recorded, 'notes'>): {
  readonly notes: readonly string[];
  readonly rationale: string | null;
} {
  const noted = notes.flatMap((note) => Noted.safeParse(note).data?.note ?? []);
  const rationale = noted.map((note) => note.rationale).filter((text) => text !== '');
  return { notes: noted.flatMap(({ gmNotes }) => gmNotes), rationale: rationale.at(-1) ?? null };
}
