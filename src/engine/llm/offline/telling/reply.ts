import type { KeyedRandom } from '#engine/kit/keyed-random.ts';
import type { CastMember } from '../../context-packet.ts';
import type { NarrateInput } from '../../narrate-input.ts';
import { amongSoMany, choose, say } from '../grammar.ts';
import { ALONE, SILENT_REPLIES, VOICED } from '../phrases.ts';
import { namedIn } from '../read-words.ts';
import { GUARDED } from '../reflecting/gestures.ts';
import { ownLines, quotable, voiced, wasSaid } from '../speech/own-lines.ts';
import { awake, personMeant, strangerCalled } from '../speech/person-addressed.ts';
import { type Asked, askedIn } from '../speech/question.ts';
import { capital, midSentence, shortName } from '../speech/short-name.ts';
import { aboutTopic } from './about-matter.ts';
import type { Answering } from './answering.ts';
import { plainAnswer } from './plain-answer.ts';
import {
  MOODS,
  NEWS,
  NOBODY_SUCH,
  NOT_THAT_ONE,
  POINTS_OUT,
  PRICES,
  SELF,
  UNCLEAR,
  WANTS_UNSAID,
} from './reply-phrases.ts';
import { isSilent } from './silent.ts';

/** What whoever was asked answers: the thing itself, or plainly that they will not say it. */
export function answerTold(input: NarrateInput, random: KeyedRandom, told: string): string {
  const asked = askedIn(input.playerText);
  const known = plainAnswer(asked, input);
  if (known !== null) return known;
  const person = personMeant(input);
  if (person === null)
    return capital(
      say(random, ALONE, { place: midSentence(input.packet.scene.place?.name ?? 'this place') }, told),
    );
  const name = shortName(person.name);
  const stranger = strangerCalled(input);
  if (stranger !== null && asked !== null && asked.kind !== 'topic')
    return say(random, NOBODY_SUCH, { whom: stranger }, told);
  const instead = stranger === null ? '' : `${say(random, NOT_THAT_ONE, { whom: stranger, name }, told)} `;
  return `${instead}${answerOf(asked, { person, input, random, told })}`;
}

function answerOf(asked: Asked | null, answering: Answering): string {
  const { person, input, random, told } = answering;
  const name = shortName(person.name);
  if (isSilent(person)) return capital(say(random, SILENT_REPLIES, { name }, told));
  const pointedOut = aboutSomebodyHere(asked, answering);
  if (pointedOut !== null) return pointedOut;
  const decided = ownAnswer(person, input, told);
  if (decided !== null) return decided;
  return capital(
    asked !== null && asked.kind !== 'topic'
      ? ofThemselves(asked.kind, answering)
      : aboutTopic(asked, answering),
  );
}

/** Who somebody is who stands there: another says it, or they say it themselves. */
function aboutSomebodyHere(asked: Asked | null, answering: Answering): string | null {
  const { person, input, random, told } = answering;
  const { packet, playerText } = input;
  if (asked?.kind !== 'topic') return null;
  const [meant] = namedIn(asked.topic, awake(packet.cast));
  const isWho = /\bwho(?:['’]s| is| are| was)\b/i.test(playerText);
  if (meant === undefined || (!isWho && (meant.id === person.id || hasLore(meant, input)))) return null;
  const other = awake(packet.cast).find(({ id }) => id !== meant.id);
  const teller = person.id === meant.id ? other : person;
  const role = quotable(meant.role === '' ? meant.description : meant.role);
  if (teller === undefined) return ofThemselves('self', { ...answering, person: meant });
  return capital(say(random, POINTS_OUT, { name: shortName(teller.name), who: meant.name, role }, told));
}

/** Of whom something is written one can hear more than what they are. */
function hasLore({ name }: CastMember, { packet }: NarrateInput): boolean {
  return packet.lore.some(({ title }) => title.startsWith(name));
}

/** What the one who was asked has decided to say, when they thought about it themselves. */
function ownAnswer({ id }: CastMember, { actions }: NarrateInput, told: string): string | null {
  const own = actions.find(({ characterId }) => characterId === id);
  const isAnswer = own?.intents.some((intent) => intent === 'answer' || intent === 'refuse') ?? false;
  if (own === undefined || !isAnswer) return null;
  const lines = ownLines(own.action);
  const isOld = lines.length > 0 && lines.every((line) => wasSaid(line, told));
  return isOld || told.includes(own.action) ? null : own.action;
}

function ofThemselves(
  kind: Exclude<Asked['kind'], 'topic'>,
  { person, input, random, told }: Answering,
): string {
  const name = shortName(person.name);
  switch (kind) {
    case 'self':
      return say(
        random,
        SELF,
        {
          name,
          full: person.name.replace(/\s*["“][^"”]*["”]/, ''),
          role: quotable(person.role === '' ? 'Nobody in particular' : person.role),
        },
        told,
      );
    case 'news':
      return newsFrom(name, input, random, told);
    case 'price':
      return say(random, PRICES, { name }, told);
    case 'mood':
      return say(random, MOODS, { name }, told);
    default:
      return say(random, WANTS_UNSAID, { name }, told);
  }
}

/** What happened since the story began, or something that is known by now; what was not said yet. */
function newsFrom(name: string, { packet }: NarrateInput, random: KeyedRandom, told: string): string {
  const isNews = (text: string) => text.length > 20 && !told.includes(text.slice(0, -1));
  const happened = packet.recentEvents
    .filter(({ exchange }) => exchange !== undefined)
    .map(({ summary }) => summary);
  const news = [...packet.facts.map(({ text }) => text), ...happened].findLast(isNews);
  if (news === undefined) return say(random, UNCLEAR, { name }, told);
  return say(random, NEWS, { name, line: quotable(news) }, told);
}

/** A line their author gave them that the conversation has not had yet. */
export function inOwnWords({ name, speech }: CastMember, random: KeyedRandom, told: string): string | null {
  const line = choose(
    random,
    ownLines(speech).filter((one) => !wasSaid(one, told)),
  );
  return line === null ? null : say(random, VOICED, voiced(shortName(name), line), told);
}

/** Somebody who is there, when nobody was asked anything: a line of their own, or nothing. */
export function remark(input: NarrateInput, random: KeyedRandom, told: string): string {
  const speakers = awake(input.packet.cast).filter((one) => !isSilent(one));
  const person = personMeant(input) ?? choose(random, speakers);
  if (person === null || random.below(4) === 0) return '';
  return capital(
    inOwnWords(person, random, told) ??
      say(random, amongSoMany(GUARDED, speakers.length), { name: shortName(person.name) }, told),
  );
}
