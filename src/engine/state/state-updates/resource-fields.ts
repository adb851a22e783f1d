import { countRemaining, type Srd5eResource } from '#engine/srd5e/resources.ts';
import { Srd5eStatBlock } from '#engine/srd5e/stat-block.ts';
import { Srd5eSpellLevel } from '#engine/srd5e/terms.ts';
import { type Rejection, reject } from '#engine/util/rejection.ts';
import type { Proposal } from '../operations.ts';
import type { Character } from '../record.ts';
import {
  type Assignment,
  rejectDerivedField,
  rejectUnknownField,
  rejectValue,
  type Translation,
  type TranslationContext,
} from './assignment.ts';

const FIELDS = ['gold', 'hit_dice', 'spell_slots', 'class_features', 'consumables'];

/** Translates entries of `resources`: the amount of a resource a character has left. */
export function translateResourceField(
  character: Character,
  [kind = '', name, measure, ...rest]: readonly string[],
  assignment: Assignment,
  situation: TranslationContext,
): Translation {
  if (!FIELDS.includes(kind) || rest.length > 0) return rejectUnknownField(assignment, FIELDS);
  if (typeof assignment.value === 'object' && assignment.value !== null) return 'descend';
  if (kind === 'gold') return toRemaining(character, { kind: 'gold' }, 'remaining', assignment, situation);
  if (name === undefined) return 'descend';
  if (measure === 'total' || (kind === 'hit_dice' && name === 'total'))
    return rejectDerivedField(assignment, 'class and level');
  switch (kind) {
    case 'hit_dice':
      return hitDice(character, name, assignment, situation);
    case 'spell_slots':
      return spellSlots(character, name, measure, assignment, situation);
    case 'class_features':
      return toRemaining(character, { kind: 'feature', name }, measure ?? 'remaining', assignment, situation);
    default:
      return toRemaining(character, { kind: 'consumable', name }, 'remaining', assignment, situation);
  }
}

function hitDice(
  character: Character,
  name: string,
  assignment: Assignment,
  situation: TranslationContext,
): Translation {
  const block = readStatBlock(character, assignment, situation);
  if ('rejected' in block) return block;
  const [die, ...others] = Object.keys(block.resources.hit_dice);
  if (die === undefined)
    return reject('unknown-resource', `${character.name} has no hit dice.`, assignment.path);
  if (others.length > 0) {
    const right = `spend_resource with the size of the die, one of ${[die, ...others].join(', ')}`;
    return reject(
      'several-hit-dice',
      `${character.name} has hit dice of several sizes; use ${right}.`,
      assignment.path,
    );
  }
  // The keys of the record are the sizes of hit dice.
  const resource = { kind: 'hit_die', die: die as 'd8' } as const;
  return toRemaining(character, resource, name, assignment, situation);
}

function spellSlots(
  character: Character,
  name: string,
  measure: string | undefined,
  assignment: Assignment,
  situation: TranslationContext,
): Translation {
  const level = Srd5eSpellLevel.safeParse(name.replace(/^(?:level_?|l)/i, ''));
  if (!level.success) return rejectUnknownField(assignment, Srd5eSpellLevel.options);
  return toRemaining(
    character,
    { kind: 'spell_slot', level: level.data },
    measure ?? 'remaining',
    assignment,
    situation,
  );
}

/** Translates a remaining (or used) amount into the spending or restoring that leads to it. */
function toRemaining(
  character: Character,
  resource: Srd5eResource,
  measure: string,
  assignment: Assignment,
  situation: TranslationContext,
): Translation {
  const { value } = assignment;
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 0) {
    return rejectValue(assignment, 'a whole number from 0 up');
  }
  const block = readStatBlock(character, assignment, situation);
  if ('rejected' in block) return block;
  const remaining = countRemaining(block, resource) ?? (resource.kind === 'consumable' ? 0 : null);
  if (remaining === null || remaining === Number.POSITIVE_INFINITY) {
    return reject(
      'unknown-resource',
      `${character.name} has no ${assignment.path.slice(-2).join('.')} to count.`,
      assignment.path,
    );
  }
  const wanted = measure === 'used' ? totalOf(block, resource, remaining) - value : value;
  return change(character, resource, wanted - remaining);
}

function change({ id: characterId }: Character, resource: Srd5eResource, by: number): readonly Proposal[] {
  if (by === 0) return [];
  const amount = Math.abs(by);
  return [{ op: by < 0 ? 'spend_resource' : 'restore_resource', characterId, resource, amount }];
}

function totalOf({ resources }: Srd5eStatBlock, resource: Srd5eResource, remaining: number): number {
  switch (resource.kind) {
    case 'hit_die':
      return resources.hit_dice[resource.die]?.total ?? remaining;
    case 'spell_slot':
      return resources.spell_slots[resource.level]?.total ?? remaining;
    case 'feature': {
      const total = resources.class_features[resource.name]?.total;
      return typeof total === 'number' ? total : remaining;
    }
    default:
      return remaining;
  }
}

/** Returns the SRD stat block behind the protocol's character fields, or the reason why there is none. */
export function readStatBlock(
  character: Character,
  { path }: Assignment,
  { rules }: TranslationContext,
): Srd5eStatBlock | Rejection {
  const parsed = rules.srd5e ? Srd5eStatBlock.safeParse(character.stats) : null;
  if (parsed?.success === true) return parsed.data;
  const why = rules.srd5e ? `${character.name} has no stat block` : 'this ruleset has no such numbers';
  return reject('no-stat-block', `${path.join('.')}: ${why}.`, path);
}
