import type { KeyedRandom } from '#engine/kit/keyed-random.ts';
import type { CastMember } from '../context-packet.ts';
import type { NarrateInput } from '../narrate-input.ts';
import { choose, fresh, say, sentencesOf } from './grammar.ts';
import {
  AFTER_THE_DICE,
  ALONE,
  CLOSINGS,
  GUARDED_REPLIES,
  HONESTY,
  OPEN_ENDINGS,
  PRESENCES,
  TELLING_REPLIES,
  WITHOUT_DICE,
} from './phrases.ts';

/** The prose of a turn: what can be seen and heard, and who answers. It never acts or speaks for the player's character. */
export function tellScene(input: NarrateInput, random: KeyedRandom): string {
  const begun = input.opening === null ? [] : opening(input, input.opening.prologue, random);
  // The first thing a player does after an opening that was lost gets its answer as well.
  const answered = input.opening === null || input.playerText !== '' ? answer(input, random) : [];
  const paragraphs = [...begun, ...answered];
  return paragraphs.filter((paragraph) => paragraph !== '').join('\n\n');
}

/** The author's directions for the first scene are meant for a game master; only the prologue may be read out. */
function opening(input: NarrateInput, prologue: string | null, random: KeyedRandom): string[] {
  const { scene, cast } = input.packet;
  const [someone] = cast;
  return [
    prologue?.trim() ?? '',
    sentencesOf(scene.place?.description ?? '')
      .slice(0, 2)
      .join(' '),
    someone === undefined ? '' : say(random, PRESENCES, wordsFor(someone)),
    closing(input, random),
    HONESTY,
  ];
}

function answer(input: NarrateInput, random: KeyedRandom): string[] {
  const { scene } = input.packet;
  const recent = recentlySaid(input);
  const place = midSentence(scene.place?.name ?? 'this place');
  const words = { place, time: scene.timeOfDay.toLowerCase() };
  const degree = input.outcome?.degree ?? null;
  const first =
    degree === null
      ? say(random, WITHOUT_DICE, words, recent)
      : `${say(random, AFTER_THE_DICE[HEIGHT[degree]], words, recent)} ${input.outcome?.text ?? ''}`;
  return [
    `${first} ${scenery(input, random, recent)}`.trim(),
    reply(input, random, place, recent),
    closing(input, random, recent),
  ];
}

/** How far back a storyteller takes care not to repeat itself. */
const EXCHANGES_REMEMBERED = 6;

function recentlySaid({ conversation }: NarrateInput): string {
  return conversation
    .slice(-EXCHANGES_REMEMBERED)
    .map(({ narration }) => narration)
    .join('\n');
}

const HEIGHT = { critical: 'high', success: 'high', mixed: 'middle', failure: 'low' } as const;

/** Something to be seen here that was not told lately: of the place itself, or what the lore says of it. */
function scenery({ packet }: NarrateInput, random: KeyedRandom, recent: string): string {
  const { place } = packet.scene;
  const ofPlace = packet.lore.filter(({ title }) => place !== null && title.startsWith(place.name));
  const seen = [place?.description ?? '', ...ofPlace.map(({ text }) => text)].flatMap(sentencesOf);
  const untold = fresh(seen, recent).filter((sentence) => !recent.includes(sentence));
  return choose(random, untold) ?? '';
}

function reply(input: NarrateInput, random: KeyedRandom, place: string, recent: string): string {
  const { cast, lore } = input.packet;
  const person = addressed(input) ?? choose(random, cast);
  if (person === null) return say(random, ALONE, { place }, recent);
  const known = input.playerText.includes('?')
    ? lore.find(({ text }) => sentencesOf(text).length > 0)
    : undefined;
  if (known === undefined) return say(random, GUARDED_REPLIES, { name: person.name }, recent);
  const topic = midSentence(known.title.split(' > ')[0] ?? known.title);
  const told = choose(random, fresh(sentencesOf(known.text), recent)) ?? '';
  return `${say(random, TELLING_REPLIES, { name: person.name, topic }, recent)} “${told}”`;
}

const ARTICLES = new Set(['the', 'von', 'van', 'del', 'don', 'doña']);

/** Whoever the player's words name. */
function addressed({ playerText, packet }: NarrateInput): CastMember | undefined {
  const spoken = playerText.toLowerCase();
  const spokenWords = new Set(spoken.split(/[^\p{L}\p{N}]+/u));
  const isNamed = (name: string) =>
    name
      .toLowerCase()
      .split(/\s+/)
      .some((word) => word.length > 2 && !ARTICLES.has(word) && spokenWords.has(word));
  return packet.cast.find(({ name }) => isNamed(name));
}

/** `The Pier House` inside a sentence. */
function midSentence(name: string): string {
  return name.replace(/^(The|An?) /, (article) => article.toLowerCase());
}

function closing({ packet }: NarrateInput, random: KeyedRandom, recent = ''): string {
  const thread = choose(random, packet.threads);
  if (thread === null) return say(random, OPEN_ENDINGS, {}, recent);
  return say(
    random,
    [...CLOSINGS, ...OPEN_ENDINGS],
    { thread: `“${thread.title.replace(/[.!]+$/, '')}”` },
    recent,
  );
}

function wordsFor({ name, role }: CastMember): Readonly<Record<string, string>> {
  return { name, role: role === '' ? 'a stranger so far' : role };
}
