import { z } from 'zod';

/** Scene a row belongs to: a session and the scene's index. The index keeps counting through forks. */
export const ScenePosition = z.strictObject({ sessionId: z.string().min(1), index: z.int().min(0) });
export type ScenePosition = Readonly<z.infer<typeof ScenePosition>>;

const LineageStep = z.strictObject({ sessionId: z.string().min(1), upTo: z.int().min(0) });

/**
 * The line of scenes a branch grew from, oldest session first, each with the last index that belongs to the
 * branch. What a session went on to do after the fork is not part of it.
 */
export const Lineage = z
  .array(LineageStep)
  .min(1)
  .superRefine((steps, context) => {
    const complain = (index: number, message: string) =>
      context.addIssue({ code: 'custom', path: [index], message });
    for (const [index, step] of steps.entries()) {
      const earlier = steps.slice(0, index);
      if (earlier.some(({ sessionId }) => sessionId === step.sessionId))
        complain(index, 'a session is in a lineage once');
      if (earlier.some(({ upTo }) => upTo > step.upTo))
        complain(index, 'a later session reaches at least as far');
    }
  });
export type Lineage = readonly Readonly<z.infer<typeof LineageStep>>[];

type InScene = { readonly scene: ScenePosition };

export function isOnLineage(lineage: Lineage, { scene }: InScene): boolean {
  return lineage.some(({ sessionId, upTo }) => sessionId === scene.sessionId && scene.index <= upTo);
}

/** Returns the rows a branch can see, in the order they were given. */
export function selectVisibleRows<Row extends InScene>(lineage: Lineage, rows: readonly Row[]): Row[] {
  return rows.filter((row) => isOnLineage(lineage, row));
}

/**
 * Returns the part of a lineage that existed when it reached a scene. Includes the rows its branches added while they
 * stood at that scene.
 */
export function truncateLineage(lineage: Lineage, index: number): Lineage {
  return lineage.map((step) => ({ ...step, upTo: Math.min(step.upTo, index) }));
}

/** Returns the same lineage after its last session has reached another scene. */
export function advanceLineage(lineage: Lineage, index: number): Lineage {
  return lineage.map((step, position) => (position === lineage.length - 1 ? { ...step, upTo: index } : step));
}
