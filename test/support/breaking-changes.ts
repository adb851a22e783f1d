import { CriticalityLevel, diff } from '@graphql-inspector/core';
import { buildSchema } from 'graphql';
import { z } from 'zod';

/** A break that somebody has decided on: which, why, and when. */
export const Acknowledged = z.strictObject({
  acknowledged: z.array(
    z.strictObject({
      change: z.string().min(1),
      reason: z.string().min(10),
      date: z.iso.date(),
    }),
  ),
});

/** Everything that clients of the released schema could do and can do no more, as sentences. */
export async function breakingChanges(released: string, present: string): Promise<readonly string[]> {
  const changes = await diff(buildSchema(released), buildSchema(present));
  return changes
    .filter(({ criticality }) => criticality.level === CriticalityLevel.Breaking)
    .map(({ message }) => message)
    .toSorted();
}
