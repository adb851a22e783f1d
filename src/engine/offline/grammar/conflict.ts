import {
  type Action,
  createAction,
  Fault,
  type ParseContext,
  resolveTarget,
  splitAt,
  type Target,
  withoutHead,
} from './action.ts';
import { findName } from './find-name.ts';
import { toNamed } from './lexicon.ts';
import { parseGo } from './movement.ts';
import { parseAppeal } from './speech.ts';
import type { VerbFound } from './verbs.ts';
import { joinRaw, type Token, toList } from './words.ts';

const BARE_HANDS = /^(?:my )?(?:bare )?(?:fists?|hands?|feet|foot|knee|elbow|boots?|head)$/;

/** "attack N", "attack N with W". The weapon must be on the sheet or in hand. */
export function parseAttack({ rest, verb }: VerbFound, context: ParseContext): Action | Fault {
  const { before, after } = splitWeapon(withoutHead(rest, ['at']));
  const target =
    before.length === 0 ? onlyFoe(context) : resolveTarget(before, ['person', 'absent', 'thing'], context);
  if (target instanceof Fault) return target;
  const weapon =
    after.length === 0 ? null : resolveMeans(withoutHead(after, ['my', 'a', 'an', 'the']), context);
  if (weapon instanceof Fault) return weapon;
  const phrase = ['swing', 'throw'].includes(verb) ? 'attack' : verb;
  const does = [phrase, target.spoken, ...(weapon === null ? [] : ['with', weapon.spoken])].join(' ');
  return createAction('attack', does, {
    target: target.named,
    items: weapon?.item ?? [],
    means: weapon?.means ?? '',
    verb,
    isGuess: target.isGuess,
  });
}

/** "attack N with W" and "swing W at N" alike: the target before, the weapon after. */
function splitWeapon(tokens: readonly Token[]) {
  const { before, word, after } = splitAt(tokens, ['with', 'using', 'at']);
  return word === 'at' ? { before: after, after: before } : { before, after };
}

function onlyFoe({ lexicon }: ParseContext): Target | Fault {
  const foes = lexicon.named.filter(({ side }) => side === 'foes');
  const [only] = foes;
  if (only !== undefined && foes.length === 1) return { named: only, spoken: only.spoken, isGuess: true };
  return new Fault(
    'I do not know whom you attack.',
    foes.slice(0, 4).map(({ spoken }) => `attack ${spoken}`),
  );
}

type Means = { readonly means: string; readonly item: Action['items']; readonly spoken: string };

/** A name of the sheet, a thing carried, or bare hands. */
function resolveMeans(tokens: readonly Token[], context: ParseContext): Means | Fault {
  const phrase = joinRaw(tokens);
  if (BARE_HANDS.test(phrase.toLowerCase())) return { means: '', item: [], spoken: phrase };
  const name = findMeans(phrase, context.means);
  const carried = resolveTarget(tokens, ['carried'], context);
  const item = carried instanceof Fault || carried.named === null ? [] : [carried.named];
  if (name !== null) return { means: name, item, spoken: name };
  if (item.length > 0 && !(carried instanceof Fault)) return { means: '', item, spoken: carried.spoken };
  return new Fault(`You have no “${phrase}”.`);
}

function findMeans(phrase: string, means: readonly string[] | null): string | null {
  if (means === null) return phrase;
  const named = means.map((name) => toNamed({ id: name, name, kind: 'carried' }));
  const found = findName(phrase, { named, scenery: null }, ['carried']);
  return found.type === 'one' ? found.named.name : null;
}

/** "cast S", "cast S at N", "cast S at level 2". */
export function parseCast({ rest }: VerbFound, context: ParseContext): Action | Fault {
  const { tokens, level } = readLevel(rest);
  const { before, after } = splitAt(tokens, ['at', 'on', 'against', 'toward', 'towards', 'upon']);
  const name = findMeans(joinRaw(before), context.means);
  if (name === null) {
    const known = context.means ?? [];
    const list = known.length === 0 ? 'You have no spells.' : `You have: ${toList(known.slice(0, 12))}.`;
    return new Fault(`You have no spell called “${joinRaw(before)}”. ${list}`);
  }
  const target =
    after.length === 0 ? null : resolveTarget(after, ['person', 'absent', 'thing', 'self'], context);
  if (target instanceof Fault) return target;
  const does = target === null ? `cast ${name}` : `cast ${name} on ${target.spoken}`;
  return createAction('cast', level === 0 ? does : `${does} at level ${level}`, {
    target: target?.named ?? null,
    means: name,
    level,
    isGuess: target?.isGuess ?? false,
  });
}

/** Takes "at level 2" and "as a 3rd level spell" out. */
function readLevel(tokens: readonly Token[]): { readonly tokens: readonly Token[]; readonly level: number } {
  const at = tokens.findIndex(({ word }) => word === 'level');
  if (at < 1) return { tokens, level: 0 };
  const numbers = [tokens[at + 1], tokens[at - 1]].map((token) => Number.parseInt(token?.word ?? '', 10));
  const level = numbers.find((number) => number > 0 && number < 10) ?? 0;
  const head = tokens.slice(0, at).findLastIndex(({ word }) => word === 'at' || word === 'as');
  return { tokens: tokens.slice(0, head < 1 ? at : head), level };
}

/** A power named without a verb: "second wind", "fireball on the bandit". */
export function parseBareMeans(tokens: readonly Token[], context: ParseContext): Action | null {
  const { before } = splitAt(tokens, ['at', 'on', 'against']);
  if (context.means === null || findMeans(joinRaw(before), context.means) === null) return null;
  const action = parseCast(
    { deed: 'cast', verb: 'cast', phrase: 'cast', rest: tokens, isTypo: false },
    context,
  );
  return action instanceof Fault ? null : { ...action, isGuess: true };
}

export function parseHelp({ rest, verb }: VerbFound, context: ParseContext): Action | Fault {
  if (rest.length === 0) return new Fault('Name the person you help.');
  const { before, word, after } = splitAt(rest, ['with', 'to', 'find', 'carry']);
  const target = resolveTarget(before, ['person', 'absent'], context);
  if (target instanceof Fault) return target;
  const purpose = word === '' ? '' : `${word} ${joinRaw(after)}`;
  return createAction('help', ['help', target.spoken, purpose].filter((part) => part !== '').join(' '), {
    target: target.named,
    topic: purpose,
    verb,
    isGuess: target.isGuess,
  });
}

/** "sneak past N", "sneak to P", "hide behind X", "hide". */
export function parseSneak(found: VerbFound, context: ParseContext): Action | Fault {
  const { rest, verb } = found;
  if (rest.length === 0) return createAction('sneak', verb === 'hide' ? 'hide' : 'sneak', { verb });
  const way = parseGo({ ...found, deed: 'go' }, context);
  if (!(way instanceof Fault) && way.deed === 'go') {
    return createAction('sneak', `sneak to ${way.target?.spoken ?? ''}`, {
      target: way.target,
      verb,
      isGuess: way.isGuess,
    });
  }
  const [first] = rest;
  const join = ['past', 'behind', 'under', 'from', 'by', 'in', 'inside'].includes(first?.word ?? '')
    ? (first?.word ?? '')
    : '';
  const target = resolveTarget(
    join === '' ? rest : rest.slice(1),
    ['person', 'thing', 'carried', 'exit'],
    context,
  );
  if (target instanceof Fault) return target;
  const does = [
    verb === 'hide' ? 'hide' : 'sneak',
    join === '' && verb !== 'hide' ? 'past' : join,
    target.spoken,
  ];
  return createAction('sneak', does.filter((part) => part !== '').join(' '), {
    target: target.named,
    verb,
    isGuess: target.isGuess,
  });
}

/** "persuade N", "climb X", "steal X from N", "break X with Y". */
export function parseRisk(found: VerbFound, context: ParseContext): Action | Fault {
  const { deed } = found;
  if (['persuade', 'threaten', 'deceive', 'dare'].includes(deed)) return parseAppeal(found, context);
  if (deed === 'exert') {
    const way = parseGo({ ...found, deed: 'go' }, context);
    if (!(way instanceof Fault) && way.deed === 'go') return way;
  }
  return parseForce(found, context);
}

function parseForce({ deed, rest, verb, phrase }: VerbFound, context: ParseContext): Action | Fault {
  const bare = withoutHead(rest, ['of', 'on', 'onto', 'over', 'up', 'across', 'into', 'open']);
  const { before, word, after } = splitAt(bare, ['with', 'using', 'from']);
  const isLock = verb === 'pick';
  if (before.length === 0) return createAction(deed, isLock ? 'pick the lock' : phrase, { verb });
  const target = resolveTarget(before, ['thing', 'carried', 'exit', 'person'], context);
  if (target instanceof Fault) return target;
  const tool =
    after.length === 0
      ? null
      : resolveTarget(withoutHead(after, ['my']), ['carried', 'thing', 'person'], context);
  if (tool instanceof Fault) return tool;
  const does = [
    isLock ? 'pick the lock of' : verb,
    target.spoken,
    ...(tool === null ? [] : [word, tool.spoken]),
  ];
  return createAction(deed, does.join(' '), {
    target: target.named,
    items: tool?.named ? [tool.named] : [],
    topic: target.spoken,
    verb,
    isGuess: target.isGuess,
  });
}
