import type { NarrateOutcome } from '#engine/llm/narrate-outcome.ts';

/** A turn always takes some time: no two scenes share a moment. */
const LEAST_MINUTES = 1;

/** What a narrator's outcome says beside its operations, as operations. Time passes by them unless it already has. */
export function operationsFrom(outcome: NarrateOutcome, hasTimePassed: boolean): readonly object[] {
  const { elapsed_minutes, choices, summary_update } = outcome;
  const minutes = Math.max(LEAST_MINUTES, Math.round(elapsed_minutes));
  return [
    ...(hasTimePassed ? [] : [{ op: 'advance_time', minutes }]),
    ...(choices.length === 0 ? [] : [{ op: 'set_choices', choices }]),
    ...(summary_update === '' ? [] : [{ op: 'append_summary', text: summary_update }]),
  ];
}
