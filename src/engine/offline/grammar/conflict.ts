import {
  type Action,
  type ActionTarget,
  attempt,
  createAction,
  createImpossibleFault,
  createWhomFault,
  dropHead,
  type ParseContext,
  ParseFault,
  resolveTarget,
  splitAtWord,
  toGuessedTarget,
} from './action.ts';
import { findName, toNamed } from './lexicon.ts';
import { parseGo } from './movement.ts';
import { parseAppeal } from './speech.ts';
import type { VerbFound } from './verbs.ts';
import { joinPhrase, joinRaw, toList, toWordSet, type Words } from './words.ts';

/** Blows for which a sheet may have no weapon; the rules would take the first one on it. */
const BARE_VERBS = toWordSet('punch kick');
const SHOTS = toWordSet('shoot shoot_at fire_at');
const BARE_HANDS = /^(?:bare )?(?:fists?|hands?|feet|foot|knee|elbow|boots?|head)$/;

/** "attack N", "attack N with W", "swing W at N". The weapon must be on the sheet or in hand. */
export function parseAttack({ rest, verb }: VerbFound, context: ParseContext): Action {
  const { before, word, after } = splitAtWord(dropHead(rest, ['at']), ['with', 'using', 'at']);
  const [whom, what] = word === 'at' ? [after, before] : [before, after];
  const target =
    whom.length === 0 ? findOnlyFoe(context) : resolveTarget(whom, ['person', 'absent', 'thing'], context);
  if (target.named === null)
    throw createImpossibleFault(`there is nobody called “${target.spoken}” here to attack.`);
  const weapon = what.length === 0 ? null : resolveMeans(dropHead(what, ['my', 'a', 'an', 'the']), context);
  const isSpecial = BARE_VERBS.has(verb) || SHOTS.has(verb) || (weapon !== null && weapon.means === '');
  if (isSpecial && !weapon?.means && context.means.length > 0) {
    const options = context.means.slice(0, 4).map((name) => `attack ${target.spoken} with ${name}`);
    throw new ParseFault(`Say with what you attack: ${toList(context.means, 'or')}.`, { options });
  }
  // What is thrown at somebody may be meant for catching.
  if (verb === 'throw' && !weapon?.means)
    throw createImpossibleFault(
      'you can throw a weapon of your sheet at somebody. Give or drop other things.',
    );
  const phrase = ['swing', 'throw'].includes(verb) ? 'attack' : verb;
  const does = joinPhrase(phrase, target.spoken, weapon === null ? '' : `with ${weapon.spoken}`);
  return createAction('attack', does, target, {
    items: weapon?.items ?? [],
    means: weapon?.means ?? '',
    verb,
  });
}

function findOnlyFoe(context: ParseContext): ActionTarget {
  const foes = context.lexicon.named.filter(({ side }) => side === 'foes');
  const [only, another] = foes;
  if (only !== undefined && another === undefined) return toGuessedTarget(only);
  if (only === undefined) throw createWhomFault('Say whom you attack.', context, (name) => `attack ${name}`);
  const names = foes.map(({ spoken }) => spoken);
  throw new ParseFault(`Say whom you attack: ${toList(names, 'or')}.`, {
    options: names.map((name) => `attack ${name}`),
  });
}

/** Resolves the means of an action: a name of the sheet, a thing carried, or bare hands. */
function resolveMeans(tokens: Words, context: ParseContext) {
  const phrase = joinRaw(tokens);
  if (BARE_HANDS.test(phrase.toLowerCase())) return { means: '', items: [], spoken: phrase };
  const means = findMeans(phrase, context.means);
  const item = attempt(() => resolveTarget(tokens, ['carried'], context).named);
  const spoken = means ?? item?.spoken;
  if (spoken === undefined) throw createImpossibleFault(`you have no “${phrase}”.`);
  return { means: means ?? '', items: item === null ? [] : [item], spoken };
}

function findMeans(phrase: string, means: readonly string[]): string | null {
  const named = means.map((name) => toNamed({ id: name, name, kind: 'carried' }));
  return findName(phrase, { named, scenery: [] }, ['carried']).one?.name ?? null;
}

/** "cast S", "cast S at N". */
export function parseCast({ rest }: Pick<VerbFound, 'rest'>, context: ParseContext): Action {
  // The rules choose the level of the slot.
  const level = rest.findIndex(({ word }) => word === 'level');
  const words = level > 1 ? rest.slice(0, level - 1) : rest;
  const { before, after } = splitAtWord(words, ['at', 'on', 'against', 'toward', 'towards', 'upon']);
  const means = findMeans(joinRaw(before), context.means);
  // "cast light" is no light crossbow: a spell is named in full.
  if (means === null || means.split(/\s+/).length !== before.length) {
    const known = context.means.slice(0, 12);
    const list = known.length === 0 ? 'You have no spells.' : `You have: ${toList(known)}.`;
    throw createImpossibleFault(`you have no spell called “${joinRaw(before)}”. ${list}`);
  }
  const target =
    after.length === 0 ? null : resolveTarget(after, ['person', 'absent', 'thing', 'self'], context);
  const does = joinPhrase(`cast ${means}`, target === null ? '' : `on ${target.spoken}`);
  return createAction('cast', does, target, { means, isGuess: target?.isGuess === true || level > 1 });
}

/** "use second wind", "drink a potion of healing": a power of the sheet. Null where the words name none. */
export function parsePower(phrase: string, tokens: Words, context: ParseContext): Action | null {
  const words = dropHead(tokens, ['my', 'a', 'an', 'the', 'one', 'some']);
  const { before, after } = splitAtWord(words, ['on', 'at', 'against', 'for']);
  const means = before.length === 0 ? null : findMeans(joinRaw(before), context.means);
  if (means === null) return null;
  const target = after.length === 0 ? null : resolveTarget(after, ['person', 'absent', 'self'], context);
  const article = dropHead(tokens, ['a', 'an', 'the', 'my']) === tokens ? '' : (tokens[0]?.word ?? '');
  const does = joinPhrase(phrase, article, means, target === null ? '' : `on ${target.spoken}`);
  return createAction('use', does, target, { means, isGuess: target?.isGuess === true });
}

/** "flee", "run away": out of a fight, elsewhere a deed like others. */
export function parseFlee(found: VerbFound, context: ParseContext): Action {
  const elsewhere = { ...found, deed: 'exert' } as const;
  if (context.isFight !== true) return parseRisk(elsewhere, context);
  const way = found.rest.length === 0 ? null : attempt(() => parseRisk(elsewhere, context));
  return way?.deed === 'go' ? way : createAction('flee', 'flee', null);
}

/** A power named without a verb: "second wind", "fireball on the bandit". */
export function parseBareMeans(tokens: Words, context: ParseContext): Action | null {
  const action = attempt(() => parseCast({ rest: tokens }, context));
  return action === null ? null : { ...action, isGuess: true };
}

export function parseHelp({ rest, verb }: VerbFound, context: ParseContext): Action {
  if (rest.length === 0) throw new ParseFault('Say in a few plain words what you do, or whom you help.');
  const { before, word, after } = splitAtWord(rest, ['with', 'to', 'find', 'carry']);
  const target = resolveTarget(before, ['person', 'absent'], context);
  const topic = joinPhrase(word, joinRaw(after));
  return createAction('help', joinPhrase('help', target.spoken, topic), target, { topic, verb });
}

const HIDING = ['behind', 'under', 'in', 'inside', 'from'];

/** "sneak past N", "sneak to P", "hide behind X", "hide". */
export function parseSneak(found: VerbFound, context: ParseContext): Action {
  const { rest, verb } = found;
  const phrase = verb === 'hide' ? 'hide' : 'sneak';
  const [first] = rest;
  if (first === undefined) return createAction('sneak', phrase, null, { verb });
  const way = HIDING.includes(first.word) ? null : findWay(found, context);
  if (way !== null) return { ...way, deed: 'sneak', does: way.does.replace(/^go/, 'sneak'), verb };
  const join = [...HIDING, 'past', 'by'].includes(first.word) ? first.word : '';
  const target = resolveTarget(join === '' ? rest : rest.slice(1), ['person', 'thing', 'carried'], context);
  const where = join === '' && phrase === 'sneak' ? 'past' : join;
  return createAction('sneak', joinPhrase(phrase, where, target.spoken), target, { verb });
}

/** The words as a way on from here; null when they are none. */
function findWay(found: VerbFound, context: ParseContext): Action | null {
  const way = attempt(() => parseGo(found, context));
  return way?.deed === 'go' ? way : null;
}

/** "persuade N", "climb X", "steal X from N", "break X with Y". */
export function parseRisk(found: VerbFound, context: ParseContext): Action {
  const { deed, rest, verb, phrase } = found;
  if (['persuade', 'threaten', 'deceive', 'dare'].includes(deed)) return parseAppeal(found, context);
  // "jump out" leads through no door.
  const way = deed === 'exert' && (rest.length > 1 || verb === 'climb') ? findWay(found, context) : null;
  if (way !== null) return way;
  const bare = dropHead(rest, ['of', 'on', 'onto', 'over', 'up', 'across', 'into', 'open']);
  const { before, word, after } = splitAtWord(bare, ['with', 'using', 'from']);
  const isLock = verb === 'pick';
  if (before.length === 0) return createAction(deed, isLock ? 'pick the lock' : phrase, null, { verb });
  const target = resolveTarget(before, ['thing', 'carried', 'exit', 'person'], context);
  const tool = after.length === 0 ? null : resolveTarget(after, ['carried', 'thing', 'person'], context);
  const done = isLock ? 'pick the lock of' : verb;
  const does = joinPhrase(done, target.spoken, tool === null ? '' : `${word} ${tool.spoken}`);
  return createAction(deed, does, target, {
    items: tool?.named ? [tool.named] : [],
    topic: target.spoken,
    verb,
  });
}
