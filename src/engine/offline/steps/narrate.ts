import type { NarrateInput } from '#engine/contracts/narrate-input.ts';
import { createKeyedRandom, type KeyedRandom } from '#engine/util/keyed-random.ts';
import { type Action, createRereadContext, type ParseContext, ParseFault } from '../grammar/action.ts';
import { createPacketLexicon, toSpokenName } from '../grammar/lexicon.ts';
import { parseInput } from '../grammar/parse.ts';
import { addFullStop, capitalise, listContentStems, normalise, toParagraph } from '../grammar/words.ts';
import { tellOpening } from '../voice/place.ts';
import {
  isAnswered,
  isFight,
  NOTHING_WRITTEN,
  tellAct,
  tellPassingTime,
  tellReaction,
  toSecondPerson,
  writeNoAnswer,
} from '../voice/tell-actions.ts';

/** Material for choices: everything here that a command can name. */
type PossibleActions = {
  readonly people: readonly string[];
  readonly things: readonly string[];
  readonly ways: readonly string[];
  /** Open matters, by title. */
  readonly matters: readonly string[];
  /** Commands the author offers here, the freshest first. */
  readonly offers: readonly string[];
  /** Opponent, while a fight goes on. */
  readonly foe?: string | undefined;
  /** The player's last words, which are not offered again. */
  readonly lastText: string;
};

type OfflineChoice = {
  readonly risk: 'safe' | 'low' | 'high';
  readonly text: string;
  readonly description: string;
};

const MOST = 4;
const MOST_OFFERS = 2;
const LONGEST = 120;

/** Offers three or four commands that `read` understands as they stand, of different kinds, in an order the seed decides. */
function offerChoices(
  { people, things, ways, matters, offers, foe, lastText }: PossibleActions,
  random: KeyedRandom,
): OfflineChoice[] {
  const pick = (list: readonly string[]) => list[random.below(Math.max(list.length, 1))];
  const pickOf = (list: readonly string[], make: (name: string) => OfflineChoice): OfflineChoice[] => {
    const name = pick(list);
    return name === undefined ? [] : [make(name)];
  };
  const person = pick(people.map(toSpokenName));
  const way = pickOf(ways, (name) => choice('low', `go to ${toSpokenName(name)}`));
  const waiting = choice('safe', 'wait for 10 minutes');
  // The author's own commands and a way on are enough to bring a story to its end by numbers.
  const authored = offers.slice(0, MOST_OFFERS).map((command) => choice('low', command));
  const usual = [
    ...(person === undefined
      ? []
      : pickOf(matters, (matter) => choice('low', `ask ${person} about “${matter}”`))),
    ...pickOf(people, (name) => choice('safe', `talk to ${toSpokenName(name)}`)),
    ...pickOf(things, (name) => choice('safe', `look at ${toSpokenName(name)}`)),
    ...way,
    choice('low', 'search this place', 'See whether something is hidden here.'),
    choice('safe', 'look around'),
    waiting,
  ];
  const offered = [
    ...(foe === undefined ? [] : [choice('high', `attack ${toSpokenName(foe)}`)]),
    ...(authored.length === 0 ? usual : [...authored, ...way, waiting, ...usual]),
  ];
  const isNew = ({ text, risk }: OfflineChoice) =>
    risk === 'high' || normalise(text) !== normalise(lastText.trim().replace(/\.$/, ''));
  const fitting = offered.filter((each) => each.text.length <= LONGEST && isNew(each));
  return [...new Map(fitting.map((each) => [each.text, each])).values()].slice(0, MOST);
}

function choice(risk: OfflineChoice['risk'], text: string, description = ''): OfflineChoice {
  return { risk, text: capitalise(text.replace(/[|\n]+/g, ' ')), description };
}

function listPossible({
  packet,
  playerText,
  playerActs,
  outcome,
  offers = [],
}: NarrateInput): PossibleActions {
  const { scene, cast, entities, threads, missions } = packet;
  return {
    people: cast.map(({ name }) => name),
    things: entities.map(({ name }) => name),
    ways: scene.exits.filter(({ blocked }) => blocked === null).map(({ label, name = label }) => name),
    matters: [...missions, ...threads].filter(({ status }) => !ENDED.has(status)).map(({ title }) => title),
    offers,
    foe:
      outcome !== null && isFight({ packet })
        ? cast.find(({ name }) => playerActs.some((act) => act.includes(toSpokenName(name))))?.name
        : undefined,
    lastText: playerText,
  };
}

const ENDED = new Set(['resolved', 'completed', 'failed', 'closed', 'done', 'abandoned']);

/** Rows for a d100 table about one attempt. They say how it ends and nothing about how. */
function writeTableRows(attempt: string): string[] {
  return [
    `1-10 | The attempt (${attempt}) fails badly and makes things worse.`,
    `11-35 | The attempt (${attempt}) fails.`,
    `36-65 | The attempt (${attempt}) succeeds in part, at a price.`,
    `66-90 | The attempt (${attempt}) succeeds.`,
    `91-100 | The attempt (${attempt}) succeeds fully, better than hoped.`,
  ];
}

/** Writes the reply to `narrate`: prose, a line `===`, then choices or the rows of the table that is due. */
export function narrateOffline(input: NarrateInput, seed: string): string {
  const prose = (input.opening === null ? tellTurn(input, seed) : tellOpening(input)).join('\n\n');
  // After the end there is nothing to choose; the epilogue follows the prose.
  if (input.ending !== undefined) return `${prose}\n===\n`;
  const lines =
    input.tableDue === null
      ? offerChoices(listPossible(input), createKeyedRandom(seed, 'choices')).map(
          ({ risk, text, description }) =>
            description === '' ? `${risk} | ${text}` : `${risk} | ${text} | ${description}`,
        )
      : writeTableRows(attemptOf(input));
  return `${prose}\n===\n${lines.join('\n')}\n`;
}

function attemptOf({ playerActs, playerText }: NarrateInput): string {
  return toParagraph(playerActs.join('; ') || playerText)
    .replaceAll('|', ' ')
    .slice(0, 200);
}

function tellTurn(input: NarrateInput, seed: string): string[] {
  const { rolled, blocked, outcome, revealed, fallsDue, briefing, direction, assumptions, conversation } =
    input;
  const responses = input.responses ?? [];
  const hindered = blocked.filter(
    ({ reason }, at) => blocked.findIndex((one) => one.reason === reason) === at,
  );
  const taken = assumptions.filter((line) => /^(?:taken as|left out): /.test(line));
  const paragraphs = [
    taken.length === 0 ? '' : `(${taken.join('; ')})`,
    ...(rolled === null
      ? []
      : [`You roll ${rolled.value} (${rolled.from}-${rolled.to}).`, toParagraph(rolled.outcome)]),
    ...hindered.map(({ action, reason }) => blockedSentence(action, reason, hindered.length)),
    tellDone(input).deeds,
    ...tellActs(input, seed),
    outcome === null
      ? ''
      : [...outcome.rolls, outcome.text || tellNothing(input)]
          .map(toParagraph)
          .filter(Boolean)
          .map(addFullStop)
          .join(' '),
    outcome === null || outcome.costs.length === 0 ? '' : addFullStop(`Cost: ${outcome.costs.join('; ')}`),
    ...(outcome?.consequences ?? []),
    ...responses.map(({ text }) => toParagraph(text)),
    ...revealed.map(({ text, saidBy }) => tellRevealed(text, saidBy, input)),
    tellDone(input).changes,
    ...input.actions
      .map(tellReaction)
      .filter((text) => revealed.length + responses.length === 0 || !isNoAnswer(text, input)),
    // A warning comes at several thresholds; the player has read it.
    ...fallsDue
      .map(addFullStop)
      .filter((line) => !conversation.some(({ narration }) => narration.includes(line))),
    ...briefing,
    direction?.text ?? '',
  ]
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '');
  // Rules and clocks report some things twice.
  const told = paragraphs.filter(
    (text, index) =>
      !paragraphs.some((other, at) => other.includes(text) && (at < index || other.length > text.length)),
  );
  return told.length > 0
    ? told
    : [input.span === '' ? 'Nothing new happens.' : addFullStop(capitalise(tellPassingTime(input.span)))];
}

/** Says that nothing is written about the result of a roll; empty when anything else is told about it. */
function tellNothing(input: NarrateInput): string {
  const { outcome, done, actions } = input;
  const isPlain = outcome !== null && outcome.consequences.length === 0 && outcome.costs.length === 0;
  const isDone = done.some((sentence) => !sentence.includes(' goes to '));
  const isTold = isFight(input) || isAnswered(input) || isDone || actions.map(tellReaction).some(Boolean);
  return isPlain && !isTold ? NOTHING_WRITTEN : '';
}

/** Sentences of the engine about changes that operations of the story make. */
const CHANGE = /^(?:Mission|Settled|Lost|A way is open)\b|\bis (?:here now|no longer here)\.$/;

/**
 * Tells the results reported by the rules, and the time they took: the player's own deeds, and apart from them what an authored
 * answer or a find has changed. A wait that names its span has told the time itself.
 */
function tellDone(input: NarrateInput): { readonly deeds: string; readonly changes: string } {
  const { done, span, packet, personaId } = input;
  const name = packet.personas.find(({ id }) => id === personaId)?.name ?? '';
  const sentences = done
    .map((sentence) => addFullStop(toSecondPerson(toParagraph(sentence), name)))
    .map((sentence) => sentence.replace(/([?!])\.$/, '$1'));
  const isLong = /\b(?:hours?|days?|weeks?|months?|years?)\b/i.test(span);
  const isTold = sentences.some((sentence) => sentence.toLowerCase().includes(span.toLowerCase()));
  const isChange = (sentence: string) =>
    !/^You (?!now have )/.test(sentence) && (isAnswered(input) || CHANGE.test(sentence));
  const deeds = sentences.filter((sentence) => !isChange(sentence));
  const time = deeds.length > 0 && isLong && !isTold ? [`${capitalise(tellPassingTime(span))}.`] : [];
  return {
    deeds: [...deeds, ...time].join(' '),
    changes: sentences.filter(isChange).join(' '),
  };
}

function tellActs(input: NarrateInput, seed: string): string[] {
  if (input.rolled !== null) return [];
  const context = createRereadContext(createPacketLexicon(input.packet, input.personaId));
  const told = input.playerActs.filter((act) => !isDone(act, input)).flatMap((act) => readAct(act, context));
  return told.flatMap((action, index) =>
    typeof action === 'string' ? [action] : tellAct(action, input, createKeyedRandom(seed, `act:${index}`)),
  );
}

/** Tells whether the rules report an act word for word. A thing that was handed over is no longer here. */
function isDone(act: string, { done }: NarrateInput): boolean {
  const words = listContentStems(act);
  return (
    /^(?:take|drop|give) (?!a \w+ rest)/.test(act) &&
    done.some((sentence) => {
      const said = listContentStems(sentence);
      return words.slice(1).every((word) => said.includes(word)) && said.includes(words[0] ?? '');
    })
  );
}

/** Reads an act of the Reading again. Words outside this grammar are repeated as they stand. */
function readAct(act: string, context: ParseContext): (Action | string)[] {
  const clauses = parseInput(act, context);
  const actions = clauses.flatMap(({ result }) => (result instanceof ParseFault ? [] : [result]));
  return actions.length === 1 && clauses.length === 1
    ? actions
    : [addFullStop(`You try to ${act.replace(/^(?:you|to) /i, '')}`)];
}

/** Tells whether a text says that a character has no answer, although that character acts in this turn. */
function isNoAnswer(text: string, { actions }: NarrateInput): boolean {
  return actions.some(({ name }) => text === writeNoAnswer(name));
}

function blockedSentence(action: string, reason: string, count: number): string {
  const why = addFullStop(toParagraph(reason));
  return count > 1 && action !== '' ? `Not possible (${action}): ${why}` : `Not possible: ${why}`;
}

function tellRevealed(text: string, saidBy: string | null, { packet }: NarrateInput): string {
  const speaker = packet.cast.find(({ id, name }) => id === saidBy || name === saidBy)?.name ?? saidBy;
  return speaker === null ? toParagraph(text) : `From ${speaker} you learn: ${toParagraph(text)}`;
}
