import type { NarrateInput } from '#engine/contracts/narrate-input.ts';
import { createKeyedRandom, type KeyedRandom } from '#engine/util/keyed-random.ts';
import { toSpokenName } from '../grammar/lexicon.ts';
import { addFullStop, capitalise, normalise, toParagraph, toWordSet } from '../grammar/words.ts';
import {
  isAnswered,
  isFight,
  isReport,
  NOTHING_WRITTEN,
  ownWords,
  readAct,
  tellAct,
  tellOpening,
  tellPassingTime,
  tellReaction,
  toSecondPerson,
  writeNoAnswer,
} from '../voice/tell-actions.ts';

const MOST = 4;
const MOST_OFFERS = 2;
const MOST_FOES = 2;
const LONGEST = 120;
/** Condition of those who can neither talk nor fight. */
const DOWN = /^(dead|dying|unconscious)\b/;
const ENDED = toWordSet('resolved completed failed closed done abandoned');

/** Offers three or four commands that `read` understands as they stand, of different kinds, in an order the seed decides. */
function offerChoices(input: NarrateInput, random: KeyedRandom): string[] {
  const { packet, playerText, offers = [] } = input;
  const { scene, cast, entities, threads, missions } = packet;
  const pick = (list: readonly string[]) => list[random.below(Math.max(list.length, 1))];
  const offer = (risk: string, verb: string, name: string | undefined, description = '') => {
    const text = capitalise(`${verb} ${name}`.replace(/[|\n]+/g, ' ').trim());
    return name === undefined ? [] : [{ risk, text, description }];
  };
  const people = cast.filter(({ condition }) => !DOWN.test(condition)).map(({ name }) => toSpokenName(name));
  const open = scene.exits.filter(({ blocked }) => blocked === null);
  const matters = [...missions, ...threads].filter(({ status }) => !ENDED.has(status));
  const person = pick(people);
  const way = offer('low', 'go to', pick(open.map(({ label, name = label }) => toSpokenName(name))));
  const waiting = offer('safe', 'wait', 'for 10 minutes');
  // The author's own commands and a way on are enough to bring a story to its end by numbers.
  const authored = offers.slice(0, MOST_OFFERS).flatMap((command) => offer('low', '', command));
  if (isFight(input)) return writeChoices(offerInFight(input, offer), playerText);
  const all = [
    ...(authored.length === 0 ? [] : [...authored, ...way, ...waiting]),
    ...(person === undefined
      ? []
      : offer('low', `ask ${person} about`, pick(matters.map(({ title }) => `“${title}”`)))),
    ...offer('safe', 'talk to', pick(people)),
    ...offer('safe', 'look at', pick(entities.map(({ name }) => toSpokenName(name)))),
    ...way,
    ...offer('low', 'search', 'this place', 'See whether something is hidden here.'),
    ...offer('safe', 'look', 'around'),
    ...waiting,
  ];
  return writeChoices(all, playerText);
}

type Offer = { readonly risk: string; readonly text: string; readonly description: string };

/** Writes choices in lines, without what the player has just done; blows may be repeated. */
function writeChoices(all: readonly Offer[], playerText: string): string[] {
  const last = normalise(playerText.trim().replace(/\.$/, ''));
  const lines = all
    .filter(({ text, risk }) => text.length <= LONGEST && (risk === 'high' || normalise(text) !== last))
    .map(
      ({ risk, text, description }) => [text, [risk, text, description].filter(Boolean).join(' | ')] as const,
    );
  return [...new Map(lines).values()].slice(0, MOST);
}

/** Offers what can be done in a fight: blows at those who stand, what heals when it is needed, help for the dying, flight. */
function offerInFight(
  input: NarrateInput,
  offer: (risk: string, verb: string, name: string | undefined) => Offer[],
): Offer[] {
  const { packet, personaId } = input;
  const up = packet.cast.filter(({ condition }) => !DOWN.test(condition)).map(({ name }) => name);
  const [, against = ''] =
    /; against them ([^;]*)[.;]/.exec(
      packet.activeSituations.find((line) => line.startsWith('A fight, ')) ?? '',
    ) ?? [];
  const foes = against.split(', ').filter((name) => up.includes(name));
  const sheet = packet.personas.find(({ id }) => id === personaId)?.sheet.join('\n') ?? '';
  const [, now = '1', most = '1'] = /\bHP (\d+) of (\d+)/.exec(sheet) ?? [];
  const isHurt = Number(now) * 2 <= Number(most);
  const has = (thing: RegExp) => isHurt && thing.test(sheet);
  const dying = packet.cast.find(({ condition }) => condition.startsWith('dying'))?.name;
  return [
    ...foes.slice(0, MOST_FOES).flatMap((name) => offer('high', 'attack', toSpokenName(name))),
    ...offer('low', 'help', dying === undefined ? undefined : toSpokenName(dying)),
    ...(has(/\bsecond wind [1-9]/) ? offer('safe', 'use', 'second wind') : []),
    ...(has(/\b[1-9]\d* potion of healing\b/) ? offer('safe', 'drink', 'a potion of healing') : []),
    ...offer('medium', 'flee', ''),
  ];
}

/** Rows of a d100 table about one attempt. They say how it ends and nothing about how. */
const ROWS = [
  ['1-10', 'fails badly and makes things worse'],
  ['11-35', 'fails'],
  ['36-65', 'succeeds in part, at a price'],
  ['66-90', 'succeeds'],
  ['91-100', 'succeeds fully, better than hoped'],
] as const;

/** Writes the reply to `narrate`: prose, a line `===`, then choices or the rows of the table that is due. */
export function narrateOffline(input: NarrateInput, seed: string): string {
  const { opening, ending, tableDue, playerActs, playerText } = input;
  const prose = (opening === null ? tellTurn(input, seed) : tellOpening(input)).join('\n\n');
  // After the end there is nothing to choose; the epilogue follows the prose.
  if (ending !== undefined) return `${prose}\n===\n`;
  const attempt = toParagraph(playerActs.join('; ') || playerText)
    .replaceAll('|', ' ')
    .slice(0, 200);
  const lines =
    tableDue === null
      ? offerChoices(input, createKeyedRandom(seed, 'choices'))
      : ROWS.map(([range, result]) => `${range} | The attempt (${attempt}) ${result}.`);
  return `${prose}\n===\n${lines.join('\n')}\n`;
}

function tellTurn(input: NarrateInput, seed: string): string[] {
  const { rolled, blocked, outcome, revealed, fallsDue, briefing, direction, assumptions, conversation } =
    input;
  const { responses = [], actions } = input;
  const hindered = blocked.filter(
    (each, at) => blocked.findIndex(({ reason }) => reason === each.reason) === at,
  );
  const taken = assumptions.filter((line) => /^(?:taken as|left out): /.test(line));
  const { deeds, changes } = tellDone(input);
  const paragraphs = [
    taken.length === 0 ? '' : `(${taken.join('; ')})`,
    rolled === null ? '' : `You roll ${rolled.value} (${rolled.from}-${rolled.to}).`,
    toParagraph(rolled?.outcome ?? ''),
    ...hindered.map(({ action, reason }) => {
      const about = hindered.length > 1 && action !== '' ? ` (${action})` : '';
      return `Not possible${about}: ${addFullStop(toParagraph(reason))}`;
    }),
    ...tellActs(input, deeds, seed),
    outcome === null ? '' : tellOutcome(outcome, input),
    outcome === null || outcome.costs.length === 0 ? '' : addFullStop(`Cost: ${outcome.costs.join('; ')}`),
    ...(outcome?.consequences ?? []),
    ...responses.map(({ text }) => toParagraph(text)),
    ...revealed.map(({ text, saidBy }) => tellRevealed(text, saidBy, input)),
    changes,
    // A character who answers by what is revealed has an answer.
    ...actions
      .map(tellReaction)
      .filter((text) => !isAnswered(input) || !actions.some(({ name }) => text === writeNoAnswer(name))),
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
  if (told.length > 0) return told;
  return [input.span === '' ? 'Nothing new happens.' : addFullStop(capitalise(tellPassingTime(input.span)))];
}

/** Tells rolls and result. Says that nothing is written about a result when nothing else is told about it. */
function tellOutcome(outcome: NonNullable<NarrateInput['outcome']>, input: NarrateInput): string {
  const { text, rolls, consequences, costs } = outcome;
  const isDone = input.done.some((sentence) => !sentence.includes(' goes to '));
  const isTold =
    isFight(input) || isAnswered(input) || isDone || input.actions.map(tellReaction).some(Boolean);
  // The rules tell the blows of a fight one by one; dice of others stand beside the prose.
  const names = [...input.packet.cast, ...input.packet.personas].map(({ name }) => `${name}: `);
  const shown = rolls.filter((line) => !names.some((name) => line.startsWith(name)));
  const nothing = consequences.length + costs.length > 0 || isTold ? '' : NOTHING_WRITTEN;
  return [...shown, text || nothing].map(toParagraph).filter(Boolean).map(addFullStop).join(' ');
}

/** Sentences of the engine about changes that operations of the story make. */
const CHANGE = /^(?:Mission|Settled|Lost|A way is open)\b|\bis (?:here now|no longer here)\.$/;

/**
 * Tells the results reported by the rules, and the time they took: the player's own deeds, and apart from them what an authored
 * answer or a find has changed. A wait that names its span has told the time itself.
 */
function tellDone(input: NarrateInput): { readonly deeds: readonly string[]; readonly changes: string } {
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
  const time = isLong && !isTold ? ` ${capitalise(tellPassingTime(span))}.` : '';
  return {
    deeds: deeds.map((sentence, at) => (at === deeds.length - 1 ? `${sentence}${time}` : sentence)),
    changes: sentences.filter(isChange).join(' '),
  };
}

/** Tells what the player does in its order, each act behind what the rules report of it. */
function tellActs(input: NarrateInput, deeds: readonly string[], seed: string): string[] {
  if (input.rolled !== null) return [deeds.join(' ')];
  const open = [...deeds];
  const told = input.playerActs.flatMap((does, index) => {
    const act = readAct(does, input);
    // Words outside this grammar are repeated as they stand.
    if (act === null) return [addFullStop(`You try to ${ownWords(does.replace(/^(?:you|to) /i, ''))}`)];
    const at = open.findIndex((sentence) => isReport(sentence, act));
    const report = at < 0 ? [] : open.splice(at, 1);
    return [...report, ...tellAct(act, input, createKeyedRandom(seed, `act:${index}`))];
  });
  return [open.join(' '), ...told];
}

function tellRevealed(text: string, saidBy: string | null, { packet }: NarrateInput): string {
  const speaker = packet.cast.find(({ id, name }) => id === saidBy || name === saidBy)?.name ?? saidBy;
  return speaker === null ? toParagraph(text) : `From ${speaker} you learn: ${toParagraph(text)}`;
}
