import { namedIn } from './named-in.ts';
import { folded } from './ranking/stem.ts';
import { type Around, type Told, tellerOf } from './scene/teller.ts';
import { isDone, type Trigger, triggerOf } from './scene/trigger.ts';
import type { Discoverable } from './scene-lore.ts';

export type { Around } from './scene/teller.ts';

export type Discovery = {
  readonly discoverable: Discoverable;
  readonly trigger: string;
  /** Who is asked for it and tells it; null when it is found without anybody's words. */
  readonly saidBy: string | null;
};

/**
 * What an action brings to light: everything with a trigger the action says most of, the matter itself included.
 * "I look behind the bar" does what "search behind the bar" asks; "I look around" does not, and "I ask Viktor about Jin" does
 * not tell him that she is alive. Nobody is asked who is not here, and nothing is found in a place where one is not.
 */
export function discoveredBy(
  action: string,
  discoverables: readonly Discoverable[],
  around: Around,
): Discovery[] {
  return discoverables.flatMap((discoverable) => {
    for (const text of discoverable.triggers) {
      const trigger = triggerOf(text);
      const told = isDone(trigger, action) ? toldBy(trigger, action, discoverable, around) : null;
      if (told !== null) return { discoverable, trigger: text, ...told };
    }
    return [];
  });
}

function toldBy(trigger: Trigger, action: string, discoverable: Discoverable, around: Around): Told | null {
  if (trigger.isTalk) return tellerOf(trigger, action, discoverable.subjectId, around);
  return isDoneHere(trigger, action, discoverable, around) ? { saidBy: null } : null;
}

/** Nothing is found where one is not, nor shown to somebody who is away, nor to another than the trigger names. */
function isDoneHere(trigger: Trigger, action: string, discoverable: Discoverable, around: Around): boolean {
  const { subjectId } = discoverable;
  if (around.elsewhere.some(({ id }) => id === subjectId)) return false;
  if (trigger.addressee !== '' && tellerOf(trigger, action, subjectId, around) === null) return false;
  return isTheirs(trigger, action, discoverable, around);
}

/** Where several people are, it must be said whose thing is meant: `the tent` is not the tent of one of them. */
function isTheirs(
  { owner }: Trigger,
  action: string,
  { subjectId }: Discoverable,
  { present }: Around,
): boolean {
  if (owner !== '' && isAnothers(owner, action, present)) return false;
  if (owner !== '' && /\b(?:an?|some|any)\s/i.test(action) && !folded(action).includes(folded(owner)))
    return false;
  const isOfOneHere = present.length > 1 && present.some(({ id }) => id === subjectId);
  if (owner === '' || !isOfOneHere || /\b(?:his|her|their)\b/i.test(action)) return true;
  return namedIn(action, present).some((id) => id === subjectId) || folded(action).includes(folded(owner));
}

/** `Orne's books` are not `Jossamy's book`; `the owner's coat` may be Viktor's. */
function isAnothers(owner: string, action: string, present: Around['present']): boolean {
  const whose = [...action.matchAll(/([\p{L}-]+)['’]s?\s/gu)].map(([, name = '']) => name);
  const owners = namedIn(owner, present);
  return (
    whose.length > 0 &&
    whose.every(
      (name) => folded(name) !== folded(owner) && !namedIn(name, present).some((id) => owners.includes(id)),
    )
  );
}
