import type { z } from 'zod';
import type { ListedCheck, ListedTrigger, ReadInput, Reading } from '#engine/contracts/reading.ts';
import {
  type Action,
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
import {
  type Clause,
  extractDeed,
  NEGATIONS,
  parseInput,
  readReferents,
  UNDERSTOOD,
} from '../grammar/parse.ts';
import { parseHearer, SPEECH_DEEDS } from '../grammar/speech.ts';
import { findVerb, isGesture, toActionKind } from '../grammar/verbs.ts';
import { isStopWord, joinRaw, tokenise, toList, type Words } from '../grammar/words.ts';

const MOST_ACTIONS = 3;
const MOST_TRIGGERS = 2;

/** One clause with the conditions it meets and the check it asks for. */
type Understood = {
  readonly action: Action;
  readonly text: string;
  readonly triggers: readonly ListedTrigger[];
  readonly check: ListedCheck | null;
};

/** The reply to `read`: a Reading, or a question that says what is understood. */
export type WrittenReading = z.input<typeof Reading>;

/**
 * Reads the player's words by the grammar. Turns words it does not understand into a question, so that no scene is made of
 * them.
 */
export function readOffline(input: ReadInput): WrittenReading {
  const context = createContext(input);
  const clauses = parseInput(chosenText(input, context), context).map((clause) =>
    isForLater(clause.result)
      ? ({ type: 'fault', fault: clause.result, text: joinRaw(clause.tokens) } as const)
      : understand(clause, input, context),
  );
  const known = clauses.filter((clause) => clause.type === 'known');
  const deeds = known.filter(({ understood }) => understood.action.deed !== 'wonder');
  const faults = clauses.filter((clause, index) => clause.type === 'fault' && !isLaterFound(index, clauses));
  const serious = faults.filter(
    (clause) => clause.type === 'fault' && !['manner', 'unseen'].includes(clause.fault.kind),
  );
  const [fault] = deeds.length === 0 ? faults : serious;
  const alone = known.length === 0 && fault?.type === 'fault' ? fault.fault.instead : null;
  if (alone !== null && fault !== undefined)
    return toReading(
      [{ action: alone, text: fault.text, triggers: [], check: null }],
      clauses.filter((clause) => clause !== fault).map(({ text }) => text),
      input,
    );
  if (fault?.type === 'fault' || known.length === 0)
    return refuse(input, fault?.type === 'fault' ? fault : undefined);
  const [thought] = known;
  if (deeds.length === 0 && thought !== undefined) {
    const { does, verb } = thought.understood.action;
    return { kind: verb === 'think' ? 'think' : 'ask', intent: does.slice(0, 400) };
  }
  const taken = deeds.slice(0, MOST_ACTIONS);
  const leftOut = clauses.filter((clause) => !taken.some((one) => one === clause)).map(({ text }) => text);
  return toReading(
    taken.map(({ understood }) => understood),
    leftOut,
    input,
  );
}

/** Tells whether a clause stands behind a way. */
function isForLater(result: Clause['result']): result is ParseFault {
  return result instanceof ParseFault && result.kind === 'later';
}

const FINDING: readonly string[] = ['search', 'seek', 'look', 'open', 'use', 'around'];

/**
 * Tells whether a clause is left for the next turn: "search the bath and take the ledger". An earlier clause may reveal the
 * unseen thing, or lead to the place where it is.
 */
function isLaterFound(index: number, clauses: readonly Read[]): boolean {
  const clause = clauses[index];
  if (clause?.type !== 'fault') return false;
  const deedsOf = (some: readonly Read[]) =>
    some.flatMap((one) => (one.type === 'known' ? [one.understood.action.deed] : []));
  if (clause.fault.kind === 'later') return true;
  if (clause.fault.kind === 'leaving') return deedsOf(clauses).includes('go');
  const before = deedsOf(clauses.slice(0, index));
  return clause.fault.kind === 'unseen' && before.some((deed) => FINDING.includes(deed));
}

function createContext(input: ReadInput): ParseContext {
  const bare: ParseContext = {
    lexicon: readLexicon(input),
    checks: input.checks,
    means: input.means,
    money: input.money,
    clock: readClock(input.date),
    person: null,
    thing: null,
  };
  return { ...bare, ...readReferents(input.lastExchange?.player ?? '', bare) };
}

/** Returns the player's text. After a question it is the answer, or the text with the unclear name corrected. */
function chosenText({ playerText, clarified }: ReadInput, context: ParseContext): string {
  if (clarified === null) return playerText;
  return withName(playerText, clarified.answer, context) ?? clarified.answer;
}

/** Replaces the word of the text that an answering name shares; returns null when the answer is more than a name. */
function withName(playerText: string, answer: string, context: ParseContext): string | null {
  const said = tokenise(answer);
  if (findVerb(said) !== null) return null;
  const shared = tokenise(playerText).find(
    ({ word }) => !isStopWord(word) && said.some((token) => token.word === word),
  );
  const text = shared === undefined ? null : playerText.replace(shared.raw, answer);
  const isKnown =
    text !== null && parseInput(text, context).every(({ result }) => !(result instanceof ParseFault));
  return isKnown ? text : null;
}

type Read =
  | { readonly type: 'known'; readonly understood: Understood; readonly text: string }
  | { readonly type: 'fault'; readonly fault: ParseFault; readonly text: string };

function understand({ tokens, result }: Clause, input: ReadInput, context: ParseContext): Read {
  const text = joinRaw(tokens);
  const action = result instanceof ParseFault ? null : result;
  const triggers = matchTriggers({ tokens, action }, input.triggers, input.place?.name ?? '');
  if (action !== null) {
    const check = triggers.length > 0 ? null : checkFor(action, input);
    return { type: 'known', text, understood: { action, text, triggers, check } };
  }
  const words = extractDeed(tokens, context);
  // A fault with options is understood well enough.
  const isOpen = triggers.length > 0 || (result instanceof ParseFault && result.options.length === 0);
  const other = isOpen && !isNegated(words) ? readOther(words, triggers, input, context) : null;
  if (other !== null && !(other instanceof ParseFault)) {
    return { type: 'known', text, understood: { ...other, text, triggers } };
  }
  const fault = other ?? (result instanceof ParseFault ? result : new ParseFault(UNCLEAR));
  const isManner = isGesture(words[0]?.word ?? '');
  return { type: 'fault', fault: isManner ? new ParseFault(fault.reason, { kind: 'manner' }) : fault, text };
}

/** A deed that is not of the grammar: one a listed condition names, or one with a verb of a listed check. */
function readOther(
  words: Words,
  triggers: readonly ListedTrigger[],
  { checks }: ReadInput,
  context: ParseContext,
): Pick<Understood, 'action' | 'check'> | ParseFault | null {
  const verb = words[0]?.word ?? '';
  const found = findVerb(words);
  const check =
    found === null && words.length > 1 && triggers.length === 0 ? findVerbCheck(verb, checks) : null;
  if (triggers.length === 0 && check === null) return null;
  const { after } = splitAtWord(words, ['with', 'using']);
  const tool = after.length === 0 ? null : resolveTarget(after, ['carried', 'person', 'thing'], context);
  if (tool instanceof ParseFault)
    return createImpossibleFault(`you have no “${joinRaw(dropHead(after, ['my', 'a', 'the']))}”.`);
  const heard = parseHearer(words.slice(1), context);
  const target = heard instanceof ParseFault ? null : (heard.to?.named ?? null);
  const deed = found === null || toActionKind(found.deed) !== 'talk' ? 'use' : found.deed;
  return { action: { ...createAction(deed, joinRaw(words), null, { verb }), target }, check };
}

function isNegated(words: Words): boolean {
  return words.some(({ word }) => NEGATIONS.has(word));
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
  const isSpeech = actions.every(({ deed }) => SPEECH_DEEDS.includes(deed));
  const met = taken.flatMap(({ triggers, text }) =>
    triggers.map(({ id }) => [id, { id, quote: text.slice(0, 400) }] as const),
  );
  const notices = actions.filter(({ deed, topic }) => ['search', 'seek'].includes(deed) && topic !== '');
  const assumptions = [
    ...actions.filter(({ isGuess }) => isGuess).map(({ does }) => `taken as: ${does}`),
    ...leftOut.map((text) => `left out: ${text}`),
  ];
  return {
    kind: isSpeech ? 'speak' : 'act',
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
  const opponent = check !== null && target?.kind === 'person' ? target.id : '';
  const risk = deed === 'attack' ? 'violence' : opponent === '' ? null : 'contested';
  return {
    kind: deed === 'use' && !isThing(target) && items.length === 0 ? 'other' : toActionKind(deed),
    does: does.slice(0, 300),
    target: target?.id ?? '',
    items: ids(items),
    check: check?.id ?? '',
    opposed_by: opponent,
    risk: risk === null ? [] : [risk],
    ...{ means, minutes, quantity, pays },
  };
}

function isThing(target: Action['target']): boolean {
  return target !== null && target.kind !== 'person' && target.kind !== 'absent';
}

const ADDRESSING: readonly string[] = 'persuade threaten deceive dare give show pay gesture'.split(' ');

function isAddress({ deed, target }: Action): boolean {
  const isSpoken = SPEECH_DEEDS.includes(deed) || ADDRESSING.includes(deed);
  return isSpoken && (target?.kind === 'person' || target?.kind === 'absent');
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
    .map((text) => tokenise(text.replace(/[“”"]/gu, '')).filter(({ word }) => !isStopWord(word)))
    .map((tokens) => joinRaw(tokens).slice(0, 200))
    .filter((text) => text !== '');
  return lore.length === 0 ? null : { lore: [...new Set(lore)].slice(0, 6) };
}

function refuse(input: ReadInput, clause: Extract<Read, { type: 'fault' }> | undefined): WrittenReading {
  const { reason = UNCLEAR, kind = 'unclear', options: own = [] } = clause?.fault ?? {};
  const isPlain = reason === UNCLEAR;
  const isPart = isPlain && clause !== undefined && clause.text !== '' && clause.text.length < 80;
  const first = isPart ? `I did not understand “${clause.text}”.` : reason;
  const options = optionsOf(input, clause);
  const said =
    kind === 'impossible'
      ? `Not possible: ${first}`
      : isPlain || options.length === 0 || own.length === 0
        ? `${first} ${UNDERSTOOD}`
        : first;
  return { intent: '', actions: [], question: { text: said.slice(0, 1000), options } };
}

/** Whole commands: those of the fault with the name put in, else some that are possible here. */
function optionsOf(input: ReadInput, fault: Extract<Read, { type: 'fault' }> | undefined): string[] {
  const { options = [], phrase = '' } = fault?.fault ?? {};
  const offered = phrase === '' ? options : options.map((name) => (fault?.text ?? '').replace(phrase, name));
  const usable = offered.length > 0 ? offered : possibleDeeds(input);
  return usable.slice(0, 4).map((option) => option.slice(0, 200));
}

function ids(named: readonly { readonly id: string }[]): string[] {
  return [...new Set(named.map(({ id }) => id))].slice(0, 8);
}

/** Suggests a few commands that are possible here, one of each kind: a person to talk to, a thing to look at, a way to go. */
function possibleDeeds({ present, things, carried, exits, persona }: ReadInput): string[] {
  const [person] = present.filter(({ id }) => id !== persona.id);
  const [thing] = [...things, ...carried];
  const [exit] = exits.filter(({ blocked }) => blocked === null);
  return [
    ...(person === undefined ? [] : [`talk to ${person.name}`]),
    ...(thing === undefined ? [] : [`look at ${toSpokenName(thing.name)}`]),
    ...(exit === undefined ? [] : [`go to ${toSpokenName(exit.name ?? exit.label)}`]),
    'look around',
    'wait for 10 minutes',
  ].slice(0, 4);
}
