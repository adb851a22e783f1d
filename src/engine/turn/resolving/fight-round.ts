import { attacksPerAction } from '#engine/rules/srd5e-class-numbers.ts';
import { isIncapacitated } from '#engine/rules/srd5e-conditions.ts';
import type { Srd5eStatBlock } from '#engine/rules/srd5e-stat-block.ts';
import type { Bout } from './bout.ts';
import { makeDeathSave } from './make-death-save.ts';
import { type Asked, rollAsked } from './roll-asked.ts';
import { isStanding } from './standing.ts';

/**
 * Plays the fight from whoever's turn it is, through the acting persona's, to the next one a player decides. Everybody acts in
 * the order of initiative and once; the dying make their saves; the fight ends when a side has nobody left standing. Gives the
 * requests that had their turn, thrown or not.
 */
export function fightRound(bout: Bout, personaId: string, asked: readonly Asked[]): ReadonlySet<Asked> {
  const heard = new Set<Asked>();
  const most = 2 * (bout.snapshot.combat?.combatants.length ?? 0);
  for (let step = 0; step < most; step += 1) {
    const current = nextToAct(bout, personaId);
    if (current === null) break;
    bout.acted.add(current.id);
    const own = asked.filter(({ actor }) => actor?.character.id === current.id);
    for (const one of own) heard.add(one);
    if (current.decides) turnOf(bout, current.id, own);
    if (endIfOver(bout)) break;
    bout.apply([{ op: 'advance_combat' }]);
  }
  return heard;
}

/** Whose turn it is, and whether they do anything with it; null when it is a player's to say. */
function nextToAct(
  { snapshot: { combat, personas }, acted }: Bout,
  personaId: string,
): { readonly id: string; readonly decides: boolean } | null {
  const current = combat?.combatants[combat.turn];
  if (current === undefined || acted.has(current.id)) return null;
  const isOtherPlayers = current.id !== personaId && personas.includes(current.id);
  if (isOtherPlayers && acted.has(personaId)) return null;
  return { id: current.id, decides: !isOtherPlayers && !current.surprised };
}

function turnOf(bout: Bout, id: string, asked: readonly Asked[]): void {
  makeDeathSave(bout, id);
  const fighter = bout.fighter(id);
  if (fighter === null || isIncapacitated(fighter.block) || !isStanding(bout, id)) return;
  let attacksLeft = attacksAllowed(fighter.block);
  for (const one of asked) {
    if (one.meaning.kind === 'attack') attacksLeft -= 1;
    if (one.meaning.kind !== 'attack' || attacksLeft >= 0) rollAsked(bout, one);
  }
}

const COUNTS: Readonly<Record<string, number>> = { two: 2, three: 3, four: 4, five: 5 };

/** As many as the Attack action has, a monster's multiattack, and one more with the other hand. */
export function attacksAllowed(block: Srd5eStatBlock): number {
  const [, word = ''] =
    /multiattack\W+(?:makes? )?(two|three|four|five)/i.exec(block.features.join('\n')) ?? [];
  const offHand = block.attacks.some(({ name }) => /off.?hand/i.test(name)) ? 1 : 0;
  return Math.max(attacksPerAction(block) + offHand, COUNTS[word.toLowerCase()] ?? 1);
}

/** A side with nobody on their feet has lost. */
export function endIfOver(bout: Bout): boolean {
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
