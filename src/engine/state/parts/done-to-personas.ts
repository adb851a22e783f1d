import { type Rejection, reject } from '#engine/kit/rejection.ts';
import type { CharacterId } from '../ids.ts';
import { readMoney } from '../money.ts';
import type { OperationContext } from '../operation.ts';
import type { Character } from '../record.ts';
import type { Snapshot } from '../snapshot.ts';

type Bound = Pick<OperationContext, 'rules' | 'hold'>;
type Persona = {
  readonly id: CharacterId;
  readonly before: Character;
  readonly after: Character;
  readonly wasHere: boolean;
  readonly isHere: boolean;
};

/** What an operation did to a player's character that only its player, the rules or a game master may do; null when nothing. */
export function doneToPersonas(
  operation: string,
  before: Snapshot,
  after: Snapshot,
  context: Bound,
): Rejection | null {
  for (const id of before.personas) {
    const persona = personaIn(id, before, after);
    if (persona === null) continue;
    const refusal =
      moved(operation, persona, context) ??
      killed(operation, persona, context) ??
      robbed(operation, persona, before, after, context);
    if (refusal !== null) return refusal;
  }
  return null;
}

function personaIn(id: CharacterId, before: Snapshot, after: Snapshot): Persona | null {
  const [earlier, later] = [before.entities[id], after.entities[id]];
  if (earlier?.kind !== 'character' || later?.kind !== 'character') return null;
  const wasHere = before.scene.presentIds.includes(id);
  return { id, before: earlier, after: later, wasHere, isHere: after.scene.presentIds.includes(id) };
}

function moved(operation: string, persona: Persona, { hold }: Bound): Rejection | null {
  const { id, before, after, wasHere, isHere } = persona;
  if (wasHere === isHere && before.placeId === after.placeId) return null;
  const goesWithScene = operation === 'move_party' || operation === 'enter_scene';
  if (!goesWithScene) {
    const sentence = `${before.name} is a player's persona and goes where its player says; use move_party.`;
    return reject('is-persona', sentence);
  }
  // Whoever is nowhere comes back with the others.
  if (before.placeId === null || hold?.staying.includes(id) !== true) return null;
  const sentence = `${before.name} stays: neither its player nor anything that happened takes it elsewhere.`;
  return reject('persona-stays', sentence);
}

function killed(operation: string, { id, before, after }: Persona, { rules, hold }: Bound): Rejection | null {
  if (before.status === 'dead' || after.status !== 'dead') return null;
  if (operation === 'set_life' && rules.srd5e && Object.keys(before.stats).length > 0) {
    const sentence = `${before.name} is a player's persona and dies by the rules: use deal_damage.`;
    return reject('is-persona', sentence);
  }
  if (operation === 'make_death_save' || hold?.safe.includes(id) !== true) return null;
  return reject(
    'persona-safe',
    `${before.name} does not die: nothing in this turn has put its life at stake.`,
  );
}

function robbed(
  operation: string,
  { id, before: earlier, after: later }: Persona,
  before: Snapshot,
  after: Snapshot,
  { hold }: Bound,
): Rejection | null {
  if (hold?.keeping.includes(id) !== true) return null;
  const has = after.inventory[id] ?? {};
  const isLess = Object.entries(before.inventory[id] ?? {}).some(
    // The keys were read from the same record, which is written by item.
    ([itemId, { quantity }]) => (has[itemId as keyof typeof has]?.quantity ?? 0) < quantity,
  );
  const isSpent =
    (operation === 'spend_resource' && earlier !== later) ||
    (readMoney(later)?.amount ?? 0) < (readMoney(earlier)?.amount ?? 0);
  if (!isLess && !isSpent) return null;
  return reject('persona-keeps', `${earlier.name} keeps it: its player parts with nothing in this turn.`);
}
