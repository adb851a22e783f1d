import type { KeyedRandom } from '#engine/kit/keyed-random.ts';
import type { NarrateInput } from '../../narrate-input.ts';
import { type Phrases, say } from '../grammar.ts';
import { type Down, personaDown } from '../persona-down.ts';
import { retold } from '../retell-fight.ts';
import { capital, midSentence } from '../speech/short-name.ts';
import { reactions } from './reactions.ts';

const SENSELESS: Phrases = [
  'Nothing of it reaches a hand. {persona} lies where the fall ended.',
  'The will is there, somewhere far down; {persona} does not move.',
  'Sounds come and go over {persona}, without meaning anything yet.',
  'Only the breath goes on, and that not by anybody’s doing.',
];
const PAST_ALL: Phrases = [
  'Nothing more comes from {persona}. {place} goes on without.',
  'It is {time}, and where {persona} was there is a quiet that nobody walks through.',
  'They speak more softly in {place} now, and step round one spot.',
];

/** Said once to whoever goes on speaking for the dead. */
export const OVER =
  '(Whoever you play is dead. The turn can be taken back, the story told on from an earlier scene, or another begun.)';

/** What there is to tell of a persona that lies there: what the rules say became of it, and what those around do. Null while it can act. */
export function lyingTold(input: NarrateInput, random: KeyedRandom, told: string): string[] | null {
  const down = personaDown(input);
  const consequences = input.outcome?.consequences ?? [];
  // What struck it down this very turn is told as any fight is.
  if (down === null || consequences.some((line) => / (?:strikes|misses) /.test(line))) return null;
  const news = consequences.filter((line) => !STATES.test(line));
  return [
    news.length > 0 ? retold(news, random, told) : stillSo(down, input, random, told),
    reactions(input, random, told),
    down === 'dead' && !told.includes(OVER) ? OVER : '',
  ];
}

/** That it still is so is no news. */
const STATES = /^.+ is (?:dead|unconscious)\.$/;

function stillSo(down: Down, { packet, personaId }: NarrateInput, random: KeyedRandom, told: string): string {
  const words = {
    persona: packet.personas.find(({ id }) => id === personaId)?.name ?? 'whoever fell',
    place: midSentence(packet.scene.place?.name ?? 'this place'),
    time: packet.scene.timeOfDay.toLowerCase(),
  };
  return capital(say(random, down === 'dead' ? PAST_ALL : SENSELESS, words, told));
}
