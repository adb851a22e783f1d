import { z } from 'zod';
import { defineOperation } from '../operation.ts';
import { MAX_SUMMARY } from '../snapshot.ts';

/** Adds to what happened in this chapter so far. When it is full, its oldest quarter goes, so that its beginning stands still for a while. */
export const appendSummary = defineOperation({
  name: 'append_summary',
  summary: 'Adds a sentence or two to the running summary of the chapter.',
  input: z.strictObject({ text: z.string().trim().min(1).max(2000) }),

  apply(snapshot, { text }) {
    const whole = snapshot.runningSummary === '' ? text : `${snapshot.runningSummary}\n${text}`;
    return { ...snapshot, runningSummary: fitting(whole) };
  },
});

function fitting(summary: string): string {
  if (summary.length <= MAX_SUMMARY) return summary;
  const tail = summary.slice(-(MAX_SUMMARY * 3) / 4);
  const lineEnd = tail.indexOf('\n');
  return lineEnd < 0 ? tail : tail.slice(lineEnd + 1);
}
