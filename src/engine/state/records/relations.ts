import { z } from 'zod';
import { Kin } from '#engine/domain/kin.ts';
import { CharacterId } from '../ids.ts';

import { Visibility } from '../visibility.ts';
import { Line, provenance, Slug } from './field-types.ts';

export const RELATION_MAX = 10;
const Strength = z.int().min(0).max(RELATION_MAX);

/** Relation of two characters: one edge for each unordered pair, `low` before `high`. */
export const Relation = z
  .strictObject({
    low: CharacterId,
    high: CharacterId,
    trust: Strength,
    tension: Strength,
    closeness: Strength,
  })
  .refine(({ low, high }) => low < high, 'a pair is two different characters, the lower id first');

export const INTENSITY_MAX = 10;

/** Role of one character towards another, and its strength: `debtor`, `mother`, `sworn_enemy`. Directed. */
export const Relationship = z.strictObject({
  fromId: CharacterId,
  toId: CharacterId,
  type: Slug,
  /** Absent for ties that are not of family. */
  kin: Kin.optional(),
  intensity: z.int().min(-INTENSITY_MAX).max(INTENSITY_MAX),
  notes: Line,
  visibility: Visibility,
  ...provenance,
});
