import { discoveredBy } from '#retrieval/discovered-by.ts';
import type { Interpreted, Moment, Planned, Reflected, Routed, Validated } from './draft.ts';
import { aroundOf } from './knowledge/around.ts';

/** Where nobody interprets, the player's words stand for what they do. */
export function unread(draft: Moment & Routed): Interpreted & Validated & Planned {
  const { words, sceneLore } = draft;
  return {
    interpretation: null,
    actions: [],
    blocked: [],
    discoveries: discoveredBy(words, sceneLore.hidden.discoverables, aroundOf(draft)),
    plan: null,
  };
}

/** Where one model is everybody, nobody else decides for themselves. */
export function nobodyReflects(): Reflected {
  return { reflections: [], thoughts: [] };
}
