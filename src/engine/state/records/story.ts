import { z } from 'zod';
import { WorldTime } from '#engine/kit/world-time.ts';
import { Line, Prose, StoredName } from './bounds.ts';
import { knowledge } from './knowledge.ts';

export const Chapter = z.strictObject({
  number: z.int().min(1).max(10_000),
  title: StoredName,
  startedAt: WorldTime,
  startedInScene: z.int().min(0),
});
export type Chapter = z.infer<typeof Chapter>;

/** Why the engine holds something to be worth remembering for ever. */
export const CoreMemoryReason = z.enum([
  'plot',
  'mission',
  'level_up',
  'power',
  'death',
  'capture',
  'allegiance',
  'complication',
  'time_skip',
  'retcon',
]);

export const CoreMemory = z.strictObject({
  text: Line.min(1),
  reason: CoreMemoryReason,
  ...knowledge,
  time: WorldTime,
  sceneIndex: z.int().min(0),
});
export type CoreMemory = z.infer<typeof CoreMemory>;

/** What the table agreed on before play. */
export const Calibration = z.strictObject({
  tone: Line,
  boundaries: z.array(Line).max(40),
  difficulty: z.enum(['gentle', 'normal', 'hard', 'brutal']),
  pacing: z.enum(['slow', 'normal', 'fast']),
  notes: Prose.optional(),
});
export type Calibration = z.infer<typeof Calibration>;
