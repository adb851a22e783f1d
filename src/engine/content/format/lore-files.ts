import { z } from 'zod';
import { commonFrontmatter, Discoverable } from './common-frontmatter.ts';
import {
  CharacterReference,
  DateText,
  FactionReference,
  JsonObject,
  Line,
  Lines,
  LocationReference,
  Name,
  Prose,
  references,
  referenceTo,
} from './words.ts';

/** `culture/*.md`: how people live, speak, believe, eat, mourn. */
export const CultureFrontmatter = z.strictObject({
  ...commonFrontmatter,
  type: z.literal('culture').optional(),
});

/** `history/*.md`: what happened before and made the present. */
export const HistoryFrontmatter = z.strictObject({
  ...commonFrontmatter,
  type: z.literal('history').optional(),
  from: DateText.optional(),
  to: DateText.optional(),
});

/** `technology/*.md`: what tools, crafts or magic can and cannot do. */
export const TechnologyFrontmatter = z.strictObject({
  ...commonFrontmatter,
  type: z.literal('technology').optional(),
});

/** `items/*.md`: a thing people can hold, want, lose. */
export const ItemFrontmatter = z.strictObject({
  ...commonFrontmatter,
  type: z.literal('item').optional(),
  location: LocationReference.optional().describe('Where it lies when nobody carries it.'),
  portable: z.boolean().default(true),
  value: Line.optional().describe('What it would fetch.'),
  attributes: JsonObject.default({}).describe('Whatever a ruleset wants to know of it.'),
  discoverables: z.array(Discoverable).max(40).default([]),
  gm_notes: Lines.default([]),
});

/** `events/*.md`: one thing that happened on one day; entry points may open their chronicle with it. */
export const EventFrontmatter = z.strictObject({
  ...commonFrontmatter,
  type: z.literal('event').optional(),
  date: DateText,
  event_type: referenceTo('event_type').describe('Declared in pack.yaml: event_types.'),
  characters: references(CharacterReference).default([]),
  factions: references(FactionReference).default([]),
  location: LocationReference.optional(),
  status: z.enum(['ongoing', 'resolved']).default('resolved'),
});

/** `laws/*.md`: what is forbidden, owed or granted. What is law is public. */
export const LawFrontmatter = z.strictObject({
  ...commonFrontmatter,
  type: z.literal('law').optional(),
  status: z.enum(['active', 'repealed']).default('active'),
  enacted: DateText,
  repealed: DateText.optional(),
  jurisdiction: Name.optional(),
  penalty: Prose.optional(),
});

export type CultureFrontmatter = z.infer<typeof CultureFrontmatter>;
export type HistoryFrontmatter = z.infer<typeof HistoryFrontmatter>;
export type TechnologyFrontmatter = z.infer<typeof TechnologyFrontmatter>;
export type ItemFrontmatter = z.infer<typeof ItemFrontmatter>;
export type EventFrontmatter = z.infer<typeof EventFrontmatter>;
export type LawFrontmatter = z.infer<typeof LawFrontmatter>;
