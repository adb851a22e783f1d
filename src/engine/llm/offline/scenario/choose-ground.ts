import type { KeyedRandom } from '#engine/kit/keyed-random.ts';
import type { ScenarioLore } from '../../scenario-inputs.ts';
import { choose } from '../grammar.ts';
import { keywordsOf } from '../read-words.ts';
import type { Trouble } from './trouble.ts';
import { TROUBLES } from './troubles.ts';

type Place = ScenarioLore['places'][number];
type Opening = ScenarioLore['openings'][number];

/** Where a scenario happens and how it begins there. */
export type Ground = { readonly trouble: Trouble; readonly place: Place; readonly opening: Opening };

/** What the wish asks for where it says so, and otherwise what the seed says. */
export function chooseGround(
  { brief, ruleset, places, openings }: ScenarioLore,
  random: KeyedRandom,
): Ground {
  const troubles = TROUBLES.filter(({ isForTwo }) => isForTwo === ruleset.isForTwo);
  const asked = troubles.filter((trouble) => trouble.asked.test(brief));
  const trouble = choose(random, asked.length === 0 ? troubles : asked);
  const stages = ruleset.isForTwo
    ? places.filter(({ id }) => openings.some(({ placeId }) => placeId === id))
    : places;
  const place = choose(random, nearest(stages.length === 0 ? places : stages, brief));
  const here = openings.filter(({ placeId }) => placeId === place?.id);
  const opening = choose(random, here.length === 0 ? openings : here);
  if (trouble === null || place === null || opening === null) {
    throw new Error('a scenario was asked for in a world without a place to begin at');
  }
  return { trouble, place, opening };
}

/** The places the wish speaks of; all of them when it speaks of none. */
function nearest(places: readonly Place[], brief: string): readonly Place[] {
  const wanted = keywordsOf(brief).map((word) => word.toLowerCase());
  const scored = places.map((place) => ({ place, score: score(place, wanted) }));
  const best = Math.max(0, ...scored.map(({ score: points }) => points));
  return best === 0
    ? places
    : scored.filter(({ score: points }) => points === best).map(({ place }) => place);
}

/** A word of the name counts for more than one of the description. */
function score({ name, summary }: Place, wanted: readonly string[]): number {
  const [title, text] = [wordsOf(name), wordsOf(summary)];
  return wanted.reduce((sum, word) => sum + (title.has(word) ? 3 : text.has(word) ? 1 : 0), 0);
}

function wordsOf(text: string): ReadonlySet<string> {
  return new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []);
}
