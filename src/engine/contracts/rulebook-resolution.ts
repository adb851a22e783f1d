import { z } from 'zod';
import { OfferedOperation, ProposedObservation, ProposedOperation } from './proposed-changes.ts';

const Line = z.string().max(1000);

/** Dice the model asks the engine to roll. It never sees a face before the engine has thrown it. */
export const DiceRequest = z.preprocess(
  (value) => (typeof value === 'string' ? { expression: value } : value),
  z.object({
    expression: z.string().min(1).max(60),
    /** Subject the dice decide; empty for the player's attempt. */
    purpose: Line.default(''),
    /** Id of the character who rolls; empty for the player's own. */
    character: z.string().max(200).default(''),
  }),
);
export type DiceRequest = z.infer<typeof DiceRequest>;

/** Consequence when the total of the dice lies between two numbers. */
export const ResolutionBand = z.object({
  /** Lowest total of the band; null when it reaches down to the band before it. */
  from: z.int().nullable().default(null),
  /** Highest total of the band; null when it reaches up to the next band. */
  to: z.int().nullable().default(null),
  /** The rulebook's word for it. */
  name: z.string().max(80).default(''),
  degree: z.enum(['critical', 'success', 'mixed', 'failure']).nullable().catch(null).default(null),
  outcome: z.string().max(2000).default(''),
  observations: z.array(ProposedObservation).max(20).default([]),
  operations: z.array(ProposedOperation).max(20).default([]),
});
export type ResolutionBand = z.infer<typeof ResolutionBand>;

/**
 * Ruling by the rulebook's text, for a ruleset without mechanics, in one call. It names the dice and, for each band of their
 * total, what follows. Without dice the single band applies.
 */
export const RulebookResolution = z.object({
  dice: z.array(DiceRequest).max(3).default([]),
  bands: z.array(ResolutionBand).max(8).default([]),
});
export type RulebookResolution = z.infer<typeof RulebookResolution>;

/** Character to whom the rules are about to be applied. */
export const Involved = z.strictObject({
  characterId: z.string(),
  name: z.string(),
  sheet: z.array(z.string()),
  /** Memories that bear on this, most pressing first. */
  memories: z.array(z.string()),
});
export type Involved = z.infer<typeof Involved>;

export const ResolveInput = z.strictObject({
  playerText: z.string(),
  intent: z.string(),
  personaId: z.string(),
  rulebook: z.string(),
  scene: z.string(),
  involved: z.array(Involved),
  actions: z.array(z.string()),
  blocked: z.array(z.string()),
  operations: z.array(OfferedOperation),
  language: z.string(),
});
export type ResolveInput = z.infer<typeof ResolveInput>;
