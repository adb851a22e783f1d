import { type Named, namedIn } from './named-in.ts';
import { folded } from './ranking/stem.ts';
import { stems } from './scene/stems.ts';
import { isDone, type Trigger, triggerOf } from './scene/trigger.ts';
import type { Discoverable } from './scene-lore.ts';

export type Discovery = {
  readonly discoverable: Discoverable;
  readonly trigger: string;
  /** Who is asked for it and tells it; null when it is found without anybody's words. */
  readonly saidBy: string | null;
};

/** Who can answer, and what is out of reach. */
export type Around = {
  /** Everybody here who can speak, the one who acts excepted. */
  readonly present: readonly Named[];
  /** People and places that are not here. */
  readonly elsewhere: readonly Named[];
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
      if (!isDone(trigger, action) || !isWithinReach(trigger, action, discoverable, around)) continue;
      if (!isTheirs(trigger, action, discoverable, around)) continue;
      const saidBy = trigger.isTalk ? tellerOf(trigger, action, discoverable, around) : null;
      return { discoverable, trigger: text, saidBy };
    }
    return [];
  });
}

function isWithinReach(
  { isTalk, addressee, office }: Trigger,
  action: string,
  { subjectId }: Discoverable,
  around: Around,
): boolean {
  if (!isTalk) return around.elsewhere.every(({ id }) => id !== subjectId);
  if (around.present.length === 0) return false;
  if (office !== '' && !namesOffice(office, action, around)) return false;
  if (addressee === '' || namedIn(addressee, around.present).length > 0) return true;
  return namedIn(addressee, around.elsewhere).length === 0;
}

/** `the pastor` is meant by the word itself, or by the name of whoever is the pastor. */
function namesOffice(office: string, action: string, { present }: Around): boolean {
  const said = stems(action);
  if (stems(office).some((word) => said.includes(word))) return true;
  return namedIn(office, present).some((id) => namedIn(action, present).includes(id));
}

/** Where several people are, it must be said whose thing is meant: `the tent` is not the tent of one of them. */
function isTheirs(
  { owner }: Trigger,
  action: string,
  { subjectId }: Discoverable,
  { present }: Around,
): boolean {
  if (owner !== '' && /\b(?:an?|some|any)\s/i.test(action) && !folded(action).includes(folded(owner)))
    return false;
  const isOfOneHere = present.length > 1 && present.some(({ id }) => id === subjectId);
  if (owner === '' || !isOfOneHere || /\b(?:his|her|their)\b/i.test(action)) return true;
  return namedIn(action, present).some((id) => id === subjectId) || folded(action).includes(folded(owner));
}

/** Whoever the trigger names, or else the one it is about, or else whoever is spoken to. */
function tellerOf(
  { addressee }: Trigger,
  action: string,
  { subjectId }: Discoverable,
  { present }: Around,
): string | null {
  const [named] = addressee === '' ? [] : namedIn(addressee, present);
  const subject = present.find(({ id }) => id === subjectId)?.id;
  const [spokenTo] = namedIn(action, present);
  return named ?? (addressee === '' ? spokenTo : undefined) ?? subject ?? spokenTo ?? present[0]?.id ?? null;
}
