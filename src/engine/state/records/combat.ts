import { z } from 'zod';
import { CharacterId } from '../ids.ts';
import { Slug } from './bounds.ts';

export const Combatant = z.strictObject({
  id: CharacterId,
  side: Slug,
  initiative: z.int().min(-50).max(100),
  surprised: z.boolean(),
  /** Fell, fled or gave up: keeps its place in the order, is skipped. */
  out: z.boolean(),
});
export type Combatant = z.infer<typeof Combatant>;

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
export type Combat = z.infer<typeof Combat>;
