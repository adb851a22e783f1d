import { loadedIds } from '#retrieval/change-scene-lore.ts';
import { namedIn } from '#retrieval/named-in.ts';
import type { SceneLore } from '#retrieval/scene-lore.ts';
import type { Moment } from '../draft.ts';

/** Words by which people ask for what they do not have before them. */
const ASKS =
  /\b(remember|recall|remind|last time|earlier|before|history|rumou?rs?|heard (?:of|about)|know about|who (?:is|was|are)|what (?:is|was|happened)|where (?:is|was)|when did|law|laws|decree|legal|tell me (?:about|of))\b/i;

/** Names begin with a capital in the middle of a sentence; somebody nobody has on record may still be in the lore. */
const NAME = /(?<=[\p{Ll}\d,;:]["'”’]?\s)\p{Lu}\p{Ll}{2,}/u;

/**
 * Whether words refer to anything that is not at hand: somebody elsewhere, something that happened, a law, a name nobody
 * present bears. When they do not, nobody needs to be asked what to look up.
 */
export function namesSomethingNew({ snapshot, view, words }: Moment, lore: SceneLore): boolean {
  if (words.trim() === '') return false;
  if (ASKS.test(words)) return true;
  const { characterIds } = loadedIds(lore);
  const atHand = new Set<string>([
    ...characterIds,
    ...view.scene.presentIds,
    ...Object.keys(view.inventory),
    ...(view.scene.placeId === null ? [] : [view.scene.placeId]),
  ]);
  const named = namedIn(words, Object.values(snapshot.entities));
  if (named.some((id) => !atHand.has(id))) return true;
  return named.length === 0 && NAME.test(words);
}
