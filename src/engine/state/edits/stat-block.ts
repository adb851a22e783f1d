import type { RollDice } from '#engine/srd5e/checks.ts';
import { dropConditions, withEffects } from '#engine/srd5e/conditions.ts';
import { hasShapeEnded, returnToOwnShape } from '#engine/srd5e/shapes.ts';
import { parseStatBlock, type Srd5eStatBlock } from '#engine/srd5e/stat-block.ts';
import type { Json } from '#engine/util/canonical-json.ts';
import { type Rejection, reject } from '#engine/util/rejection.ts';
import type { WorldTime } from '#engine/util/world-time.ts';
import type { CharacterId } from '../ids.ts';
import type { OperationContext, RollDetails } from '../operation.ts';
import type { Character } from '../record.ts';
import type { Snapshot } from '../snapshot.ts';
import { findCharacter } from './find-records.ts';
import { withEntity } from './replace-records.ts';
import { removeFromCombat, removeFromScene, returnToCombat } from './scene-members.ts';

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
  const parsed = parseStatBlock(character.stats);
  if (parsed.success) return { character, block: parsed.data };
  const [issue] = parsed.error.issues;
  const where = ['stats', ...(issue?.path ?? [])].join('.');
  return reject('bad-stat-block', `The ${where} of ${character.name} is wrong: ${issue?.message}.`, path);
}

/**
 * Replaces a character's stat block and updates its consciousness and its place in the fight. Where its concentration
 * ends, what it kept up on others ends as well.
 */
export function withStatBlock(snapshot: Snapshot, character: Character, block: Srd5eStatBlock): Snapshot {
  const replaced = replaceBlock(snapshot, character, block);
  const changed = isSameSpell(character.stats.concentration, block.concentration)
    ? replaced
    : endHeldSpell(replaced, character.id);
  if (changed.combat === null) return changed;
  if (block.status === 'dead') return { ...changed, combat: removeFromCombat(changed.combat, character.id) };
  return character.status === 'dead' ? returnToCombat(changed, character.id) : changed;
}

/** Replaces a stat block. A shape nothing holds any more is left, and a creature that only a spell held is gone. */
function replaceBlock(snapshot: Snapshot, character: Character, changed: Srd5eStatBlock): Snapshot {
  const shaped = hasShapeEnded(changed) ? returnToOwnShape(changed) : changed;
  const block = noteDeath(shaped, snapshot.time);
  const replaced = withEntity(snapshot, toCharacter(character, block));
  const isHeld = block.status !== 'dead' && block.active_effects.some(({ summoned }) => summoned === true);
  if (isHeld || !wasSummoned(character)) return replaced;
  const gone = { ...toCharacter(character, block), placeId: null, retired: true };
  return withEntity(removeFromScene(replaced, character.id), gone);
}

function wasSummoned({ stats }: Character): boolean {
  const block = 'active_effects' in stats ? parseStatBlock(stats).data : undefined;
  return block?.active_effects.some(({ summoned }) => summoned === true) === true;
}

/** Keeps the moment of death for as long as the creature is dead. */
function noteDeath({ died_at, ...block }: Srd5eStatBlock, now: WorldTime): Srd5eStatBlock {
  return block.status === 'dead' ? { ...block, died_at: died_at ?? now } : block;
}

function toCharacter(character: Character, block: Srd5eStatBlock): Character {
  const status = block.status === 'stable' ? 'unconscious' : block.status;
  // A stat block parsed from JSON and changed by the rules is JSON.
  return { ...character, stats: block as unknown as { readonly [key: string]: Json }, status };
}

/** Tells whether a caster holds the same spell as before, or held none. */
function isSameSpell(before: Json | undefined, after: Srd5eStatBlock['concentration']): boolean {
  if (typeof before !== 'object' || before === null || !('spell' in before)) return true;
  const { spell, since } = before as { readonly spell?: unknown; readonly since?: WorldTime | null };
  const isSameMoment = JSON.stringify(since ?? null) === JSON.stringify(after?.since ?? null);
  return after !== null && after.spell === spell && isSameMoment;
}

/** Ends all conditions and effects that a caster's concentration kept up. */
function endHeldSpell(snapshot: Snapshot, casterId: CharacterId): Snapshot {
  let next = snapshot;
  for (const character of Object.values(snapshot.entities)) {
    if (character.kind !== 'character' || !('active_effects' in character.stats)) continue;
    const { success, data: block } = parseStatBlock(character.stats);
    if (!success) continue;
    const isHeld = ({ held_by }: { readonly held_by?: string | undefined }) => held_by === casterId;
    const left = block.active_effects.filter((effect) => !isHeld(effect));
    const freed = dropConditions(withEffects(block, left), isHeld);
    const isChanged = left.length < block.active_effects.length || freed.conditions !== block.conditions;
    if (isChanged) next = replaceBlock(next, character, freed);
  }
  return next;
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
