import { z } from 'zod';
import { CharacterId } from '../ids.ts';
import { Line, Prose } from './bounds.ts';
import { StoredProposals } from './stored-proposal.ts';

export const Milestone = z.strictObject({
  at: z.number().min(0).max(100),
  description: Line,
  operations: StoredProposals,
});

/** What a character works at while nobody looks. Game master's knowledge. */
export const Agenda = z.strictObject({
  characterId: CharacterId,
  goal: Prose,
  /** 0 to 100. */
  progress: z.number().min(0).max(100),
  /** Points gained in a day of world time while nothing blocks. */
  pacePerDay: z.number().min(0).max(100),
  /** Milestones still ahead, nearest first. */
  milestones: z.array(Milestone).max(20),
  nextMilestone: Line,
  completedMilestones: z.array(Line).max(60),
  blockingFactors: z.array(Line).max(20),
});
export type Agenda = z.infer<typeof Agenda>;
