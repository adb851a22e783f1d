import { z } from 'zod';
import { ROUTED_CALL_TYPES } from './route-reply.ts';

export const RISK_FLAGS = [
  'violence',
  'sensitive',
  'contested',
  'dangerous',
  'pursuit',
  'hostile_present',
] as const;

const Line = z.string().max(1000);
const Lines = z.array(Line).max(20).default([]);

/** One thing the player wants to do, as a proposal: whether it can be done is for the rules to say. */
export const ProposedAction = z.object({
  action: Line.min(1),
  /** Whom or what it is done to; empty when nobody. */
  target_id: z.string().max(200).default(''),
  details: Line.default(''),
  estimated_minutes: z.number().min(0).max(525_600).default(1),
});
export type ProposedAction = z.infer<typeof ProposedAction>;

/** What the player's words mean. */
export const InterpretReply = z.object({
  intent: Line.default(''),
  call_type: z.enum(ROUTED_CALL_TYPES).default('narrative'),
  referenced_entities: z.array(z.string().max(200)).max(40).default([]),
  proposed_actions: z.array(ProposedAction).max(10).default([]),
  assumptions: Lines,
  risk_flags: z.array(z.enum(RISK_FLAGS)).max(RISK_FLAGS.length).default([]),
  /** What the player tries to notice. */
  perception_flags: Lines,
});
export type InterpretReply = z.infer<typeof InterpretReply>;
