import type { KeyedRandom } from '#engine/kit/keyed-random.ts';
import type { CastMember, LoreView } from '../context-packet.ts';
import type { NarrateInput } from '../narrate-input.ts';
import { exitTaken, isWay, placeBehind } from './exit-taken.ts';
import { choose, fresh, say, sentencesOf } from './grammar.ts';
import { leadFor } from './lead-phrases.ts';
import { offerTable } from './offer-table.ts';
import { ownLines, voiced, wasSaid } from './own-lines.ts';
import { awake, personAddressed } from './person-addressed.ts';
import {
  ABSENT,
  AFTER_THE_DICE,
  ALONE,
  ARRIVALS,
  CLOSINGS,
  GUARDED_REPLIES,
  HONESTY,
  IN_THE_BALANCE,
  LEFT_BEHIND,
  OPEN_ENDINGS,
  PRESENCES,
  SILENT_REPLIES,
  TELLING_REPLIES,
  UNDECIDED,
  VOICED,
  WITNESSES,
} from './phrases.ts';
import { keywordsOf, namedIn } from './read-words.ts';
import { retold } from './retell-fight.ts';

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
  const recent = recentlySaid(input);
  if (input.rolled !== null) return rowTold(input, random, recent);
  if (offerTable(input) !== null) return inTheBalance(input, random, recent);
  const { scene } = input.packet;
  const place = midSentence(scene.place?.name ?? 'this place');
  const words = { place, time: scene.timeOfDay.toLowerCase() };
  const exit = exitTaken(input);
  if (exit !== null) return arrival(exit, input, random, recent);
  const [happened, reaction] = [whatHappened(input, random, words, recent), reactions(input, recent)];
  return [
    `${happened} ${scenery(input, random, recent)}`.trim(),
    ...input.revealed,
    ...input.blocked.map(({ reason }) => reason),
    absence(input, random, place, recent),
    reaction === '' ? reply(input, random, place, recent) : reaction,
    // A scene that ends on the same note every time is a refrain.
    random.below(5) < 3 ? closing(input, random, recent) : '',
  ];
}

type Exit = NarrateInput['packet']['scene']['exits'][number];

/** How the way goes, where that is told of it, what lies at its end, and who stays. */
function arrival(exit: Exit, input: NarrateInput, random: KeyedRandom, recent: string): string[] {
  const way = midSentence(exit.label).replace(/^./, (first) => first.toLowerCase());
  const place = midSentence(placeBehind(exit));
  const left = choose(random, awake(input.packet.cast));
  return [
    isWay(exit.label) ? `The way goes ${way}.` : '',
    say(random, ARRIVALS, { place }, recent),
    left === null ? '' : say(random, LEFT_BEHIND, { name: left.name }, recent),
  ];
}

/** Whoever is called and is not there does not come; what is known of them may still be told. */
function absence(input: NarrateInput, random: KeyedRandom, place: string, recent: string): string {
  const name = CALLED.exec(input.playerText)?.[1];
  const { cast, personas, lore } = input.packet;
  if (name === undefined || namedIn(name, [...cast, ...personas]).length > 0) return '';
  const known = lore.find(({ title }) => title.includes(name));
  const told = known === undefined ? null : choose(random, fresh(sentencesOf(known.text), recent));
  return `${say(random, ABSENT, { name, place }, recent)} ${told ?? ''}`.trim();
}

const CALLED =
  /\b(?:call|shout|send|ask|whistle|look|wait)\s+(?:out\s+)?for\s+(\p{Lu}[\p{L}'’-]+(?:\s+(?:(?:de|del|la|of)\s+)?\p{Lu}[\p{L}'’-]+)*)/u;

/** What the rules have settled comes first: it is so, whatever else is told. */
function whatHappened(
  { outcome, playerText }: NarrateInput,
  random: KeyedRandom,
  words: Readonly<Record<string, string>>,
  recent: string,
): string {
  const lead = leadFor(playerText);
  if (outcome === null) return capital(say(random, lead, words, recent));
  const known = outcome.consequences.join(' ');
  const rest = outcome.text.startsWith(known) ? outcome.text.slice(known.length).trim() : outcome.text;
  const told = retold(outcome.consequences, random, recent);
  if (told !== '' && !/^\S+ ?\+?-?\d/.test(told)) return `${told} ${rest}`.trim();
  const phrases = outcome.degree === null ? lead : AFTER_THE_DICE[HEIGHT[outcome.degree]];
  return `${capital(say(random, phrases, words, recent))} ${rest}`.trim();
}

/** What those present visibly did, as they decided it for themselves: whoever was spoken to first. */
function reactions(input: NarrateInput, recent: string): string {
  if (input.playerText.includes('?')) return '';
  const person = personAddressed(input);
  const said = input.conversation.map(({ narration }) => narration).join('\n');
  const isNew = (action: string) =>
    !recent.includes(action) && !ownLines(action).some((line) => wasSaid(line, said));
  const fresh = input.actions.filter(({ action }) => action !== '' && isNew(action));
  const ordered = fresh.toSorted(
    (one, other) => Number(other.characterId === person?.id) - Number(one.characterId === person?.id),
  );
  // Two who do the very same, or speak in the very same manner, are told of once.
  const deed = ({ action, characterId }: (typeof ordered)[number]) =>
    action
      .replace(input.packet.cast.find(({ id }) => id === characterId)?.name ?? '', '')
      .replace(/“[^”]*”/gu, '“”');
  const different = ordered.filter(
    (one, at) => ordered.findIndex((other) => deed(other) === deed(one)) === at,
  );
  return different
    .slice(0, 2)
    .map(({ action }) => action)
    .join(' ');
}

/** The row as it stands, and who saw it. It binds, so nothing is added that could soften it. */
function rowTold(input: NarrateInput, random: KeyedRandom, recent: string): string[] {
  const outcome = input.rolled?.outcome ?? '';
  const witness = awake(input.packet.cast).findLast(({ name }) => !outcome.includes(name));
  return [
    outcome,
    scenery(input, random, recent),
    witness === undefined ? '' : say(random, WITNESSES, { name: witness.name }, recent),
    closing(input, random, recent),
  ];
}

function inTheBalance(input: NarrateInput, random: KeyedRandom, recent: string): string[] {
  const person =
    input.callType === 'persuasion' ? (personAddressed(input) ?? awake(input.packet.cast)[0]) : undefined;
  const place = midSentence(input.packet.scene.place?.name ?? 'this place');
  return [
    person === undefined
      ? say(random, UNDECIDED, { place }, recent)
      : say(random, IN_THE_BALANCE, { name: person.name }, recent),
    scenery(input, random, recent),
    'A roll of the die will say, by the table that is laid open now.',
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
  const person = personAddressed(input) ?? choose(random, awake(cast));
  if (person === null) return say(random, ALONE, { place }, recent);
  if (SILENT.test(person.speech)) return say(random, SILENT_REPLIES, { name: person.name }, recent);
  const known = input.playerText.includes('?') ? loreAbout(input.playerText, lore) : undefined;
  if (known === undefined)
    return inOwnWords(person, input, random) ?? say(random, GUARDED_REPLIES, { name: person.name }, recent);
  const topic = midSentence(known.title.split(' > ')[0] ?? known.title);
  const told = choose(random, fresh(sentencesOf(known.text), recent)) ?? '';
  return `${say(random, TELLING_REPLIES, { name: person.name, topic }, recent)} “${told}”`;
}

/** A line their author gave them that the conversation has not had yet; null when there is none, and now and then anyway. */
function inOwnWords(
  { name, speech }: CastMember,
  { conversation }: NarrateInput,
  random: KeyedRandom,
): string | null {
  const said = conversation.map(({ narration }) => narration).join('\n');
  const line = choose(
    random,
    ownLines(speech).filter((one) => !wasSaid(one, said)),
  );
  return line === null || random.below(5) === 0 ? null : say(random, VOICED, voiced(name, line), said);
}

const SILENT = /^\s*(?:silent|silence|none|does not speak|never speaks|says nothing|wordless)\b/i;

/** Of what is known, what the question is about: the passage that shares most words with it. */
function loreAbout(question: string, lore: NarrateInput['packet']['lore']): LoreView | undefined {
  const asked = keywordsOf(question);
  const telling = lore.filter(({ text }) => sentencesOf(text).length > 0);
  const shared = ({ title, text }: LoreView) => {
    const words = `${title} ${text}`.toLowerCase();
    return asked.filter((word) => words.includes(word)).length;
  };
  return telling.toSorted((one, other) => shared(other) - shared(one))[0];
}

/** A phrase may begin with a name that is written small inside a sentence. */
const capital = (text: string): string => text.replace(/^\p{Ll}/u, (first) => first.toUpperCase());

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
