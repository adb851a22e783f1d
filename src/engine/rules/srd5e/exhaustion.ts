/** The level from which each effect holds; every higher level keeps the effects of the lower ones. */
export const EXHAUSTION_LEVELS = {
  disadvantageOnAbilityChecks: 1,
  speedHalved: 2,
  disadvantageOnAttacksAndSaves: 3,
  hitPointMaximumHalved: 4,
  speedZero: 5,
  death: 6,
} as const;

export function halvesHitPointMaximum(exhaustion: number): boolean {
  return exhaustion >= EXHAUSTION_LEVELS.hitPointMaximumHalved;
}
