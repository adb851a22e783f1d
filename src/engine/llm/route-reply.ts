import { z } from 'zod';

const Words = z.array(z.string().max(200)).max(40).default([]);
const Day = z.string().max(40).default('');

/** The call types a player's words can lead to; the engine itself decides on the others. */
export const ROUTED_CALL_TYPES = ['narrative', 'persuasion', 'chaos', 'battle'] as const;

/** What knowledge a turn needs, as searches; everything left out means that none of it is needed. */
export const RouteReply = z.object({
  needs_search: z.boolean().default(false),
  call_type: z.enum(ROUTED_CALL_TYPES).default('narrative'),
  character_search: z
    .object({ keywords: Words, ids: Words, categories: Words, locations: Words, status: Words })
    .nullable()
    .default(null),
  event_search: z
    .object({ keywords: Words, characters: Words, types: Words, date_after: Day, date_before: Day })
    .nullable()
    .default(null),
  law_search: z
    .object({ keywords: Words, status: z.enum(['active', 'repealed', '']).default('') })
    .nullable()
    .default(null),
  /** Words for the search in authored lore. */
  lore_keywords: Words,
  /** Events the player asks to recall in detail. */
  event_detail_ids: Words,
});
export type RouteReply = z.infer<typeof RouteReply>;

/** Nothing new is needed. */
export const NO_SEARCH: RouteReply = RouteReply.parse({});
