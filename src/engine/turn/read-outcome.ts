import { NarrationOutcome } from '#engine/llm/narration.ts';
import { InvalidOutcomeError } from './turn-failure.ts';

/** The outcome a narrator wrote after the prose, checked by its contract. A reply without one proposes nothing. */
export function readOutcome(json: string | null): NarrationOutcome {
  if (json === null) return NarrationOutcome.parse({});
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch (cause) {
    throw new InvalidOutcomeError('the outcome is not JSON', { cause });
  }
  const outcome = NarrationOutcome.safeParse(value);
  if (!outcome.success)
    throw new InvalidOutcomeError('the outcome breaks its contract', { cause: outcome.error });
  return outcome.data;
}
