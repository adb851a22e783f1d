import type { DeclaredCheck, DifficultyWord } from '#engine/rules/declared-check.ts';
import { Srd5eAbility, Srd5eSkill } from '#engine/rules/srd5e-ability.ts';
import { Srd5eAttack } from '#engine/rules/srd5e-attack.ts';
import { passiveScore, type Srd5eCheck } from '#engine/rules/srd5e-checks.ts';
import { Srd5eSpellLevel } from '#engine/rules/srd5e-resources.ts';
import type { Srd5eStatBlock } from '#engine/rules/srd5e-stat-block.ts';
import type { Bout } from './bout.ts';

/** One thing somebody tries that the SRD decides. */
export type Deed = {
  readonly actorId: string;
  /** Level of the spell slot it takes; null when it takes none. */
  readonly slot: Srd5eSpellLevel | null;
} & (
  | {
      readonly kind: 'attack';
      readonly attack: Srd5eAttack;
      /** Null for a thing without a stat block; `difficulty` is then what must be reached. */
      readonly targetId: string | null;
      readonly difficulty: number;
      readonly knockOut: boolean;
    }
  | {
      readonly kind: 'check';
      readonly check: Srd5eCheck;
      readonly label: string;
      readonly difficulty: number;
    }
  /** A spell that takes a slot and rolls nothing of its own. */
  | { readonly kind: 'spell'; readonly name: string }
);

/** An attempt as a Reading or a reaction states it. */
export type Attempt = {
  readonly kind: string;
  readonly target: string;
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

/** Reads an attempt as a deed of the SRD by the actor's own stat block; null when the rules have nothing to decide. */
export function toDeed(
  attempt: Attempt,
  actorId: string,
  bout: Bout,
  checks: readonly DeclaredCheck[],
): Deed | null {
  const actor = bout.fighter(actorId);
  if (actor === null) return null;
  const slot =
    attempt.kind === 'cast' ? (Srd5eSpellLevel.safeParse(String(attempt.level ?? 0)).data ?? null) : null;
  if (
    attempt.kind === 'attack' ||
    (attempt.kind === 'cast' && findAttack(actor.block, attempt.means) !== null)
  ) {
    const target = bout.fighter(attempt.target);
    return {
      actorId,
      slot,
      kind: 'attack',
      attack: findAttack(actor.block, attempt.means) ?? actor.block.attacks[0] ?? UNARMED,
      targetId: target === null || target.character.id === actorId ? null : target.character.id,
      difficulty: USUAL_DIFFICULTY,
      knockOut: attempt.sparing === true,
    };
  }
  const check = toCheck(attempt, actorId, bout, checks);
  if (check !== null) return { ...check, slot };
  return slot === null ? null : { actorId, slot, kind: 'spell', name: attempt.means };
}

function toCheck(
  attempt: Attempt,
  actorId: string,
  bout: Bout,
  checks: readonly DeclaredCheck[],
): Deed | null {
  const declared = checks.find(({ id }) => id === attempt.check);
  const check = declared === undefined ? null : toSrdCheck(declared);
  if (declared === undefined || check === null) return null;
  const opponent = bout.fighter(attempt.opposed_by || attempt.target);
  const resisted =
    declared.opposedBy === null || opponent === null ? null : passiveOf(opponent.block, declared.opposedBy);
  return {
    actorId,
    slot: null,
    kind: 'check',
    check,
    label: declared.label,
    difficulty: resisted ?? declared.difficulty[attempt.difficulty ?? 'normal'],
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
  return check === null ? null : passiveScore(block, check);
}

/** The attack a name stands for: the same name, or one without what stands in brackets. Case does not matter. */
function findAttack({ attacks }: Srd5eStatBlock, means: string): Srd5eAttack | null {
  const wanted = plain(means);
  if (wanted === '') return null;
  return (
    attacks.find(({ name }) => plain(name) === wanted || plain(bareName(name)) === wanted) ??
    attacks.find(({ name }) => plain(name).includes(wanted) || wanted.includes(plain(bareName(name)))) ??
    null
  );
}

/** `Toll-bar (morningstar)` becomes `Toll-bar`. */
export function bareName(name: string): string {
  return name.replace(/\s*\([^)]*\)/g, '').trim() || name;
}

function plain(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
