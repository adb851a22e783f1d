import { z } from 'zod';
import { PackEntityId } from '../ids.ts';
import { Slug } from './bounds.ts';

/** `pack`: copied from a pack at the start; `campaign`: made in play; `world`: true in every campaign of a world. */
export const Origin = z.enum(['pack', 'campaign', 'world']);
export type Origin = z.infer<typeof Origin>;

/** Where a record came from; spread into every record that a pack can seed. */
export const provenance = {
  origin: Origin,
  packId: Slug.optional(),
};

export const entityProvenance = { ...provenance, packEntityId: PackEntityId.optional() };
