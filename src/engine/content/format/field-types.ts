import { z } from 'zod';
import type { Json } from '#engine/util/canonical-json.ts';

const ID = '[a-z][a-z0-9]*(?:[_-][a-z0-9]+)*';

/** The name a thing is filed under inside its pack: `neon_dragon`. */
export const ContentId = z
  .string()
  .max(60)
  .regex(new RegExp(`^${ID}$`), 'an id is lower-case words joined by _ or -, like neon_dragon');
export type ContentId = z.infer<typeof ContentId>;

/** Target of a reference: a kind of file, or a word declared inside one. */
export type ReferenceTarget =
  | 'world'
  | 'ruleset'
  | 'entry_point'
  | 'character'
  | 'location'
  | 'faction'
  | 'culture'
  | 'history'
  | 'technology'
  | 'item'
  | 'event'
  | 'law'
  | 'bestiary'
  | 'spellbook'
  | 'creature'
  | 'spell'
  | 'thread'
  | 'fact'
  | 'event_type'
  | 'character_category';

/**
 * Registry of the schemas that are references, with their targets. Kept beside the schemas, so that no list of fields
 * can grow stale.
 */
export const referenceTargets = z.registry<{ readonly to: readonly ReferenceTarget[] }>();

/**
 * Names something of this pack (`viktor`) or of a pack it depends on (`neo_seattle:viktor`). When a pack is
 * loaded every reference becomes a full `pack:id`.
 */
export function defineReference(...to: readonly ReferenceTarget[]) {
  return z
    .string()
    .max(130)
    .regex(
      new RegExp(`^(?:${ID}:)?${ID}$`),
      'a reference is an id of this pack, like viktor, or pack:id, like neo_seattle:viktor',
    )
    .register(referenceTargets, { to });
}

export const CharacterReference = defineReference('character');
export const LocationReference = defineReference('location');
export const FactionReference = defineReference('faction');
/** A fact of the same file, or `file_id.fact_id` of another: `pier_house.barrel`. */
export const FactReference = z
  .string()
  .max(200)
  .regex(
    new RegExp(`^(?:${ID}:)?${ID}(?:\\.${ID})?$`),
    'a fact is named by its id in this file, or as file_id.fact_id, like pier_house.barrel',
  )
  .register(referenceTargets, { to: ['fact'] });
export const EntityReference = defineReference('character', 'location', 'faction', 'item');

/** Keys under which a file of a pack names its images. */
export const IMAGE_KEYS = ['cover', 'portrait', 'map', 'image'] as const;

/** Path of an image within the pack. */
export const ImagePath = z
  .string()
  .max(200)
  .regex(
    /^(?:[\w-][\w.-]*\/)*[\w-][\w.-]*\.(?:png|jpe?g|webp|avif)$/i,
    'an image is a path in the pack like images/quay.webp; PNG, JPEG, WebP or AVIF',
  );

export const Name = z.string().trim().min(1).max(120);
export const Line = z.string().trim().min(1).max(400);
export const Prose = z.string().trim().min(1).max(6000);
/** Text for a prompt: a page or two, never a book. */
export const PromptText = z.string().trim().min(1).max(24_000);

export const Lines = z.array(Line).max(60);
export const Tags = z.array(z.string().trim().min(1).max(60)).max(40);
export const defineReferences = (item: ReturnType<typeof defineReference>) => z.array(item).max(200);

/** `public`: players may read it; `hidden`: it can be discovered; `gm`: the game master's for ever. */
export const AuthoredVisibility = z.enum(['public', 'hidden', 'gm']);
export type AuthoredVisibility = z.infer<typeof AuthoredVisibility>;

/** A date in the world's own calendar. A bare year is a date too. */
export const DateText = z
  .union([z.string().trim().min(1).max(120), z.int()])
  .transform((date) => String(date))
  .describe(
    'A date in the world\'s calendar, as text: "1430-01-31", "1492 DR, Mirtul 10, 14:30", or a year.',
  );

/** Any JSON. What YAML can say beyond JSON is refused when the file is read, so the cast holds. */
export const JsonValue = z.unknown() as unknown as z.ZodType<Json>;
export const AuthoredJsonObject = z.record(z.string(), JsonValue);
export type AuthoredJsonObject = z.infer<typeof AuthoredJsonObject>;

/** Registry of the schemas that are operations, so that the ids in them are found as well. */
export const operationSchemas = z.registry<{ readonly operation: true }>();

/**
 * A change the engine makes by itself when its moment comes, written as operations are: the name in `op`, its
 * input beside it. Ids are pack references here; they become campaign ids when a campaign begins.
 */
export const PackOperation = z
  .looseObject({ op: z.string().min(1).max(60).describe('The operation, for instance tick_clock.') })
  .describe('`npm run packs -- operations` lists every operation with its fields.')
  .register(operationSchemas, { operation: true });
export type PackOperation = z.infer<typeof PackOperation>;

export const PackOperations = z.array(PackOperation).max(12);
