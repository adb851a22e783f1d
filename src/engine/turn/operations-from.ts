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

/** What the prose has made true by its own account: new facts, people and things, and where the threads stand. */
export function impliedBy(outcome: NarrateOutcome): readonly object[] {
  const { established_facts, introduced_npcs, introduced_items, thread_updates } = outcome;
  return [
    ...established_facts.map(({ subject_id, predicate, detail }) => ({
      op: 'add_fact',
      subjectId: subject_id,
      predicate,
      object: detail,
      // It was told to the player, so it is no secret.
      visibility: 'public',
    })),
    ...introduced_npcs.map(({ name, description, role, tags }) => ({
      op: 'introduce_entity',
      kind: 'character',
      name,
      description,
      role,
      tags,
      present: true,
    })),
    ...introduced_items.map(({ name, description }) => ({ op: 'introduce_item', name, description })),
    ...thread_updates.map(({ id, status, reason }) => ({
      op: 'update_thread',
      threadId: id,
      status,
      ...(reason === '' ? {} : { reason }),
    })),
  ];
}
