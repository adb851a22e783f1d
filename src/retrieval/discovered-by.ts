import { isDoing, stems } from './scene/stems.ts';
import type { Discoverable } from './scene-lore.ts';

export type Discovery = { readonly discoverable: Discoverable; readonly trigger: string };

/** How much of a trigger an action must say. */
const SHARE = 2 / 3;

/**
 * What an action brings to light: everything with a trigger the action says most of, the thing itself included.
 * "I look behind the bar" does what "search behind the bar" asks; "I look around" does not.
 */
export function discoveredBy(action: string, discoverables: readonly Discoverable[]): Discovery[] {
  const said = new Set(stems(action));
  return discoverables.flatMap((discoverable) => {
    const trigger = discoverable.triggers.find((one) => isSaid(stems(one), said));
    return trigger === undefined ? [] : { discoverable, trigger };
  });
}

function isSaid(trigger: readonly string[], said: ReadonlySet<string>): boolean {
  const shared = trigger.filter((word) => said.has(word));
  const namesSomething = shared.some((word) => !isDoing(word)) || trigger.every(isDoing);
  return trigger.length > 0 && namesSomething && shared.length >= SHARE * trigger.length;
}
