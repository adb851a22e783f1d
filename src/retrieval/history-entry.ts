import { z } from 'zod';

const Id = z.string().min(1).max(200);
const Ids = z.array(Id).max(200).readonly();

export const HistoryKind = z.enum(['summary', 'fact', 'event', 'session_summary', 'observation']);
export type HistoryKind = z.infer<typeof HistoryKind>;

/**
 * Something play left behind, as it is indexed after the commit. Written once and never changed: what a branch may
 * see of it is decided by the scene it names.
 */
export const HistoryEntry = z
  .strictObject({
    id: Id.describe('Unique in the campaign; an entry that comes again under its id replaces the first.'),
    campaignId: Id,
    scene: z.strictObject({ sessionId: Id, index: z.int().min(0) }),
    ordinal: z.int().min(0).describe('The order of entries within their scene.'),
    episode: Id.describe(
      'What was played in one go, between two boundaries: its entries support each other.',
    ),
    kind: HistoryKind,
    ownerId: Id.nullable().describe('Whose memory it is; null for what belongs to nobody.'),
    visibleTo: z
      .union([z.literal('everyone'), Ids])
      .describe('The characters who may know it; an empty list is the game master alone.'),
    title: z
      .string()
      .max(400)
      .describe('When and where, as people would say it: "12 March 1430, Valladolid".'),
    text: z.string().min(1).max(20_000),
    tokens: z.int().min(0),
    language: z
      .string()
      .min(1)
      .max(40)
      .optional()
      .describe(
        'Tag of the language of the text, which decides how its words are indexed; left out for English.',
      ),
    entityIds: Ids,
    locationIds: Ids,
    factionIds: Ids,
    threadIds: Ids,
    tags: Ids,
  })
  .readonly()
  .refine(({ kind, ownerId }) => kind !== 'observation' || ownerId !== null, {
    path: ['ownerId'],
    message: 'an observation is somebody’s: name its owner',
  });
export type HistoryEntry = z.infer<typeof HistoryEntry>;
