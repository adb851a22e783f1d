import { type Rejection, reject } from '#engine/kit/rejection.ts';
import { compareInitiative, refreshedAtInitiative, rollInitiative } from '#engine/rules/srd5e-initiative.ts';
import { Srd5eStatBlock } from '#engine/rules/srd5e-stat-block.ts';
import type { CharacterId } from '../ids.ts';
import type { OperationContext } from '../operation.ts';
import type { Character, Combatant } from '../record.ts';
import type { Snapshot } from '../snapshot.ts';
import { findCharacter } from './find.ts';
import { withDice, withStatBlock } from './stat-block.ts';

type Fighter = Pick<Combatant, 'side' | 'surprised'> & { readonly characterId: CharacterId };
type Ranked = { readonly id: CharacterId; readonly total: number; readonly dexterity: number };

const ORDINARY_DEXTERITY = 10;

/** Why somebody cannot take part in a fight here and now. */
export function combatantRefusal(
  snapshot: Snapshot,
  id: CharacterId,
  path: readonly (string | number)[],
): Rejection | null {
  const character = findCharacter(snapshot, id, path);
  if ('rejected' in character) return character;
  if (!snapshot.scene.presentIds.includes(id))
    return reject('not-present', `${character.name} is not here.`, path);
  if (character.status === 'dead') return reject('creature-dead', `${character.name} is dead.`, path);
  return null;
}

/** Throws initiative for each fighter, in the order named, and puts them in the order in which they act. */
export function rollCombatants(
  snapshot: Snapshot,
  fighters: readonly Fighter[],
  context: OperationContext,
): { readonly snapshot: Snapshot; readonly combatants: readonly Combatant[] } | Rejection {
  let next = snapshot;
  const ranked: (Ranked & Fighter)[] = [];
  for (const fighter of fighters) {
    const character = findCharacter(next, fighter.characterId, ['combatants']);
    if ('rejected' in character) return character;
    const rolled = initiativeOf(next, character, context);
    if ('rejected' in rolled) return rolled;
    next = rolled.snapshot;
    ranked.push({ ...fighter, ...rolled.rank });
  }
  const combatants = ranked
    .toSorted(compareInitiative)
    .map(({ id, side, surprised, total }) => ({ id, side, initiative: total, surprised, out: false }));
  return { snapshot: next, combatants };
}

function initiativeOf(
  snapshot: Snapshot,
  character: Character,
  context: OperationContext,
): { readonly snapshot: Snapshot; readonly rank: Ranked } | Rejection {
  const { id } = character;
  const parsed = context.rules.srd5e ? Srd5eStatBlock.safeParse(character.stats) : null;
  if (parsed?.success !== true) {
    const roll = context.roll('1d20', 'Initiative', { characterId: id });
    if ('rejected' in roll) return roll;
    return { snapshot, rank: { id, total: roll.total, dexterity: ORDINARY_DEXTERITY } };
  }
  const rolled = withDice(context, { characterId: id }, (roll) =>
    rollInitiative([{ id, block: parsed.data }], roll),
  );
  if ('rejected' in rolled) return rolled;
  const [first] = rolled;
  const refreshed = refreshedAtInitiative(parsed.data);
  return {
    snapshot: refreshed === parsed.data ? snapshot : withStatBlock(snapshot, character, refreshed),
    rank: { id, total: first?.total ?? 0, dexterity: first?.dexterity ?? ORDINARY_DEXTERITY },
  };
}
