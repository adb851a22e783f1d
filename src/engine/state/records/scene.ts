import { z } from 'zod';
import { CharacterId, EntityId, LocationId } from '../ids.ts';
import { Line, Slug } from './field-types.ts';

/** Place of the scene, and everything that can be seen and heard there. */
export const SceneSetting = z.strictObject({
  placeId: LocationId.nullable(),
  presentIds: z.array(EntityId).max(200),
  /** Entities that are present but not perceived: left out of every player's view. */
  obscuredIds: z.array(EntityId).max(200),
  visibility: z.enum(['clear', 'dim', 'dark', 'obscured']),
  noise: z.enum(['silent', 'quiet', 'normal', 'loud', 'deafening']),
  constraints: z.array(Line).max(20),
});
export type SceneSetting = z.infer<typeof SceneSetting>;

const Combatant = z.strictObject({
  id: CharacterId,
  side: Slug,
  initiative: z.int().min(-50).max(100),
  surprised: z.boolean(),
  /** True for a combatant who fell, fled or gave up: keeps its place in the order, is skipped. */
  out: z.boolean(),
});

/** A fight in progress: whose turn it is, and who is in it. */
export const Combat = z
  .strictObject({
    round: z.int().min(1).max(1000),
    /** Index into `combatants` of the one whose turn it is. */
    turn: z.int().min(0),
    /** In initiative order. */
    combatants: z.array(Combatant).min(1).max(60),
    startedInScene: z.int().min(0),
  })
  .refine(({ turn, combatants }) => turn < combatants.length, {
    error: 'it is somebody’s turn',
    path: ['turn'],
  });
