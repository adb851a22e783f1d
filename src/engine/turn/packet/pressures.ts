import type { ContextPacket } from '#engine/contracts/context-packet.ts';
import { describePlace } from '#engine/state/conditions.ts';
import { describeMissedDeadline } from '#engine/state/missed-deadline.ts';
import type { PlayerView } from '#engine/state/player-view.ts';
import type { Snapshot } from '#engine/state/snapshot.ts';
import { compareWorldTimes } from '#engine/util/world-time.ts';

/** Share of a clock that must be filled before it counts as a threat. */
const NEARLY_FULL = 0.6;

/**
 * Counts the discoveries made and possible for each open thread. Gives numbers only, so that it does not reveal what is
 * missing.
 */
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

/** Lists threats about to happen, as far as the players know of them. */
export function listPendingThreats(view: PlayerView): string[] {
  const clocks = view.clocks
    .filter(({ value, max }) => value < max && value >= max * NEARLY_FULL)
    .map(({ name, value, max }) => `${name}: ${value} of ${max}`);
  const due = view.deadlines
    .filter(({ status, urgency }) => status === 'active' && urgency !== 'low')
    .map(({ description }) => description);
  return [...clocks, ...due];
}

/** Maximum number of missed deadlines that are still mentioned. */
const MOST_MISSED = 3;

/** Lists missed deadlines, as players were told of them when they passed, latest last. */
function missed({ deadlines }: Snapshot, view: PlayerView): string[] {
  return view.deadlines
    .filter(({ status }) => status === 'missed')
    .toSorted((one, other) => compareWorldTimes(one.dueAt, other.dueAt))
    .slice(-MOST_MISSED)
    .map(({ id, description }) =>
      describeMissedDeadline({ description, consequences: deadlines[id]?.consequences ?? '' }),
    );
}

/** Writes who fights in the order of initiative: the persona's side, those against it, and those of no side. */
function describeFight({ round, combatants }: NonNullable<PlayerView['combat']>, view: PlayerView): string {
  const fighters = combatants.filter(({ out }) => !out);
  const own = combatants.find(({ id }) => id === view.personaId)?.side ?? 'party';
  const list = (isOf: (side: string) => boolean) =>
    fighters.filter(({ side }) => isOf(side)).map(({ id }) => view.entities[id]?.name ?? 'somebody');
  const parts = [
    list((side) => side === own).join(', '),
    ['against them', list((side) => side !== own && side !== 'neutral').join(', ')].join(' '),
    ...[list((side) => side === 'neutral')].flatMap((names) =>
      names.length === 0 ? [] : [`on no side ${names.join(', ')}`],
    ),
  ];
  return `A fight, round ${round}: ${parts.join('; ')}.`;
}

/** Lists the circumstances that affect the characters here now. */
export function listActiveSituations(snapshot: Snapshot, view: PlayerView): string[] {
  const { scene, entities } = snapshot;
  const fight = view.combat === null ? [] : [describeFight(view.combat, view)];
  const persona = entities[view.personaId];
  const conditions =
    persona?.kind === 'character' ? persona.conditions.map(({ name }) => `${persona.name} is ${name}.`) : [];
  return [
    ...fight,
    ...describePlace(snapshot).notes,
    ...scene.constraints,
    ...conditions,
    ...missed(snapshot, view),
  ];
}
