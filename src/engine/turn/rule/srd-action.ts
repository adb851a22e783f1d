import type { DeclaredCheck, DifficultyWord } from '#engine/rules/declared-check.ts';
import { listAttacks } from '#engine/srd5e/attacks.ts';
import { computePassiveScore, type Srd5eCheck } from '#engine/srd5e/checks.ts';
import { isDying } from '#engine/srd5e/derived-numbers.ts';
import { findFeature, getPotionHealing } from '#engine/srd5e/feature-uses.ts';
import { isHostileSpell } from '#engine/srd5e/spell-numbers.ts';
import type { Srd5eSpell } from '#engine/srd5e/spells.ts';
import { Srd5eAttack, type Srd5eStatBlock } from '#engine/srd5e/stat-block.ts';
import { Srd5eAbility, Srd5eSkill } from '#engine/srd5e/terms.ts';
import { toFeatureKey } from '#engine/srd5e/traits.ts';
import { areFoes, type SrdResolution } from './srd-resolution.ts';
import { listGivenConsumables } from './validate-actions.ts';

/** One attempt of a character that the SRD decides. */
export type SrdAction = { readonly actorId: string } & (
  | {
      readonly kind: 'attack';
      readonly attack: Srd5eAttack;
      /** Null for a thing without a stat block; `difficulty` is then what must be reached. */
      readonly targetId: string | null;
      readonly difficulty: number;
      readonly knockOut: boolean;
      /** Level of the spell slot it takes; 0 when it takes none. */
      readonly slot: number;
    }
  | {
      readonly kind: 'check';
      readonly check: Srd5eCheck;
      readonly label: string;
      readonly difficulty: number;
      /** Foe who gives up the fight when words succeed; null for other checks. */
      readonly swaysId: string | null;
      /** Level of the spell slot it takes; 0 when it takes none. */
      readonly slot: number;
    }
  | {
      readonly kind: 'cast';
      readonly name: string;
      /** Null for a spell without figures: it takes its slot and is told in prose. */
      readonly spell: Srd5eSpell | null;
      /** Effect of the spell, in words. */
      readonly note?: string;
      /** Names the player chose: creatures to call, a shape, a kind of damage. */
      readonly chosen?: readonly string[];
      /** Id of the place to travel to. */
      readonly goesTo?: string;
      /** Level of the slot that was named; 0 when none was. */
      readonly slot: number;
      readonly targetIds: readonly string[];
    }
  | {
      readonly kind: 'feature';
      readonly name: string;
      readonly targetId: string;
      /** Names the player chose: the beast whose shape is taken. */
      readonly chosen?: readonly string[];
    }
  | {
      readonly kind: 'drink';
      readonly name: string;
      readonly heals: string;
      /** Id of the item that is used up; null for a consumable of the sheet. */
      readonly itemId: string | null;
      readonly targetId: string;
    }
  | { readonly kind: 'aid'; readonly targetId: string }
  | { readonly kind: 'flee' }
  | { readonly kind: 'yield' }
);

/** An attempt as a Reading or a reaction states it. */
type StatedAttempt = {
  readonly kind: string;
  readonly target: string;
  readonly targets?: readonly string[];
  readonly items?: readonly string[];
  readonly check: string;
  readonly opposed_by?: string;
  readonly means: string;
  /** Level of the spell slot; 0 when the spell takes none. */
  readonly level?: number;
  readonly difficulty?: DifficultyWord | null;
  readonly sparing?: boolean;
};

const UNARMED = Srd5eAttack.parse({ name: 'Unarmed strike', damage: [{ dice: '1', type: 'bludgeoning' }] });
const USUAL_DIFFICULTY = 15;

/** Reads an attempt as an action of the SRD by the actor's own stat block; null when the rules have nothing to decide. */
export function toSrdAction(attempt: StatedAttempt, actorId: string, bout: SrdResolution): SrdAction | null {
  const actor = bout.fighter(actorId);
  if (actor === null) return null;
  const feature = toFeature(attempt, actorId, bout, actor.block);
  if (feature !== null) return feature;
  switch (attempt.kind) {
    case 'attack':
      return (
        toNamedSpell(attempt, actorId, bout, actor.block) ?? toAttack(attempt, actorId, bout, actor.block)
      );
    case 'cast':
      return toCast(attempt, actorId, bout, actor.block) ?? toCheck(attempt, actorId, bout);
    case 'flee':
      return bout.snapshot.combat === null ? null : { actorId, kind: 'flee' };
    case 'yield':
      return bout.snapshot.combat === null ? null : { actorId, kind: 'yield' };
    case 'use':
      return (
        toUse(attempt, actorId, bout) ??
        toNamedSpell(attempt, actorId, bout, actor.block) ??
        toCheck(attempt, actorId, bout)
      );
    case 'give':
      return toDose(attempt, actorId, bout) ?? toCheck(attempt, actorId, bout);
    case 'help':
      return toAid(attempt, actorId, bout) ?? toCheck(attempt, actorId, bout);
    default:
      return toCheck(attempt, actorId, bout);
  }
}

/** Creates one attack of an actor on a target. */
export function createAttack(actorId: string, attack: Srd5eAttack, targetId: string): SrdAction {
  return {
    actorId,
    kind: 'attack',
    attack,
    targetId,
    difficulty: USUAL_DIFFICULTY,
    knockOut: false,
    slot: 0,
  };
}

/** Finds the feature that an attempt names, also when the model gave the attempt another kind. */
function toFeature(
  { means, target, items = [] }: StatedAttempt,
  actorId: string,
  bout: SrdResolution,
  block: Srd5eStatBlock,
): SrdAction | null {
  const name = means === '' ? null : findFeature(block, means);
  if (name === null || findAttack(block, means) !== null || bout.playbook.figures.findSpell(means) !== null)
    return null;
  return {
    actorId,
    kind: 'feature',
    name,
    targetId: bout.fighter(target) === null ? actorId : target,
    chosen: items,
  };
}

/** Reads an attack with a spell by its name: one that is known, or one that may be used again. */
function toNamedSpell(
  attempt: StatedAttempt,
  actorId: string,
  bout: SrdResolution,
  block: Srd5eStatBlock,
): SrdAction | null {
  const { means } = attempt;
  const found = means === '' ? null : bout.playbook.figures.findSpell(means);
  if (found === null) return null;
  const isNamed = ({ name }: Srd5eAttack) => plain(stripParentheses(name)) === plain(means);
  const { attacks } = block;
  const isGiven = listAttacks(block).some((attack) => !attacks.includes(attack) && isNamed(attack));
  // A sheet may list a spell among its attacks: one that takes a slot is cast.
  const takesSlot = found.figures.level > 0 && hasSpellSlots(block);
  const isAttack = isGiven || (!takesSlot && attacks.some(isNamed));
  return isAttack ? null : toCast(attempt, actorId, bout, block);
}

function hasSpellSlots({ resources: { spell_slots, pact_slots } }: Srd5eStatBlock): boolean {
  return pact_slots !== null || Object.values(spell_slots).some(({ total }) => total > 0);
}

function toAttack(
  { means, target: aimed, level = 0, sparing, kind }: StatedAttempt,
  actorId: string,
  bout: SrdResolution,
  block: Srd5eStatBlock,
): SrdAction {
  const target = bout.fighter(aimed);
  return {
    actorId,
    kind: 'attack',
    attack: findAttack(block, means) ?? listAttacks(block)[0] ?? UNARMED,
    targetId: target === null || target.character.id === actorId ? null : target.character.id,
    difficulty: USUAL_DIFFICULTY - bout.difficultyShift(actorId),
    knockOut: sparing === true,
    slot: kind === 'cast' ? level : 0,
  };
}

/** Reads a spell: by its figures, else as an attack of the stat block, else as a slot that is spent. */
function toCast(
  attempt: StatedAttempt,
  actorId: string,
  bout: SrdResolution,
  block: Srd5eStatBlock,
): SrdAction | null {
  const { means, level: slot = 0 } = attempt;
  const found = bout.playbook.figures.findSpell(means);
  if (found === null && findAttack(block, means) !== null) return toAttack(attempt, actorId, bout, block);
  if (found === null && (attempt.check !== '' || slot === 0)) return null;
  const named = [attempt.target, ...(attempt.targets ?? [])].filter((id) => bout.fighter(id) !== null);
  return {
    actorId,
    kind: 'cast',
    name: found?.name ?? means,
    note: found?.description ?? '',
    spell: found?.figures ?? null,
    slot,
    targetIds: [...new Set(named)],
    chosen: attempt.items ?? [],
    goesTo: findGoal(attempt, bout),
  };
}

/** Finds the place an attempt is aimed at, or the one the player sets out for; empty when there is none. */
function findGoal({ target }: StatedAttempt, { snapshot, movesTo }: SrdResolution): string {
  const entity = snapshot.entities[target as keyof typeof snapshot.entities];
  return entity?.kind === 'location' ? target : movesTo;
}

/** Tells whether an action is meant to harm its targets, and so begins a fight with them. */
export function listHarmed(action: SrdAction): readonly string[] {
  if (action.kind === 'attack') return action.targetId === null ? [] : [action.targetId];
  if (action.kind !== 'cast' || action.spell === null || !isHostileSpell(action.spell)) return [];
  return action.targetIds.filter((id) => id !== action.actorId);
}

function toUse(
  { means, target, items = [] }: StatedAttempt,
  actorId: string,
  bout: SrdResolution,
): SrdAction | null {
  const targetId = bout.fighter(target) === null ? actorId : target;
  const key = toFeatureKey(means);
  for (const id of [target, ...items]) {
    const item = bout.snapshot.entities[id as keyof typeof bout.snapshot.entities];
    const heals = item?.kind === 'item' ? item.attributes.heals : undefined;
    if (item?.kind === 'item' && typeof heals === 'string') {
      return { actorId, kind: 'drink', name: item.name, heals, itemId: item.id, targetId };
    }
  }
  const heals = getPotionHealing(key);
  if (heals === null) return null;
  return { actorId, kind: 'drink', name: key, heals, itemId: null, targetId };
}

/** Reads what heals, given to one who cannot take it in hand, as administered. */
function toDose(attempt: StatedAttempt, actorId: string, bout: SrdResolution): SrdAction | null {
  const patient = bout.fighter(attempt.target);
  const giver = bout.fighter(actorId);
  if (patient?.character.status !== 'unconscious' || giver === null) return null;
  const { items = [], means } = attempt;
  const { snapshot, playbook } = bout;
  const given = listGivenConsumables({ items: [...items], means }, giver.character, {
    snapshot,
    rules: playbook.rules,
  });
  const potion = given.find(({ key }) => getPotionHealing(key) !== null);
  return toUse({ ...attempt, means: potion?.key ?? '' }, actorId, bout);
}

/** Reads help for a dying character as first aid. */
function toAid({ target, check }: StatedAttempt, actorId: string, bout: SrdResolution): SrdAction | null {
  const patient = bout.fighter(target);
  const isCare = check === '' || check === 'medicine';
  return patient !== null && isCare && isDying(patient.block)
    ? { actorId, kind: 'aid', targetId: target }
    : null;
}

const WORDS: readonly string[] = ['talk', 'threaten'];

function toCheck(attempt: StatedAttempt, actorId: string, bout: SrdResolution): SrdAction | null {
  const declared = bout.playbook.rules.checks.find(({ id }) => id === attempt.check);
  const check = declared === undefined ? null : toSrdCheck(declared);
  if (declared === undefined || check === null) return null;
  const opponent = bout.fighter(attempt.opposed_by || attempt.target);
  const resisted =
    declared.opposedBy === null || opponent === null ? null : passiveOf(opponent.block, declared.opposedBy);
  const isSwaying = WORDS.includes(attempt.kind) && areFoes(bout.snapshot, actorId, attempt.target);
  return {
    actorId,
    kind: 'check',
    check,
    label: declared.label,
    difficulty:
      (resisted ?? declared.difficulty[attempt.difficulty ?? 'normal']) - bout.difficultyShift(actorId),
    swaysId: isSwaying ? attempt.target : null,
    slot: attempt.kind === 'cast' ? (attempt.level ?? 0) : 0,
  };
}

function toSrdCheck({ stat, skill }: DeclaredCheck): Srd5eCheck | null {
  const ability = Srd5eAbility.safeParse(stat).data;
  const trained = Srd5eSkill.safeParse(skill).data;
  if (trained !== undefined) return ability === undefined ? { skill: trained } : { skill: trained, ability };
  return ability === undefined ? null : { ability };
}

function passiveOf(block: Srd5eStatBlock, name: string): number | null {
  const check = toSrdCheck({ stat: name, skill: name } as DeclaredCheck); // only these two fields are read
  return check === null ? null : computePassiveScore(block, check);
}

/** Finds the attack a name stands for: the same name, or one without what stands in brackets. Case does not matter. */
function findAttack(block: Srd5eStatBlock, means: string): Srd5eAttack | null {
  const attacks = listAttacks(block);
  const wanted = plain(means);
  if (wanted === '') return null;
  return (
    attacks.find(({ name }) => plain(name) === wanted || plain(stripParentheses(name)) === wanted) ??
    attacks.find(
      ({ name }) => plain(name).includes(wanted) || wanted.includes(plain(stripParentheses(name))),
    ) ??
    null
  );
}

/** Shortens `Toll-bar (morningstar)` to `Toll-bar`. */
export function stripParentheses(name: string): string {
  return name.replace(/\s*\([^)]*\)/g, '').trim() || name;
}

function plain(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
