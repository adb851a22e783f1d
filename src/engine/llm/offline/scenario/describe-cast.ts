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
  const deal = dealt(random);
  const faction = choose(random, factions);
  const thread = choose(random, threads);
  const characters = people.flatMap(({ part, name, from, pronouns }, index) => {
    const member = outline.cast[index];
    if (from !== '' || member === undefined) return [];
    const { look, habit, ...manner } = deal(index);
    const ties = part === 'rival' && faction !== null ? [tiesTo(faction.name)] : [];
    return [
      {
        name,
        pronouns,
        appearance: look,
        description: [`${name} is here as ${member.role}.`, look, habit, ...ties].join(' '),
        ...manner,
        goals: [member.wants],
        knows: part === 'client' && thread !== null ? newsOf(thread) : [],
        stat_block: variedBlock(part === 'persona' ? statBlocks.personas : statBlocks.others, random),
      },
    ];
  });
  return { characters };
}

function tiesTo(faction: string): string {
  return `There are said to be ties to ${midSentence(faction)}.`;
}

/** What is talked about everywhere; nothing when it is too long to be said in passing. */
function newsOf({ title, stakes }: ScenarioLore['threads'][number]): string[] {
  const stop = /[.!?]$/.test(title) ? '' : '.';
  const news = `What else people talk of: ${title}${stop} ${stakes}`;
  return news.length > 400 ? [] : [news];
}

/** Deals everyone looks, temper, voice and limit, none of them twice. */
function dealt(random: KeyedRandom) {
  const hands = [LOOKS, TEMPERS, VOICES, LIMITS, HABITS].map((list) => shuffled(list.length, random));
  return (index: number) => {
    const [look = 0, temper = 0, voice = 0, limit = 0, habit = 0] = hands.map((hand) => hand[index] ?? 0);
    const { speech, lines } = VOICES[voice] ?? { speech: '', lines: [] };
    return {
      look: LOOKS[look] ?? '',
      habit: HABITS[habit] ?? '',
      personality: [...(TEMPERS[temper] ?? [])],
      speech,
      sample_lines: [...lines],
      red_lines: [LIMITS[limit] ?? ''],
    };
  };
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
