import type { Subjects } from '../lore-chunk.ts';
import type { Focus } from '../lore-query.ts';

const PARTS = ['entityIds', 'locationIds', 'factionIds', 'threadIds', 'tags'] as const;

export function isEmptyFocus(focus: Focus): boolean {
  return PARTS.every((part) => focus[part].length === 0);
}

/** How many parts of the focus something is about. */
export function shared(focus: Focus, subjects: Subjects): number {
  return PARTS.reduce((sum, part) => {
    const held = new Set(subjects[part]);
    return sum + focus[part].filter((id) => held.has(id)).length;
  }, 0);
}

const MOST_PER_PART = 100;

/** A focus no filter can choke on. */
export function bounded(focus: Focus): Focus {
  const cut = (ids: readonly string[]) => [...new Set(ids)].slice(0, MOST_PER_PART);
  return {
    entityIds: cut(focus.entityIds),
    locationIds: cut(focus.locationIds),
    factionIds: cut(focus.factionIds),
    threadIds: cut(focus.threadIds),
    tags: cut(focus.tags),
  };
}
