import { attacksPerAction } from '#engine/rules/srd5e-class-numbers.ts';
import { isIncapacitated } from '#engine/rules/srd5e-conditions.ts';
import type { Srd5eStatBlock } from '#engine/rules/srd5e-stat-block.ts';
import type { Bout } from './bout.ts';
import { makeDeathSave } from './make-death-save.ts';
import { performDeed } from './perform-deed.ts';
import type { Deed } from './srd-deed.ts';
import { areFoes, isStanding } from './standing.ts';

/**
 * Plays the fight in the order of initiative from the combatant whose turn it is. With `until: 'persona'` it ends once the acting
 * persona has had its turn; with `'next-player'` it goes on to the next combatant a player decides for. Combatants without a
 * deed of their own act by their stat block. The fight ends when a side has nobody left standing.
 */
export function playFight(
  bout: Bout,
  personaId: string,
  deeds: readonly Deed[],
  until: 'persona' | 'next-player',
): void {
  const most = 2 * (bout.snapshot.combat?.combatants.length ?? 0);
  for (let step = 0; step < most; step += 1) {
    const current = findNext(bout, personaId);
    if (current === null) break;
    bout.acted.add(current.id);
    if (current.acts) takeFightTurn(bout, current.id, personaId, deeds);
    if (endFightIfOver(bout)) break;
    bout.apply([{ op: 'advance_combat' }]);
    if (until === 'persona' && current.id === personaId) break;
  }
}

/** The combatant whose turn it is, and whether it acts; null when another player decides or everybody has acted. */
function findNext(
  { snapshot: { combat, personas }, acted }: Bout,
  personaId: string,
): { readonly id: string; readonly acts: boolean } | null {
  const current = combat?.combatants[combat.turn];
  if (current === undefined || acted.has(current.id)) return null;
  const isOtherPlayers = current.id !== personaId && personas.includes(current.id);
  if (isOtherPlayers && acted.has(personaId)) return null;
  return { id: current.id, acts: !isOtherPlayers && !current.surprised && !current.out };
}

function takeFightTurn(bout: Bout, id: string, personaId: string, deeds: readonly Deed[]): void {
  makeDeathSave(bout, id);
  const fighter = bout.fighter(id);
  if (fighter === null || isIncapacitated(fighter.block) || !isStanding(bout, id)) return;
  const own = deeds.filter(({ actorId }) => actorId === id);
  const chosen = own.length > 0 || id === personaId ? own : attackByStatBlock(bout, id);
  let attacksLeft = countAttacks(fighter.block);
  for (const deed of chosen) {
    if (deed.kind === 'attack') attacksLeft -= 1;
    if (deed.kind !== 'attack' || attacksLeft >= 0) performDeed(bout, deed);
  }
}

/** The attacks of a combatant nobody speaks for: its first attack, as often as it may, at the first foe who stands. */
function attackByStatBlock(bout: Bout, id: string): readonly Deed[] {
  const fighter = bout.fighter(id);
  const attack = fighter?.block.attacks[0];
  const target = bout.snapshot.combat?.combatants.find(
    (other) => !other.out && areFoes(bout.snapshot, id, other.id) && isStanding(bout, other.id),
  );
  if (fighter === null || attack === undefined || target === undefined) return [];
  const deed: Deed = {
    actorId: id,
    slot: null,
    kind: 'attack',
    attack,
    targetId: target.id,
    difficulty: 15,
    knockOut: false,
  };
  return Array.from({ length: countAttacks(fighter.block) }, () => deed);
}

const COUNTS: Readonly<Record<string, number>> = { two: 2, three: 3, four: 4, five: 5 };

/** As many as the Attack action has, a monster's multiattack (a term of the SRD), and one more with the other hand. */
export function countAttacks(block: Srd5eStatBlock): number {
  const [, word = ''] =
    /multiattack\W+(?:makes? )?(two|three|four|five)/i.exec(block.features.join('\n')) ?? [];
  const offHand = block.attacks.some(({ name }) => /off.?hand/i.test(name)) ? 1 : 0;
  return Math.max(attacksPerAction(block) + offHand, COUNTS[word.toLowerCase()] ?? 1);
}

/** Ends the fight when at most one side is on its feet; returns whether it is over. */
export function endFightIfOver(bout: Bout): boolean {
  const { combat, personas } = bout.snapshot;
  if (combat === null) return true;
  const up = combat.combatants.filter(({ id, out }) => !out && isStanding(bout, id));
  const sides = new Set(combat.combatants.map(({ side }) => side));
  if (sides.size > 1 && new Set(up.map(({ side }) => side)).size > 1) return false;
  const hasParty = combat.combatants.some(({ id }) => personas.includes(id));
  const isPartyUp = up.some(({ side }) =>
    combat.combatants.some((fighter) => fighter.side === side && personas.includes(fighter.id)),
  );
  bout.apply([{ op: 'end_combat', outcome: hasParty && !isPartyUp ? 'defeat' : 'victory' }]);
  return true;
}
