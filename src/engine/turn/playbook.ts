import type { Content, Library } from '#engine/content/library.ts';
import { isRejection } from '#engine/kit/rejection.ts';
import type { NarrateInput } from '#engine/llm/narrate-input.ts';
import type { Segment } from '#engine/prompt/segment.ts';
import type { Calendar } from '#engine/rules/calendar.ts';
import type { Mechanics } from '#engine/rules/mechanics.ts';
import type { StateRules } from '#engine/state/state-rules.ts';

/** What the packs of a campaign say, gathered once for all its turns. */
export type Playbook = {
  /** Whose lore may be searched. */
  readonly packIds: readonly string[];
  readonly calendar: Calendar;
  readonly mechanics: Mechanics;
  readonly rules: StateRules;
  /** What authors wrote for whoever narrates. */
  readonly segments: readonly Segment[];
  readonly opening: NonNullable<NarrateInput['opening']>;
  readonly operations: NarrateInput['operations'];
  readonly eventTypes: readonly string[];
};
