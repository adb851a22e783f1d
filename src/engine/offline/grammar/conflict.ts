import {
  type Action,
  type ActionTarget,
  createAction,
  createImpossibleFault,
  createWhomFault,
  dropHead,
  isReread,
  type ParseContext,
  type Parsed,
  ParseFault,
  resolveTarget,
  splitAtWord,
  toGuessedTarget,
} from './action.ts';
import { findName, toNamed } from './lexicon.ts';
import { parseGo } from './movement.ts';
import { parseAppeal } from './speech.ts';
import type { VerbFound } from './verbs.ts';
import { joinPhrase, joinRaw, toList, type Words } from './words.ts';

const BARE_HANDS = /^(?:bare )?(?:fists?|hands?|feet|foot|knee|elbow|boots?|head)$/;

/** "attack N", "attack N with W", "swing W at N". The weapon must be on the sheet or in hand. */
export function parseAttack({ rest, verb }: VerbFound, context: ParseContext): Parsed {
  const { before, word, after } = splitAtWord(dropHead(rest, ['at']), ['with', 'using', 'at']);
  const [whom, what] = word === 'at' ? [after, before] : [before, after];
  const target =
    whom.length === 0 ? onlyFoe(context) : resolveTarget(whom, ['person', 'absent', 'thing'], context);
  if (target instanceof ParseFault) return target;
  if (target.named === null && !isReread(context))
    return createImpossibleFault(`there is nobody called “${target.spoken}” here to attack.`);
  const weapon = what.length === 0 ? null : resolveMeans(dropHead(what, ['my', 'a', 'an', 'the']), context);
  if (weapon instanceof ParseFault) return weapon;
  const phrase = ['swing', 'throw'].includes(verb) ? 'attack' : verb;
  const does = joinPhrase(phrase, target.spoken, weapon === null ? '' : `with ${weapon.spoken}`);
  return createAction('attack', does, target, {
    items: weapon?.item ?? [],
    means: weapon?.means ?? '',
    verb,
  });
}

function onlyFoe(context: ParseContext): ActionTarget | ParseFault {
  const foes = context.lexicon.named.filter(({ side }) => side === 'foes');
  const [only] = foes;
  if (only !== undefined && foes.length === 1) return toGuessedTarget(only);
  return createWhomFault('Say whom you attack.', context, (name) => `attack ${name}`);
}

type Means = { readonly means: string; readonly item: Action['items']; readonly spoken: string };

/** Resolves the means of an action: a name of the sheet, a thing carried, or bare hands. */
function resolveMeans(tokens: Words, context: ParseContext): Means | ParseFault {
  const phrase = joinRaw(tokens);
  if (BARE_HANDS.test(phrase.toLowerCase())) return { means: '', item: [], spoken: phrase };
  const name = findMeans(phrase, context.means);
  const carried = resolveTarget(tokens, ['carried'], context);
  const item = carried instanceof ParseFault || carried.named === null ? [] : [carried.named];
  const spoken = name ?? item[0]?.spoken;
  return spoken === undefined
    ? createImpossibleFault(`you have no “${phrase}”.`)
    : { means: name ?? '', item, spoken };
}

function findMeans(phrase: string, means: readonly string[] | null): string | null {
  if (means === null) return phrase;
  const named = means.map((name) => toNamed({ id: name, name, kind: 'carried' }));
  const found = findName(phrase, { named, scenery: null }, ['carried']);
  return found.type === 'one' ? found.named.name : null;
}

/** "cast S", "cast S at N". */
export function parseCast({ rest }: Pick<VerbFound, 'rest'>, context: ParseContext): Parsed {
  // The rules choose the level of the slot.
  const level = rest.findIndex(({ word }) => word === 'level');
  const words = level > 1 ? rest.slice(0, level - 1) : rest;
  const { before, after } = splitAtWord(words, ['at', 'on', 'against', 'toward', 'towards', 'upon']);
  const found = findMeans(joinRaw(before), context.means);
  // "cast light" is no light crossbow: a spell is named in full.
  const means = found?.split(/\s+/).length === before.length ? found : null;
  if (means === null) {
    const known = (context.means ?? []).slice(0, 12);
    const list = known.length === 0 ? 'You have no spells.' : `You have: ${toList(known)}.`;
    return createImpossibleFault(`you have no spell called “${joinRaw(before)}”. ${list}`);
  }
  const target =
    after.length === 0 ? null : resolveTarget(after, ['person', 'absent', 'thing', 'self'], context);
  if (target instanceof ParseFault) return target;
  const does = joinPhrase(`cast ${means}`, target === null ? '' : `on ${target.spoken}`);
  const isGuess = target?.isGuess === true || level > 1;
  return createAction('cast', does, target, { means, isGuess });
}

/** A power named without a verb: "second wind", "fireball on the bandit". */
export function parseBareMeans(tokens: Words, context: ParseContext): Action | null {
  const action = context.means === null ? null : parseCast({ rest: tokens }, context);
  return action === null || action instanceof ParseFault ? null : { ...action, isGuess: true };
}

export function parseHelp({ rest, verb }: VerbFound, context: ParseContext): Parsed {
  if (rest.length === 0) return new ParseFault('Say in a few plain words what you do, or whom you help.');
  const { before, word, after } = splitAtWord(rest, ['with', 'to', 'find', 'carry']);
  const target = resolveTarget(before, ['person', 'absent'], context);
  if (target instanceof ParseFault) return target;
  const topic = joinPhrase(word, joinRaw(after));
  return createAction('help', joinPhrase('help', target.spoken, topic), target, { topic, verb });
}

/** "sneak past N", "sneak to P", "hide behind X", "hide". */
export function parseSneak(found: VerbFound, context: ParseContext): Parsed {
  const { rest, verb } = found;
  const phrase = verb === 'hide' ? 'hide' : 'sneak';
  if (rest.length === 0) return createAction('sneak', phrase, null, { verb });
  const isHiding = ['behind', 'under', 'in', 'inside', 'from'].includes(rest[0]?.word ?? '');
  const way = isHiding ? null : parseGo(found, context);
  if (way !== null && !(way instanceof ParseFault) && way.deed === 'go')
    return { ...way, deed: 'sneak', does: way.does.replace(/^go/, 'sneak'), verb };
  const first = rest[0]?.word ?? '';
  const join = ['past', 'behind', 'under', 'from', 'by', 'in', 'inside'].includes(first) ? first : '';
  const target = resolveTarget(join === '' ? rest : rest.slice(1), ['person', 'thing', 'carried'], context);
  if (target instanceof ParseFault) return target;
  const where = join === '' && phrase === 'sneak' ? 'past' : join;
  return createAction('sneak', joinPhrase(phrase, where, target.spoken), target, { verb });
}

/** "persuade N", "climb X", "steal X from N", "break X with Y". */
export function parseRisk(found: VerbFound, context: ParseContext): Parsed {
  const { deed } = found;
  if (['persuade', 'threaten', 'deceive', 'dare'].includes(deed)) return parseAppeal(found, context);
  const way = deed === 'exert' ? parseGo(found, context) : null;
  return way !== null && !(way instanceof ParseFault) && way.deed === 'go' ? way : parseForce(found, context);
}

function parseForce({ deed, rest, verb, phrase }: VerbFound, context: ParseContext): Parsed {
  const bare = dropHead(rest, ['of', 'on', 'onto', 'over', 'up', 'across', 'into', 'open']);
  const { before, word, after } = splitAtWord(bare, ['with', 'using', 'from']);
  const done = verb === 'pick' ? 'pick the lock' : before.length === 0 ? phrase : verb;
  if (before.length === 0) return createAction(deed, done, null, { verb });
  const target = resolveTarget(before, ['thing', 'carried', 'exit', 'person'], context);
  if (target instanceof ParseFault) return target;
  const tool = after.length === 0 ? null : resolveTarget(after, ['carried', 'thing', 'person'], context);
  if (tool instanceof ParseFault) return tool;
  const does = joinPhrase(
    done,
    verb === 'pick' ? 'of' : '',
    target.spoken,
    tool === null ? '' : `${word} ${tool.spoken}`,
  );
  return createAction(deed, does, target, {
    items: tool?.named ? [tool.named] : [],
    topic: target.spoken,
    verb,
  });
}
