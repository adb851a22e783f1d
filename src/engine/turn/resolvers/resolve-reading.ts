import type { Reaction } from '#engine/contracts/reaction.ts';
import type {
  ListedCheck,
  ListedTrigger,
  ReadAction,
  Reading,
  ReadingNeeds,
} from '#engine/contracts/reading.ts';
import { normaliseName } from './name-index.ts';
import { createReplyNames, type DroppedName, type NameResolver, type ReplyNames } from './name-resolver.ts';

/** The lists of the prompt a Reading chooses from. */
export type ReadingLists = {
  readonly checks: readonly ListedCheck[];
  readonly triggers: readonly Pick<ListedTrigger, 'id'>[];
};

/** Triggers that one turn may meet. */
const MOST_TRIGGERS = 2;

/**
 * Turns every name of a Reading into an id. A name that means no record is cleared or taken out of its list, and reported.
 * The rest of the Reading stays, so that `rule` can refuse an action for what is missing.
 */
export function resolveReading(
  reading: Reading,
  resolver: NameResolver,
  lists: ReadingLists,
): { readonly reading: Reading; readonly dropped: readonly DroppedName[] } {
  const names = createReplyNames(resolver);
  const { actions, moves_to, company, addressed, refers_to } = reading;
  const resolved: Reading = {
    ...reading,
    actions: actions.map((action, index) => resolveAction(action, `actions.${index}`, names, lists.checks)),
    moves_to: names.one('moves_to', moves_to, ['location']) ?? '',
    company: names.many('company', company, ['character']),
    addressed: names.many('addressed', addressed, ['character']),
    refers_to: names.many('refers_to', refers_to),
    triggers: resolveTriggers(reading, names, lists),
    needs: reading.needs === null ? null : resolveNeeds(reading.needs, names),
  };
  return { reading: resolved, dropped: names.dropped };
}

/** Turns the target of a reaction's attempt into an id. An attempt at a character not on record stays without a target. */
export function resolveReaction(
  reaction: Reaction,
  resolver: NameResolver,
  checks: readonly ListedCheck[] = [],
): { readonly reaction: Reaction; readonly dropped: readonly DroppedName[] } {
  const names = createReplyNames(resolver);
  const { attempt } = reaction;
  if (attempt === null) return { reaction, dropped: [] };
  const target = names.one('attempt.target', attempt.target) ?? '';
  const check = resolveCheck(attempt.check, 'attempt.check', names, checks);
  return { reaction: { ...reaction, attempt: { ...attempt, target, check } }, dropped: names.dropped };
}

function resolveAction(
  action: ReadAction,
  path: string,
  names: ReplyNames,
  checks: readonly ListedCheck[],
): ReadAction {
  return {
    ...action,
    target: names.one(`${path}.target`, action.target) ?? '',
    targets: names.many(`${path}.targets`, action.targets, ['character']),
    // A thing that is not on record keeps its name: `rule` refuses what cannot be done without it.
    items: action.items.map((item, at) => names.one(`${path}.items.${at}`, item, ['item']) ?? item),
    opposed_by: names.one(`${path}.opposed_by`, action.opposed_by, ['character']) ?? '',
    check: resolveCheck(action.check, `${path}.check`, names, checks),
  };
}

/** Resolves a check by its id or its label in other letters; one that is not listed is none. */
function resolveCheck(
  written: string,
  path: string,
  names: ReplyNames,
  checks: readonly ListedCheck[],
): string {
  if (written === '') return '';
  const said = normaliseName(written);
  const found = checks.filter(({ id, label }) => [id, label].some((name) => normaliseName(name) === said));
  const check = checks.find(({ id }) => id === written) ?? (found.length === 1 ? found[0] : undefined);
  if (check !== undefined) return check.id;
  names.drop({ path, value: written, reason: 'not-listed' });
  return '';
}

function resolveTriggers({ triggers }: Reading, names: ReplyNames, lists: ReadingLists): Reading['triggers'] {
  const listed = triggers.flatMap((met, index) => {
    const said = normaliseName(met.id);
    const trigger = lists.triggers.find(({ id }) => id === met.id || normaliseName(id) === said);
    if (trigger !== undefined) return [{ ...met, id: trigger.id }];
    names.drop({ path: `triggers.${index}.id`, value: met.id, reason: 'not-listed' });
    return [];
  });
  const distinct = [...new Map(listed.map((met) => [met.id, met])).values()];
  for (const { id } of distinct.slice(MOST_TRIGGERS)) {
    names.drop({ path: 'triggers', value: id, reason: 'too-many' });
  }
  return distinct.slice(0, MOST_TRIGGERS);
}

/** Resolves the ids of needed records. Search words stay as they are. */
function resolveNeeds(needs: ReadingNeeds, names: ReplyNames): ReadingNeeds {
  const { characters, events, recall } = needs;
  return {
    ...needs,
    characters:
      characters === null
        ? null
        : { ...characters, ids: names.many('needs.characters.ids', characters.ids, ['character']) },
    events:
      events === null
        ? null
        : { ...events, characters: names.many('needs.events.characters', events.characters, ['character']) },
    recall: names.many('needs.recall', recall, ['event']),
  };
}
