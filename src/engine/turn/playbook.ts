import type { Calendar } from '#engine/rules/calendar.ts';
import type { Mechanics } from '#engine/rules/mechanics.ts';

/** What the packs of a campaign say, gathered for its turns. */
export type Playbook = {
  /** Whose lore may be searched. */
  readonly packIds: readonly string[];
  readonly calendar: Calendar;
  readonly mechanics: Mechanics;
  readonly tone: string;
  /** The authored texts a narrator is guided by, broadest first. */
  readonly guidance: readonly string[];
  readonly entryStart: string;
};
