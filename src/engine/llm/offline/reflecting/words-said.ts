import type { ReflectInput } from '../../step-inputs.ts';

/** What the player's character said or did, without who it was: the end of what can be perceived. */
export function wordsSaid({ scene }: Pick<ReflectInput, 'scene'>): string {
  return /(?:^|\n)(?!Also here)[^\n:]{1,80}: ([\s\S]*)$/.exec(scene)?.[1] ?? '';
}
