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
  const fitting = ruleset.isForTwo ? openings : inTheEvening(openings);
  const here = fitting.filter(({ placeId }) => placeId === place?.id);
  const opening = choose(random, here.length === 0 ? fitting : here);
  if (trouble === null || place === null || opening === null) {
    throw new Error('a scenario was asked for in a world without a place to begin at');
  }
  return { trouble, place, opening: ruleset.isForTwo ? opening : atNightfall(opening, random) };
}

const CLOCK = /\b(\d{1,2}):(\d{2})\b/;
const NIGHTFALL = ['18:40', '19:25', '20:10', '20:50', '21:35', '22:15'] as const;

/** Troubles have a night to run in: openings of an evening, if this world has any. */
function inTheEvening(openings: readonly Opening[]): readonly Opening[] {
  const late = openings.filter(({ time }) => Number(CLOCK.exec(time)?.[1] ?? 0) >= 16);
  return late.length === 0 ? openings : late;
}

/** Another hour of the same evening, unless the state of the scene goes by the clock itself. */
function atNightfall(opening: Opening, random: KeyedRandom): Opening {
  const hour = choose(random, NIGHTFALL);
  if (CLOCK.test(JSON.stringify(opening.sceneSeed))) return opening;
  return { ...opening, time: opening.time.replace(CLOCK, hour) };
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
