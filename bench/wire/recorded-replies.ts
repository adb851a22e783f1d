import { readFileSync } from 'node:fs';
import { z } from 'zod';

const Replies = z.record(z.string(), z.union([z.string(), z.record(z.string(), z.string())]));

/** One turn: the player's words (null for an opening or a roll) and what the models answered, by step. Reactions are by name. */
const RecordedTurn = z.strictObject({ says: z.string().nullable(), replies: Replies });
export type RecordedTurn = z.infer<typeof RecordedTurn>;

const RecordedReplies = z.strictObject({
  /** Two evenings played with a language model, by entry point. The first turn is the opening. */
  evenings: z.record(z.string(), z.array(RecordedTurn)),
  /** Replies of the jobs that follow turns, by step. */
  jobs: z.record(z.string(), z.string()),
  /** An opening and three turns for each way a turn can go; prose and records as long as the recorded ones. */
  scenarios: z.record(z.string(), z.array(RecordedTurn)),
});

/** Reads the replies the wire-format server answers with, from this folder or from another file of the same shape. */
export function loadRecordedReplies(file?: string): z.infer<typeof RecordedReplies> {
  const path = file === undefined || file.startsWith('--') ? new URL('replies.json', import.meta.url) : file;
  return RecordedReplies.parse(JSON.parse(readFileSync(path, 'utf8')));
}
