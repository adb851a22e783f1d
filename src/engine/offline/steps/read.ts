import type { z } from 'zod';
import type { ListedCheck, ListedTrigger, ReadInput, Reading } from '#engine/contracts/reading.ts';
import {
  type Action,
  attempt,
  createAction,
  createImpossibleFault,
  dropHead,
  type ParseContext,
  ParseFault,
  resolveTarget,
  splitAtWord,
  UNCLEAR,
} from '../grammar/action.ts';
import { readClock } from '../grammar/durations.ts';
import { readLexicon, toSpokenName } from '../grammar/lexicon.ts';
import { chooseCheck, findVerbCheck, matchTriggers } from '../grammar/match-checks.ts';
import { type Clause, extractDeed, parseInput, readReferents, UNDERSTOOD } from '../grammar/parse.ts';
import { isNegated } from '../grammar/require-plain.ts';
import { parseHearer } from '../grammar/speech.ts';
import { type Deed, findVerb, GESTURES, SPEECH_DEEDS, toActionKind } from '../grammar/verbs.ts';
import {
  joinRaw,
  STOP_WORDS,
  tokenise,
  toList,
  toWordSet,
  type Words,
  type WordToken,
} from '../grammar/words.ts';

/** Words that ask for the level that is due. */
const LEVEL_UP = /^(?:i )?(?:want to )?(?:level up|(?:gain|take) (?:a|my|the) (?:next )?level)[.!]?$/i;
const MOST_ACTIONS = 3;
const MOST_TRIGGERS = 2;

/** A clause that is understood, with the conditions it meets and the check it asks for. */
type Understood = {
  readonly text: string;
  readonly action: Action;
  readonly triggers: readonly ListedTrigger[];
  readonly check: ListedCheck | null;
};

/** A clause that is not understood, or not possible. */
type Refused = { readonly text: string; readonly fault: ParseFault };

/** The reply to `read`: a Reading, or a question that says what is understood. */
export type WrittenReading = z.input<typeof Reading>;

/**
 * Reads the player's words by the grammar. Turns words it does not understand into a question, so that no scene is made of
 * them.
 */
export function readOffline(input: ReadInput): WrittenReading {
  if (LEVEL_UP.test(input.playerText.trim())) return { intent: 'gain a level', actions: [], level_up: {} };
  const context = createContext(input);
  const clauses = parseInput(chosenText(input, context), context).map((clause) =>
    understand(clause, input, context),
  );
  const known = clauses.filter((clause) => 'action' in clause);
  const deeds = known.filter(({ action }) => action.deed !== 'wonder');
  const faults = clauses.filter((clause, at) => 'fault' in clause && !isLaterFound(clause, at, clauses));
  const refused = faults.filter((clause) => 'fault' in clause);
  const [fault] =
    deeds.length === 0
      ? refused
      : refused.filter(({ fault }) => !['manner', 'unseen'].includes(fault.details.kind));
  const [thought] = known;
  if (fault !== undefined || thought === undefined) return refuse(input, fault);
  if (deeds.length === 0) {
    const { does, verb } = thought.action;
    return { kind: verb === 'think' ? 'think' : 'ask', intent: does.slice(0, 400) };
  }
  const taken = deeds.slice(0, MOST_ACTIONS);
  const leftOut = clauses.filter((clause) => taken.every((one) => one !== clause)).map(({ text }) => text);
  return toReading(taken, leftOut, input);
}

const FINDING: readonly Deed[] = ['search', 'seek', 'look', 'open', 'use', 'around'];

/**
 * Tells whether a clause is left for the next turn: "search the bath and take the ledger". An earlier clause may reveal the
 * unseen thing, or lead to the place where it is.
 */
function isLaterFound({ fault }: Refused, at: number, clauses: readonly (Understood | Refused)[]): boolean {
  const { kind } = fault.details;
  const isDone = (some: typeof clauses, deeds: readonly Deed[]) =>
    some.some((one) => 'action' in one && deeds.includes(one.action.deed));
  if (kind === 'leaving') return isDone(clauses, ['go']);
  return kind === 'later' || (kind === 'unseen' && isDone(clauses.slice(0, at), FINDING));
}

function createContext(input: ReadInput): ParseContext {
  const { checks, means, isFight, money, date, lastExchange } = input;
  const lexicon = readLexicon(input);
  const bare = { lexicon, checks, means, isFight, money, clock: readClock(date), person: null, thing: null };
  return { ...bare, ...readReferents(lastExchange?.player ?? '', bare) };
}

/** Returns the player's text. After a question it is the answer, or the text with the unclear name corrected. */
function chosenText({ playerText, clarified }: ReadInput, context: ParseContext): string {
  if (clarified === null) return playerText;
  const { answer } = clarified;
  const said = tokenise(answer);
  // A name takes the place of the word that it shares with the text.
  const shared = tokenise(playerText).find(
    ({ word }) => !STOP_WORDS.has(word) && said.some((token) => token.word === word),
  );
  if (findVerb(said) !== null || shared === undefined) return answer;
  const text = playerText.replace(shared.raw, answer);
  return parseInput(text, context).some(({ result }) => result instanceof ParseFault) ? answer : text;
}

function understand(
  { tokens, result }: Clause,
  input: ReadInput,
  context: ParseContext,
): Understood | Refused {
  const text = joinRaw(tokens);
  const action = result instanceof ParseFault ? null : result;
  if (result instanceof ParseFault && ['later', 'long'].includes(result.details.kind))
    return { text, fault: result };
  const triggers = matchTriggers({ tokens, action }, input.triggers, input.place?.name ?? '');
  if (!(result instanceof ParseFault)) {
    const check = triggers.length > 0 ? null : checkFor(result, input);
    return { text, action: result, triggers, check };
  }
  const words = extractDeed(tokens, context);
  // A fault with options is understood well enough; a hearer who could be several is not.
  const { options, phrase } = result.details;
  const isSpoken = phrase !== '' && SPEECH_DEEDS.some((deed) => deed === findVerb(words)?.deed);
  const isOpen = options.length === 0 || (triggers.length > 0 && !isSpoken);
  const other = attempt<ReturnType<typeof readOther>, ParseFault>(
    () => (isOpen && !isNegated(words) ? readOther(words, triggers, input, context) : null),
    (fault) => fault,
  );
  if (other !== null && !(other instanceof ParseFault)) return { text, ...other, triggers };
  const fault = other ?? result;
  const isManner = GESTURES.has(words[0]?.word ?? '');
  return { text, fault: isManner ? new ParseFault(fault.message, { kind: 'manner' }) : fault };
}

/** A deed that is not of the grammar: one a listed condition names, or one with a verb of a listed check. */
function readOther(
  words: Words,
  triggers: readonly ListedTrigger[],
  { checks }: ReadInput,
  context: ParseContext,
): Pick<Understood, 'action' | 'check'> | null {
  const verb = words[0]?.word ?? '';
  const found = findVerb(words);
  const isVerb = found === null && words.length > 1 && triggers.length === 0;
  const check = isVerb ? findVerbCheck(verb, checks) : null;
  if (triggers.length === 0 && check === null) return null;
  const { after } = splitAtWord(words, ['with', 'using']);
  if (
    after.length > 0 &&
    attempt(() => resolveTarget(after, ['carried', 'person', 'thing'], context)) === null
  )
    throw createImpossibleFault(`you have no “${joinRaw(dropHead(after, ['my', 'a', 'the']))}”.`);
  const target = attempt(() => parseHearer(words.slice(1), context).to) ?? null;
  // "command the guards": there are none.
  const isKnown = (_token: WordToken, at: number) =>
    at > 0 &&
    attempt(() => resolveTarget(words.slice(at), ['person', 'thing', 'carried', 'exit'], context)) !== null;
  if (check !== null && target === null && !words.some(isKnown)) return null;
  const deed = found === null || toActionKind(found.deed) !== 'talk' ? 'use' : found.deed;
  return {
    action: createAction(deed, joinRaw(words), target && { ...target, isGuess: false }, { verb }),
    check,
  };
}

/** An attack by the numbers of a sheet needs no check beside it. */
function checkFor(action: Action, { checks, means }: ReadInput): ListedCheck | null {
  return action.deed === 'attack' && means.length > 0 ? null : chooseCheck(action, checks);
}

function toReading(
  taken: readonly Understood[],
  leftOut: readonly string[],
  input: ReadInput,
): WrittenReading {
  const actions = taken.map(({ action }) => action);
  const way = actions.findLast(
    ({ deed, target }) => ['go', 'sneak'].includes(deed) && target?.kind === 'exit',
  );
  const met = taken.flatMap(({ triggers, text }) =>
    triggers.map(({ id }) => [id, { id, quote: text.slice(0, 400) }] as const),
  );
  const notices = actions.filter(({ deed, topic }) => ['search', 'seek'].includes(deed) && topic !== '');
  const assumptions = [
    ...actions.filter(({ isGuess }) => isGuess).map(({ does }) => `taken as: ${does}`),
    ...leftOut.map((text) => `left out: ${text}`),
  ];
  return {
    kind: actions.every(({ deed }) => SPEECH_DEEDS.includes(deed)) ? 'speak' : 'act',
    intent: toList(actions.map(({ does }) => does)).slice(0, 400),
    call_type: callType(taken, input),
    actions: taken.flatMap((one) => [...impliedTake(one.action), toReadAction(one)]),
    ...(way?.target ? { moves_to: way.target.id } : {}),
    company: ids(actions.flatMap(({ company }) => company)),
    addressed: ids(actions.filter(isAddress).flatMap(({ target }) => target ?? [])),
    triggers: [...new Map(met).values()].slice(0, MOST_TRIGGERS),
    needs: needsOf(actions),
    notices: notices.map(({ topic }) => topic).slice(0, 6),
    refers_to: ids(actions.flatMap(({ items }) => items)),
    assumptions: assumptions.map((line) => line.slice(0, 1000)).slice(0, 6),
  };
}

/** Something that lies here is taken up before it is given away. */
function impliedTake({ deed, items: [item] }: Action) {
  if (deed !== 'give' || item?.kind !== 'thing') return [];
  return [{ kind: toActionKind('take'), does: `take ${item.spoken}`, target: item.id, items: [item.id] }];
}

function toReadAction({ action, check }: Understood) {
  const { deed, does, target, items, means, minutes, quantity, pays } = action;
  const isOpposed = check !== null && target?.kind === 'person';
  const isThing = target !== null && !PEOPLE.has(target.kind);
  return {
    kind: deed === 'use' && !isThing && items.length === 0 && means === '' ? 'other' : toActionKind(deed),
    does: does.slice(0, 300),
    target: target?.id ?? '',
    items: ids(items),
    check: check?.id ?? '',
    opposed_by: isOpposed ? target.id : '',
    risk: deed === 'attack' ? ['violence' as const] : isOpposed ? ['contested' as const] : [],
    ...{ means, minutes, quantity, pays },
  };
}

const PEOPLE = toWordSet('person absent');
const ADDRESSING = toWordSet('persuade threaten deceive dare give show pay gesture');

function isAddress({ deed, target }: Action): boolean {
  return (SPEECH_DEEDS.includes(deed) || ADDRESSING.has(deed)) && PEOPLE.has(target?.kind ?? '');
}

/** The table type of the check, else of the deed, where the ruleset offers it. */
function callType(taken: readonly Understood[], { tableTypes }: ReadInput): Reading['call_type'] {
  const wanted = taken.flatMap(({ action, check }) => [
    check?.id ?? '',
    action.deed === 'attack' ? 'battle' : '',
    ['persuade', 'threaten'].includes(action.deed) ? 'persuasion' : '',
  ]);
  return tableTypes.find((type) => wanted.includes(type)) ?? 'narrative';
}

function needsOf(actions: readonly Action[]): WrittenReading['needs'] {
  const lore = actions
    .flatMap(({ target, topic }) => [topic, target?.name ?? ''])
    .map((text) => tokenise(text.replace(/[“”"]/gu, '')).filter(({ word }) => !STOP_WORDS.has(word)))
    .map((tokens) => joinRaw(tokens).slice(0, 200))
    .filter((text) => text !== '');
  return lore.length === 0 ? null : { lore: [...new Set(lore)].slice(0, 6) };
}

function refuse(input: ReadInput, refused: Refused | undefined): WrittenReading {
  const { text = '', fault = new ParseFault(UNCLEAR) } = refused ?? {};
  const { kind, options: own, phrase } = fault.details;
  const isPlain = fault.message === UNCLEAR;
  const isPart = isPlain && text !== '' && text.length < 80;
  const reason = isPart ? `I did not understand “${text}”.` : fault.message;
  // Whole commands: those of the fault with the name put in, else some that are possible here.
  const offered = phrase === '' ? own : own.map((name) => text.replace(phrase, name));
  const options = (own.length > 0 ? offered : possibleDeeds(input)).slice(0, 4);
  const plain = isPlain || own.length === 0 ? `${reason} ${UNDERSTOOD}` : reason;
  const said = kind === 'impossible' ? `Not possible: ${reason}` : plain;
  const question = { text: said.slice(0, 1000), options: options.map((option) => option.slice(0, 200)) };
  return { intent: '', actions: [], question };
}

function ids(named: readonly { readonly id: string }[]): string[] {
  return [...new Set(named.map(({ id }) => id))].slice(0, 8);
}

/** Suggests a few commands that are possible here, one of each kind: a person to talk to, a thing to look at, a way to go. */
function possibleDeeds({ present, things, carried, exits, persona }: ReadInput): string[] {
  const people = present.filter(({ id }) => id !== persona.id).map(({ name }) => `talk to ${name}`);
  const seen = [...things, ...carried].map(({ name }) => `look at ${toSpokenName(name)}`);
  const open = exits.filter(({ blocked }) => blocked === null);
  const ways = open.map(({ name, label }) => `go to ${toSpokenName(name ?? label)}`);
  const general = ['look around', 'wait for 10 minutes'];
  return [...people.slice(0, 1), ...seen.slice(0, 1), ...ways.slice(0, 1), ...general];
}
