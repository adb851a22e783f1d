import type { NarrateInput } from '#engine/contracts/narrate-input.ts';
import type { KeyedRandom } from '#engine/util/keyed-random.ts';
import { toSpokenName } from '../grammar/lexicon.ts';
import { capitalise, normalise } from '../grammar/words.ts';
import { isFight } from './tell-actions.ts';

/** Material for choices: everything here that a command can name. */
export type PossibleActions = {
  readonly people: readonly string[];
  readonly things: readonly string[];
  readonly ways: readonly string[];
  /** Open matters, by title. */
  readonly matters: readonly string[];
  /** Opponent, while a fight goes on. */
  readonly foe?: string | undefined;
  /** The player's last words, which are not offered again. */
  readonly lastText: string;
};

export type OfflineChoice = {
  readonly risk: 'safe' | 'low' | 'high';
  readonly text: string;
  readonly description: string;
};

const MOST = 4;
const LONGEST = 120;

/** Offers three or four commands that `read` understands as they stand, of different kinds, in an order the seed decides. */
export function offerChoices(
  { people, things, ways, matters, foe, lastText }: PossibleActions,
  random: KeyedRandom,
): OfflineChoice[] {
  const pick = (list: readonly string[]) => list[random.below(Math.max(list.length, 1))];
  const pickOf = (list: readonly string[], make: (name: string) => OfflineChoice): OfflineChoice[] => {
    const name = pick(list);
    return name === undefined ? [] : [make(name)];
  };
  const person = pick(people.map(toSpokenName));
  const offered = [
    ...(foe === undefined ? [] : [choice('high', `attack ${toSpokenName(foe)}`)]),
    ...(person === undefined
      ? []
      : pickOf(matters, (matter) => choice('low', `ask ${person} about “${matter}”`))),
    ...pickOf(people, (name) => choice('safe', `talk to ${toSpokenName(name)}`)),
    ...pickOf(things, (name) => choice('safe', `look at ${toSpokenName(name)}`)),
    ...pickOf(ways, (name) => choice('low', `go to ${toSpokenName(name)}`)),
    choice('low', 'search this place', 'See whether something is hidden here.'),
    choice('safe', 'look around'),
    choice('safe', 'wait for 10 minutes'),
  ];
  const isNew = ({ text, risk }: OfflineChoice) =>
    risk === 'high' || normalise(text) !== normalise(lastText.trim().replace(/\.$/, ''));
  return offered.filter((each) => each.text.length <= LONGEST && isNew(each)).slice(0, MOST);
}

function choice(risk: OfflineChoice['risk'], text: string, description = ''): OfflineChoice {
  return { risk, text: capitalise(text.replace(/[|\n]+/g, ' ')), description };
}

export function listPossible({ packet, playerText, playerActs, outcome }: NarrateInput): PossibleActions {
  const { scene, cast, entities, threads, missions } = packet;
  return {
    people: cast.map(({ name }) => name),
    things: entities.map(({ name }) => name),
    ways: scene.exits.filter(({ blocked }) => blocked === null).map(({ label, name = label }) => name),
    matters: [...missions, ...threads].filter(({ status }) => !ENDED.has(status)).map(({ title }) => title),
    foe:
      outcome !== null && isFight({ packet })
        ? cast.find(({ name }) => playerActs.some((act) => act.includes(toSpokenName(name))))?.name
        : undefined,
    lastText: playerText,
  };
}

const ENDED = new Set(['resolved', 'completed', 'failed', 'closed', 'done', 'abandoned']);

/** Rows for a d100 table about one attempt. They say how it ends and nothing about how. */
export function writeTableRows(attempt: string): string[] {
  return [
    `1-10 | The attempt (${attempt}) fails badly and makes things worse.`,
    `11-35 | The attempt (${attempt}) fails.`,
    `36-65 | The attempt (${attempt}) succeeds in part, at a price.`,
    `66-90 | The attempt (${attempt}) succeeds.`,
    `91-100 | The attempt (${attempt}) succeeds fully, better than hoped.`,
  ];
}
