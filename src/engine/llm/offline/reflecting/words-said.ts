import type { ReflectInput } from '../../step-inputs.ts';
import { asWritten } from '../as-written.ts';

/** What the player's character said or did, without who it was: the end of what can be perceived. */
export function wordsSaid({ scene, name }: Pick<ReflectInput, 'scene' | 'name'>): string {
  const words = /(?:^|\n)(?!Also here)[^\n:]{1,80}: ([\s\S]*)$/.exec(scene)?.[1] ?? '';
  const others = /^Also here: (.*)\.$/m.exec(scene)?.[1]?.split(', ') ?? [];
  return asWritten(words, [name, ...others]);
}
