import { NarrateOutcome } from '#engine/llm/narrate-outcome.ts';
import { type NarrationPart, runNarration, type WriteOutcomeRepair } from '#engine/llm/narration.ts';
import type { Provider } from '#engine/llm/provider.ts';
import type { Question, StructuredStep } from '#engine/llm/structured.ts';
import { aRequest } from './a-request.ts';

export const NARRATE: StructuredStep<NarrateOutcome> = { name: 'narrate', contract: NarrateOutcome };

const writeOutcomeRepair: WriteOutcomeRepair = ({ problems, prose, reply }) => ({
  system: 'repair',
  user: `problems: ${problems.join('|')} prose: ${prose} reply: ${reply}`,
  prompts: [{ id: 'outcome-repair', version: 1, hash: 'o' }],
});

export type Heard = {
  readonly deltas: readonly string[];
  readonly end: Extract<NarrationPart<NarrateOutcome>, { type: 'narration-end' }> | null;
  readonly error: unknown;
};

/** Listens to a narration to its end, or to the error it ends with. `hear` is told of each piece of prose as it comes. */
export async function narrated(
  provider: Provider,
  step = NARRATE,
  request = aRequest(),
  hear: (prose: string) => void = () => {},
): Promise<Heard> {
  const { step: _step, ...question } = request;
  const deltas: string[] = [];
  let end: Heard['end'] = null;
  try {
    for await (const part of runNarration(step, question as Question, { provider, writeOutcomeRepair })) {
      if (part.type === 'prose-delta') {
        deltas.push(part.text);
        hear(part.text);
      } else end = part;
    }
  } catch (error) {
    return { deltas, end, error };
  }
  return { deltas, end, error: null };
}
