import type { NarrateInput } from '#engine/contracts/narrate-input.ts';
import { createKeyedRandom } from '#engine/util/keyed-random.ts';
import { type Action, createRereadContext, type ParseContext, ParseFault } from '../grammar/action.ts';
import { createPacketLexicon } from '../grammar/lexicon.ts';
import { parseInput } from '../grammar/parse.ts';
import { addFullStop, capitalise, listContentStems, toParagraph } from '../grammar/words.ts';
import { listPossible, offerChoices, writeTableRows } from '../voice/choices.ts';
import { tellOpening } from '../voice/place.ts';
import {
  isFight,
  NOTHING_WRITTEN,
  tellAct,
  tellPassingTime,
  tellReaction,
  toSecondPerson,
  writeNoAnswer,
} from '../voice/tell-actions.ts';

/** Writes the reply to `narrate`: prose, a line `===`, then choices or the rows of the table that is due. */
export function narrateOffline(input: NarrateInput, seed: string): string {
  const prose = (input.opening === null ? tellTurn(input, seed) : tellOpening(input)).join('\n\n');
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
  const { rolled, blocked, outcome, revealed, fallsDue, briefing, direction, assumptions } = input;
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
    tellDone(input),
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
    ...revealed.map(({ text, saidBy }) => tellRevealed(text, saidBy, input)),
    ...input.actions.map(tellReaction).filter((text) => revealed.length === 0 || !isNoAnswer(text, input)),
    ...fallsDue.map(addFullStop),
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
  const { outcome, revealed, done, actions } = input;
  const isPlain = outcome !== null && outcome.consequences.length === 0 && outcome.costs.length === 0;
  const isDone = done.some((sentence) => !sentence.includes(' goes to '));
  const isTold = isFight(input) || revealed.length > 0 || isDone || actions.map(tellReaction).some(Boolean);
  return isPlain && !isTold ? NOTHING_WRITTEN : '';
}

/** Tells the results reported by the rules, and the time they took. A wait that names its span has told the time itself. */
function tellDone(input: NarrateInput): string {
  const { done, span, packet, personaId } = input;
  const name = packet.personas.find(({ id }) => id === personaId)?.name ?? '';
  const sentences = done.map((sentence) => addFullStop(toSecondPerson(toParagraph(sentence), name)));
  const isLong = /\b(?:hours?|days?|weeks?|months?|years?)\b/i.test(span);
  const isTold = sentences.some((sentence) => sentence.toLowerCase().includes(span.toLowerCase()));
  const time = sentences.length > 0 && isLong && !isTold ? [`${capitalise(tellPassingTime(span))}.`] : [];
  return [...sentences, ...time].join(' ');
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
