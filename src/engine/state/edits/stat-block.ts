import type { RollDice } from '#engine/rules/srd5e-checks.ts';
import { Srd5eStatBlock } from '#engine/rules/srd5e-stat-block.ts';
import type { Json } from '#engine/util/canonical-json.ts';
import { type Rejection, reject } from '#engine/util/rejection.ts';
import type { CharacterId } from '../ids.ts';
import type { OperationContext, RollDetails } from '../operation.ts';
import type { Character } from '../record.ts';
import type { Snapshot } from '../snapshot.ts';
import { findCharacter } from './find-records.ts';
import { withEntity } from './replace-records.ts';
import { removeFromCombat, returnToCombat } from './scene-members.ts';

type Path = readonly (string | number)[];
type WithBlock = { readonly character: Character; readonly block: Srd5eStatBlock };

/** Returns a character with its SRD stat block, or the reason why it has none. */
export function findStatBlock(
  snapshot: Snapshot,
  id: CharacterId,
  path: Path,
  { rules }: Pick<OperationContext, 'rules'>,
): WithBlock | Rejection {
  const character = findCharacter(snapshot, id, path);
  if ('rejected' in character) return character;
  if (!rules.srd5e)
    return reject('no-stat-block', 'This ruleset has no hit points, rests or death saves.', path);
  if (Object.keys(character.stats).length === 0) {
    return reject(
      'no-stat-block',
      `${character.name} has no stat block; give it one with introduce_entity.`,
      path,
    );
  }
  const parsed = Srd5eStatBlock.safeParse(character.stats);
  if (parsed.success) return { character, block: parsed.data };
  const [issue] = parsed.error.issues;
  const where = ['stats', ...(issue?.path ?? [])].join('.');
  return reject('bad-stat-block', `The ${where} of ${character.name} is wrong: ${issue?.message}.`, path);
}

/** Replaces a character's stat block and updates its consciousness and its place in the fight. */
export function withStatBlock(snapshot: Snapshot, character: Character, block: Srd5eStatBlock): Snapshot {
  const status = block.status === 'stable' ? 'unconscious' : block.status;
  // A stat block parsed from JSON and changed by the rules is JSON.
  const stats = block as unknown as { readonly [key: string]: Json };
  const changed = withEntity(snapshot, { ...character, stats, status });
  if (changed.combat === null) return changed;
  if (block.status === 'dead') return { ...changed, combat: removeFromCombat(changed.combat, character.id) };
  return character.status === 'dead' ? returnToCombat(changed, character.id) : changed;
}

class RefusedRoll extends Error {
  readonly rejection: Rejection;

  constructor(rejection: Rejection) {
    super(rejection.reason);
    this.rejection = rejection;
  }
}

/**
 * Lets the SRD rules throw dice, as a certain character. They take a roll for granted; one that the dice
 * refuse (an author's `99d999`) ends the whole attempt as a rejection.
 */
export function withDice<Result>(
  context: OperationContext,
  details: RollDetails,
  attempt: (roll: RollDice) => Result | Rejection,
): Result | Rejection {
  try {
    return attempt((expression, purpose, facts) => {
      const rolled = context.roll(expression, purpose, { ...details, ...facts });
      if ('rejected' in rolled) throw new RefusedRoll(rolled);
      return rolled;
    });
  } catch (error) {
    if (error instanceof RefusedRoll) return error.rejection;
    throw error;
  }
}
