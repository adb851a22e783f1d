import type { Character } from '#engine/state/record.ts';
import type { Bout } from './bout.ts';
import type { Deed } from './srd-deed.ts';
import { isStanding } from './standing.ts';

const PARTY = 'party';
const FOES = 'foes';

/** Begins a fight for an attack, or draws those it concerns into the one that goes on. */
export function openFight(bout: Bout, deeds: readonly Deed[]): void {
  for (const deed of deeds) {
    if (deed.kind !== 'attack' || deed.targetId === null) continue;
    const { actorId: attackerId, targetId } = deed;
    if (bout.snapshot.combat === null) bout.apply([startOf(bout, attackerId, targetId)]);
    else bout.apply(joining(bout, attackerId, targetId));
  }
}

function startOf(bout: Bout, attackerId: string, targetId: string): object {
  const sides = new Map<string, string>([
    [attackerId, sideOf(bout, attackerId, FOES)],
    [targetId, sideOf(bout, targetId, FOES)],
  ]);
  // Two of the same kind who fall out are still two sides.
  if (sides.get(attackerId) === sides.get(targetId)) sides.set(attackerId, 'attackers');
  const isPartyIn = [...sides.values()].includes(PARTY);
  const foe = [attackerId, targetId].find((id) => sides.get(id) === FOES);
  for (const id of bystanders(bout)) {
    if (sides.has(id) || !isPartyIn) continue;
    if (isPersona(bout, id)) sides.set(id, PARTY);
    else if (foe !== undefined && isWith(bout, id, foe)) sides.set(id, FOES);
  }
  return {
    op: 'start_combat',
    combatants: [...sides].map(([characterId, side]) => ({ characterId, side })),
  };
}

/** Who takes part against the foes of the party is on its side; everybody else who is drawn in is a foe. */
function joining(bout: Bout, attackerId: string, targetId: string): readonly object[] {
  const fighters = bout.snapshot.combat?.combatants ?? [];
  const side = (id: string) => fighters.find((fighter) => fighter.id === id)?.side;
  return [attackerId, targetId].flatMap((characterId) => {
    if (side(characterId) !== undefined) return [];
    const against = side(characterId === attackerId ? targetId : attackerId);
    const own = sideOf(bout, characterId, against === FOES ? PARTY : FOES);
    return [{ op: 'join_combat', characterId, side: own }];
  });
}

function sideOf(bout: Bout, id: string, otherwise: string): string {
  return isPersona(bout, id) ? PARTY : otherwise;
}

function isPersona({ snapshot }: Bout, id: string): boolean {
  return snapshot.personas.some((persona) => persona === id);
}

/** Those who are here, to be seen and on their feet. */
function bystanders(bout: Bout): readonly string[] {
  const { presentIds, obscuredIds } = bout.snapshot.scene;
  return presentIds.filter((id) => !obscuredIds.includes(id) && isStanding(bout, id));
}

/** Who takes a foe's part: its own people, and whoever means to kill in any case. */
function isWith({ snapshot }: Bout, id: string, foeId: string): boolean {
  const [one, foe] = [characterOf(snapshot.entities, id), characterOf(snapshot.entities, foeId)];
  if (one === null || foe === null || one.hidden || one.captive) return false;
  const isKin = one.factionId !== null && one.factionId === foe.factionId;
  return isKin || one.internal.escalation?.level === 'lethal';
}

function characterOf(entities: Bout['snapshot']['entities'], id: string): Character | null {
  const entity = entities[id as keyof typeof entities];
  return entity?.kind === 'character' ? entity : null;
}
