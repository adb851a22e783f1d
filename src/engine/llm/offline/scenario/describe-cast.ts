import type { KeyedRandom } from '#engine/kit/keyed-random.ts';
import type { ScenarioLore } from '../../scenario-inputs.ts';
import type { ScenarioCast, ScenarioOutline } from '../../scenario-replies.ts';
import { choose } from '../grammar.ts';
import type { Person } from './choose-people.ts';
import { midSentence } from './fill-words.ts';
import { HABITS, LIMITS, LOOKS, TEMPERS, VOICES } from './manners.ts';
import { variedBlock } from './vary-stats.ts';

/** Everyone who is new, each with looks, a voice and a limit of their own. */
export function castOf(
  outline: ScenarioOutline,
  people: readonly Person[],
  { statBlocks, factions, threads }: ScenarioLore,
  random: KeyedRandom,
): ScenarioCast {
  const hands = [LOOKS, TEMPERS, VOICES, LIMITS, HABITS].map((list) => shuffled(list.length, random));
  const [faction, thread] = [choose(random, factions), choose(random, threads)];
  const characters = people.flatMap(({ part, name, from, pronouns }, index) => {
    const member = outline.cast[index];
    if (from !== '' || member === undefined) return [];
    const [look = 0, temper = 0, voice = 0, limit = 0, habit = 0] = hands.map((hand) => hand[index] ?? 0);
    const blocks = part === 'persona' ? statBlocks.personas : statBlocks.others;
    const ties =
      part === 'rival' && faction !== null
        ? [`There are said to be ties to ${midSentence(faction.name)}.`]
        : [];
    return [
      {
        name,
        pronouns,
        appearance: LOOKS[look] ?? '',
        description: [`${name} is here as ${member.role}.`, LOOKS[look], HABITS[habit], ...ties].join(' '),
        personality: [...(TEMPERS[temper] ?? [])],
        speech: VOICES[voice]?.speech ?? '',
        sample_lines: [...(VOICES[voice]?.lines ?? [])],
        goals: [member.wants],
        red_lines: [LIMITS[limit] ?? ''],
        knows:
          part === 'client' && thread !== null
            ? [`What else people talk of: ${thread.title}. ${thread.stakes}`]
            : [],
        stat_block: variedBlock(blocks, random),
      },
    ];
  });
  return { characters };
}

/** The numbers below `count` in an order of chance. */
function shuffled(count: number, random: KeyedRandom): readonly number[] {
  const order = Array.from({ length: count }, (_, index) => index);
  for (let last = count - 1; last > 0; last -= 1) {
    const other = random.below(last + 1);
    [order[last], order[other]] = [order[other] ?? 0, order[last] ?? 0];
  }
  return order;
}
