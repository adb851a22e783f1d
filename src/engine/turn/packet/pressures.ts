import type { ContextPacket } from '#engine/contracts/context-packet.ts';
import { compareWorldTimes } from '#engine/kit/world-time.ts';
import { describeMissedDeadline } from '#engine/state/missed-deadline.ts';
import type { PlayerView } from '#engine/state/player-view.ts';
import type { Snapshot } from '#engine/state/snapshot.ts';

/** How full a clock is before it counts as a threat. */
const NEARLY_FULL = 0.6;

/** How much of what can be found out about each open thread was found. Numbers alone: what is missing is not said. */
export function countInvestigation(
  { facts, threads }: Snapshot,
  view: PlayerView,
): ContextPacket['investigation'] {
  const known = new Set<string>(view.facts.map(({ id }) => id));
  return view.threads.flatMap(({ id, status }) => {
    const about = new Set<string>(threads[id]?.relatedIds ?? []);
    const concerned = Object.values(facts).filter(
      ({ subjectId, triggers }) => triggers.length > 0 && about.has(subjectId),
    );
    if (status !== 'active' || concerned.length === 0) return [];
    return {
      threadId: id,
      found: concerned.filter((fact) => known.has(fact.id)).length,
      of: concerned.length,
    };
  });
}

/** What is about to go wrong, as far as the players know of it. */
export function listPendingThreats(view: PlayerView): string[] {
  const clocks = view.clocks
    .filter(({ value, max }) => value < max && value >= max * NEARLY_FULL)
    .map(({ name, value, max }) => `${name}: ${value} of ${max}`);
  const due = view.deadlines
    .filter(({ status, urgency }) => status === 'active' && urgency !== 'low')
    .map(({ description }) => description);
  return [...clocks, ...due];
}

/** As many of what was let pass as anybody still speaks of. */
const MOST_MISSED = 3;

/** What was to be done by a moment that is over, as players were told of it when it passed, latest last. */
function missed({ deadlines }: Snapshot, view: PlayerView): string[] {
  return view.deadlines
    .filter(({ status }) => status === 'missed')
    .toSorted((one, other) => compareWorldTimes(one.dueAt, other.dueAt))
    .slice(-MOST_MISSED)
    .map(({ id, description }) =>
      describeMissedDeadline({ description, consequences: deadlines[id]?.consequences ?? '' }),
    );
}

/** What everybody here has to reckon with just now. */
export function listActiveSituations(snapshot: Snapshot, view: PlayerView): string[] {
  const { scene, entities } = snapshot;
  const fighters = view.combat?.combatants.filter(({ out }) => !out) ?? [];
  const names = fighters.map(({ id }) => view.entities[id]?.name ?? 'somebody');
  const fight = view.combat === null ? [] : [`A fight, round ${view.combat.round}: ${names.join(', ')}.`];
  const persona = entities[view.personaId];
  const conditions =
    persona?.kind === 'character' ? persona.conditions.map(({ name }) => `${persona.name} is ${name}.`) : [];
  return [...fight, ...scene.constraints, ...conditions, ...missed(snapshot, view)];
}
