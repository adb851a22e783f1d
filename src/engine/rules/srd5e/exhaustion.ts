/** The level from which each effect holds; every higher level keeps the effects of the lower ones. */
export const EXHAUSTION_LEVELS = {
  disadvantageOnAbilityChecks: 1,
  speedHalved: 2,
  disadvantageOnAttacksAndSaves: 3,
  hitPointMaximumHalved: 4,
  speedZero: 5,
  death: 6,
} as const;

/** A hit point maximum under exhaustion. A maximum of 1 stays 1: halving alone does not kill. */
export function halvedByExhaustion(maximum: number, exhaustion: number): number {
  if (exhaustion < EXHAUSTION_LEVELS.hitPointMaximumHalved) return maximum;
  return Math.max(1, Math.floor(maximum / 2));
}
