import { z } from 'zod';
import { asMinutes, asWord, asWordsOf } from './written-values.ts';

/** The kinds of action the engine rules by. A model chooses one; the engine never reads it out of words. */
export const ACTION_KINDS = [
  'talk',
  'look',
  'search',
  'move',
  'take',
  'drop',
  'give',
  'use',
  'trade',
  'threaten',
  'attack',
  'cast',
  'sneak',
  'tamper',
  'help',
  'rest',
  'wait',
  'other',
] as const;
export const ActionKind = z.enum(ACTION_KINDS);
export type ActionKind = z.infer<typeof ActionKind>;

/** How dangerous an action is, in the words the ruleset's consequence tiers use. */
export const RISK_FLAGS = [
  'violence',
  'sensitive',
  'contested',
  'dangerous',
  'pursuit',
  'hostile_present',
] as const;
export const RiskFlag = z.enum(RISK_FLAGS);

export const DIFFICULTIES = ['easy', 'normal', 'hard', 'desperate'] as const;
export const Difficulty = z.enum(DIFFICULTIES);
export type Difficulty = z.infer<typeof Difficulty>;

const Id = z.string().max(200);

/** One thing the player's character tries, as the Reading understood it. Whether it is possible is for `rule` to say. */
export const ReadAction = z.object({
  kind: z.preprocess(asWord, ActionKind).catch('other'),
  /** The attempt in a few words, as players will read it beside a roll. */
  does: z.string().max(300).default(''),
  /** Id (or name) of the person, thing or place it is aimed at. */
  target: Id.default(''),
  /** Ids (or names) of the things it cannot be done without. */
  items: z.array(Id).max(8).default([]),
  /** How many of a thing are taken, dropped or given. */
  quantity: z.coerce.number().int().min(1).max(1_000_000).catch(1).default(1),
  /** How much money is handed to the target, in the money of the persona's sheet. */
  pays: z.coerce.number().int().min(0).max(1_000_000).catch(0).default(0),
  /** Id of a check from the ruleset's list; empty when nothing about it is uncertain. */
  check: z.string().max(80).default(''),
  /** Id of the person who opposes the check. */
  opposed_by: Id.default(''),
  difficulty: z.preprocess(asWord, Difficulty.nullable()).catch(null).default(null),
  /** The attack, spell or power used, by the name on the sheet. */
  means: z.string().max(120).default(''),
  /** Spell slot level, when a spell is cast at a higher one. */
  level: z.coerce.number().int().min(0).max(9).catch(0).default(0),
  /** Whether a blow is meant to bring down without killing. */
  sparing: z.boolean().catch(false).default(false),
  risk: z.preprocess(asWordsOf(RISK_FLAGS), z.array(RiskFlag).max(6)).catch([]).default([]),
  minutes: z.preprocess(asMinutes, z.number().min(0).max(5_256_000)).catch(0).default(0),
});
export type ReadAction = z.infer<typeof ReadAction>;
