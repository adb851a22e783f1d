import { z } from 'zod';
import type { KeyedRandom } from '#engine/kit/keyed-random.ts';

const Given = z.object({ prose: z.string() });

/** Ways into a sentence that change nothing of what it says. */
const TURNS = ['So it goes: ', 'Told again: ', 'Once more, then. ', 'This is how it was: '] as const;

/** The same paragraphs in the same order under another way in: without a language model, words cannot honestly be found anew. */
export function retellOffline(input: unknown, random: KeyedRandom): string {
  const { prose } = Given.parse(input);
  const bare = TURNS.reduce((text, turn) => (text.startsWith(turn) ? text.slice(turn.length) : text), prose);
  const ways = TURNS.filter((turn) => !prose.startsWith(turn));
  return `${ways[random.below(ways.length)] ?? ''}${bare}`;
}
