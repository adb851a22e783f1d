import { type Rejection, reject } from '#engine/kit/rejection.ts';
import { EXPERIENCE_FOR_CHALLENGE, EXPERIENCE_FOR_LEVEL } from './srd5e/experience-table.ts';
import { characterLevel } from './srd5e.ts';
import type { Srd5eStatBlock } from './srd5e-stat-block.ts';

/** The level so many experience points allow, 1 to 20. */
export function levelForExperience(experience: number): number {
  return EXPERIENCE_FOR_LEVEL.filter((threshold) => threshold <= experience).length;
}

/** The experience points the next level asks for; null at level 20 and for creatures without classes. */
export function experienceForNextLevel(block: Srd5eStatBlock): number | null {
  const level = characterLevel(block);
  return level === 0 ? null : (EXPERIENCE_FOR_LEVEL[level] ?? null);
}

export type ExperienceGain = {
  readonly block: Srd5eStatBlock;
  /** Levels the character may now take, one at a time (see `levelUp`). */
  readonly levelsDue: number;
};

export function gainExperience(block: Srd5eStatBlock, amount: number): ExperienceGain | Rejection {
  if (amount < 0)
    return reject('negative-experience', `experience is never lost; ${amount} is below 0`, ['amount']);
  const after = { ...block, experience: block.experience + amount };
  return { block: after, levelsDue: levelsDue(after) };
}

/** How many levels the character's experience allows beyond those it has. */
export function levelsDue(block: Srd5eStatBlock): number {
  const level = characterLevel(block);
  return level === 0 ? 0 : Math.max(0, levelForExperience(block.experience) - level);
}

/** What overcoming a creature is worth, by its challenge rating; 0 without one. */
export function experienceWorth(block: Srd5eStatBlock): number {
  const { challenge_rating, attacks } = block;
  if (challenge_rating === null || (challenge_rating === 0 && attacks.length === 0)) return 0;
  return EXPERIENCE_FOR_CHALLENGE[challenge_rating] ?? 0;
}
