import type { Revealed } from '#engine/contracts/narrate-input.ts';
import type { ListedTrigger, MetTrigger } from '#engine/contracts/reading.ts';
import { containsText } from '#engine/kit/contains-text.ts';
import { applyOperations } from '#engine/state/apply.ts';
import type { Effect } from '#engine/state/effect.ts';
import { isKnownToPersona } from '#engine/state/knows-of.ts';
import type { Entity, Fact, Item } from '#engine/state/record.ts';
import type { Snapshot } from '#engine/state/snapshot.ts';
import type { TurnContext } from '../context.ts';
import { sentenceOf } from '../packet-lines.ts';
import type { Recorder } from '../recorder.ts';
import { diceFrom, ruledBy } from '../ruled-by.ts';
import { liesHere } from './validate-actions.ts';

/** At most this many are offered to the reader; those about the place, the things and then the people here come first. */
const MOST_LISTED = 40;
/** At most this many may be met in one turn. */
const MOST_MET = 2;

type Placed = Pick<TurnContext, 'snapshot' | 'view' | 'persona'>;
type Trigger = { readonly id: string; readonly fact: Fact; readonly when: string; readonly isHere: boolean };

/** Lists the triggers within reach by their conditions. What they reveal is not in it. */
export function listTriggers(placed: Placed): readonly ListedTrigger[] {
  return findTriggers(placed).map(({ id, fact, when }) => {
    // A name the persona has not heard would be a leak.
    return { id, when, about: placed.view.entities[fact.subjectId]?.name ?? '' };
  });
}

function findTriggers({ snapshot, persona }: Placed): readonly Trigger[] {
  const here = collectHere(snapshot, persona.id);
  const names = [...here].flatMap((id) => snapshot.entities[id as keyof Snapshot['entities']] ?? []);
  const triggers = Object.values(snapshot.facts).flatMap((fact) => {
    if (fact.visibility !== 'hidden' || isKnownToPersona(fact, persona.id)) return [];
    const isHere = here.has(fact.subjectId);
    return fact.triggers.flatMap((when, at) => {
      const isWithinReach = isHere || names.some((entity) => isNamedIn(when, entity));
      return isWithinReach ? [{ id: `${fact.id}.${at}`, fact, when, isHere }] : [];
    });
  });
  // Places and things before people: people have the most of them.
  const orderOf = ({ isHere, fact }: Trigger) =>
    (isHere ? 0 : 2) + (snapshot.entities[fact.subjectId]?.kind === 'character' ? 1 : 0);
  return triggers.toSorted((one, other) => orderOf(one) - orderOf(other)).slice(0, MOST_LISTED);
}

/** Ids of the place, the people and things here, and what the persona carries. */
function collectHere(snapshot: Snapshot, personaId: string): ReadonlySet<string> {
  const { placeId, presentIds } = snapshot.scene;
  const lying = Object.values(snapshot.entities).filter(
    (item) => item.kind === 'item' && liesHere(snapshot, item),
  );
  const carried = Object.keys(snapshot.inventory[personaId as keyof Snapshot['inventory']] ?? {});
  const ids = [...presentIds, ...lying.map(({ id }) => id), ...carried].filter((id) => id !== personaId);
  return new Set<string>(placeId === null ? ids : [placeId, ...ids]);
}

const SHORTEST_NAME = 4;

/** Whether a condition names somebody or something: the whole name, or a capitalised part of it as a word. */
function isNamedIn(condition: string, { name }: Entity): boolean {
  if (condition.toLowerCase().includes(name.toLowerCase())) return true;
  const words = new Set(condition.match(/[\p{L}\p{N}]+/gu) ?? []);
  return (name.match(/[\p{L}\p{N}]+/gu) ?? []).some(
    (part) => part.length >= SHORTEST_NAME && /^\p{Lu}/u.test(part) && words.has(part),
  );
}

export type Revelation = {
  readonly snapshot: Snapshot;
  readonly effects: readonly Effect[];
  readonly revealed: readonly Revealed[];
};

/**
 * Brings to light what the Reading's triggers reveal, as far as they are within reach and the player's words are quoted.
 * Whoever was kept from acting finds nothing.
 */
export function meetTriggers(
  met: readonly MetTrigger[],
  snapshot: Snapshot,
  context: TurnContext,
  recorder: Pick<Recorder, 'operations' | 'note'>,
): Revelation {
  const { persona, playerText } = context;
  const within = new Map(
    findTriggers({ ...context, snapshot: context.snapshot }).map((one) => [one.id, one]),
  );
  const confirmed = met.flatMap((one) => {
    const trigger = within.get(one.id);
    return trigger !== undefined && containsText(playerText, one.quote) ? [trigger] : [];
  });
  if (confirmed.length < met.length) {
    recorder.note('rule', {
      triggersNotMet: met.filter(({ id }) => !confirmed.some((one) => one.id === id)),
    });
  }
  const facts = [...new Map(confirmed.map((one) => [one.fact.id, one])).values()].slice(0, MOST_MET);
  if (facts.length === 0) return { snapshot, effects: [], revealed: [] };
  const proposals = facts.flatMap(({ fact, when }) => [
    { op: 'discover_fact', factId: fact.id, personaIds: [persona.id], method: when },
    ...uncoverItems(snapshot, fact, persona.id).map((entityId) => {
      return { op: 'discover_entity', entityId, personaIds: [persona.id], method: when };
    }),
  ]);
  const applied = applyOperations(snapshot, proposals, { ...ruledBy(context), dice: diceFrom(context, 0) });
  recorder.operations({ asker: 'engine', proposals, effects: applied.effects, rejected: applied.rejected });
  const found = new Set<string>(
    applied.effects.flatMap((effect) => (effect.type === 'discovered' ? effect.subject.id : [])),
  );
  return {
    snapshot: applied.snapshot,
    effects: applied.effects,
    revealed: facts
      .filter(({ fact }) => found.has(fact.id))
      .map(({ fact, when }) => ({
        text: sentenceOf(fact, snapshot),
        how: when,
        saidBy: findSpeaker(fact, context),
      })),
  };
}

/** The person who tells it: one who was spoken to and whom the fact is about. Null when it is seen or found. */
function findSpeaker(fact: Fact, { snapshot, view }: TurnContext): string | null {
  const subject = snapshot.entities[fact.subjectId];
  if (subject?.kind !== 'character' || subject.status !== 'conscious') return null;
  const isTold = subject.internal.knows?.some((known) => known === fact.object) === true;
  return isTold && view.scene.presentIds.includes(subject.id) ? subject.id : null;
}

/** Hidden things that lie here and that the fact is about or names. */
function uncoverItems(snapshot: Snapshot, fact: Fact, personaId: string): readonly Item['id'][] {
  const told = sentenceOf(fact, snapshot).toLowerCase();
  return Object.values(snapshot.entities).flatMap((item) => {
    if (item.kind !== 'item' || item.visibility !== 'hidden' || item.retired || !liesHere(snapshot, item))
      return [];
    if (item.knownTo.some((id) => id === personaId)) return [];
    return item.id === fact.subjectId || told.includes(item.name.toLowerCase()) ? [item.id] : [];
  });
}
