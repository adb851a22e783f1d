import { z } from 'zod';

/** What the repair of a narration is asked with. */
export const RepairInput = z.object({ prose: z.string(), excerpts: z.array(z.string()) });

/** The passage without the sentences that broke a rule; a passage that would be empty keeps its last one. */
export function setRight({ prose, excerpts }: z.infer<typeof RepairInput>): string {
  const kept = prose
    .split(/(?<=[.!?…]["”’)]*)\s+/)
    .filter(
      (sentence) =>
        !excerpts.some(
          (excerpt) => excerpt !== '' && (sentence.includes(excerpt) || excerpt.includes(sentence)),
        ),
    );
  return kept.length === 0 ? 'For a moment nothing moves.' : kept.join(' ');
}
