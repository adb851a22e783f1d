import type { DeclaredCheck, DifficultyWord } from '#engine/rules/declared-check.ts';
import { computePassiveScore, rollCheck, type Srd5eCheck } from '#engine/rules/srd5e-checks.ts';
import { computeAttackBonus, findAttackRefusal, rollAttack, rollDamage } from '#engine/rules/srd5e-combat.ts';
import { countRemaining, type Srd5eResource } from '#engine/rules/srd5e-resources.ts';
import { Srd5eAttack, type Srd5eStatBlock } from '#engine/rules/srd5e-stat-block.ts';
import { Srd5eAbility, Srd5eSkill, Srd5eSpellLevel } from '#engine/rules/srd5e-terms.ts';
import { assertNever } from '#engine/util/assert-never.ts';
import type { Fighter, SrdResolution } from './srd-resolution.ts';

/** One attempt of a character that the SRD decides. */
export type SrdAction = {
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
type StatedAttempt = {
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
export function toSrdAction(
  attempt: StatedAttempt,
  actorId: string,
  bout: SrdResolution,
  checks: readonly DeclaredCheck[],
): SrdAction | null {
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
  attempt: StatedAttempt,
  actorId: string,
  bout: SrdResolution,
  checks: readonly DeclaredCheck[],
): SrdAction | null {
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
  return check === null ? null : computePassiveScore(block, check);
}

/** Finds the attack a name stands for: the same name, or one without what stands in brackets. Case does not matter. */
function findAttack({ attacks }: Srd5eStatBlock, means: string): Srd5eAttack | null {
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
function stripParentheses(name: string): string {
  return name.replace(/\s*\([^)]*\)/g, '').trim() || name;
}

function plain(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** Assumed distances, because none are measured: melee is at arm's length, everything else across the room. */
const FEET = { melee_weapon: 5, melee_spell: 5, ranged_weapon: 30, ranged_spell: 30 } as const;

type Manner = {
  /** True for a melee blow that spares the target it brings down. */
  readonly knockOut: boolean;
};

/** Resolves one attack from the roll to hit to what the target suffers. A hit deals its damage, regardless of proposals. */
function resolveAttack(
  bout: SrdResolution,
  attacker: Fighter,
  target: Fighter,
  attack: Srd5eAttack,
  { knockOut }: Manner,
): void {
  const { id } = attacker.character;
  const circumstances = { distanceFeet: FEET[attack.kind] };
  const refusal = findAttackRefusal(attacker.block, target.character.id, circumstances);
  if (refusal !== null) {
    bout.tell(bout.say('fight.cannot_attack', { who: attacker.character.name, reason: refusal.reason }));
    return;
  }
  const { hit, critical } = rollAttack(attacker.block, target.block, attack, circumstances, bout.diceOf(id));
  bout.judge(id, hit);
  const blow = {
    who: attacker.character.name,
    weapon: stripParentheses(attack.name).toLowerCase(),
    whom: target.character.name,
  };
  if (!hit) {
    bout.tell(bout.say('fight.misses', blow));
    return;
  }
  bout.tell(bout.say(critical ? 'fight.strikes_home' : 'fight.strikes', blow));
  bout.settled.harmed.add(target.character.id);
  const { parts } = rollDamage(attacker.block, attack, critical, bout.diceOf(id));
  const isMelee = attack.kind.startsWith('melee');
  bout.apply(
    parts.map(({ amount, type }) => ({
      op: 'deal_damage',
      targetId: target.character.id,
      amount,
      type,
      qualities: attack.qualities,
      critical,
      knockOut: knockOut && isMelee,
    })),
  );
}

/** Throws what a deed asks for with the numbers of the stat block, and does what the rules make of it. */
export function performSrdAction(bout: SrdResolution, deed: SrdAction): void {
  const actor = bout.fighter(deed.actorId);
  if (actor === null || !paySlot(bout, actor, deed)) return;
  switch (deed.kind) {
    case 'attack':
      performAttack(bout, actor, deed);
      return;
    case 'check': {
      const { success } = rollCheck(actor.block, deed.check, deed.difficulty, bout.diceOf(deed.actorId));
      bout.judge(deed.actorId, success);
      return;
    }
    case 'spell':
      bout.tell(
        deed.name === ''
          ? bout.say('fight.casts_something', { who: actor.character.name })
          : bout.say('fight.casts', { who: actor.character.name, spell: deed.name }),
      );
      return;
    default:
      assertNever(deed);
  }
}

/** Spends the spell slot a deed takes. Without one left the spell is not cast, and that is told. */
function paySlot(bout: SrdResolution, { character, block }: Fighter, { slot, actorId }: SrdAction): boolean {
  if (slot === null) return true;
  const resource = chooseSlot(block, slot);
  if (resource === null) {
    bout.tell(bout.say('fight.no_slot', { who: character.name, level: slot }));
    bout.judge(actorId, false);
    return false;
  }
  bout.apply([{ op: 'spend_resource', characterId: actorId, resource }]);
  bout.tell(bout.say('fight.spends_slot', { who: character.name, level: slot }));
  return true;
}

/** Chooses a slot of this level, or a pact slot of exactly that level. */
function chooseSlot(block: Srd5eStatBlock, level: Srd5eSpellLevel): Srd5eResource | null {
  const slot = { kind: 'spell_slot', level } as const;
  if ((countRemaining(block, slot) ?? 0) > 0) return slot;
  const pact = block.resources.pact_slots;
  const isOfLevel = pact !== null && String(pact.level) === level && pact.used < pact.total;
  return isOfLevel ? { kind: 'pact_slot' } : null;
}

function performAttack(
  bout: SrdResolution,
  attacker: Fighter,
  deed: Extract<SrdAction, { kind: 'attack' }>,
): void {
  const target = deed.targetId === null ? null : bout.fighter(deed.targetId);
  if (target !== null) {
    if (target.block.status !== 'dead')
      resolveAttack(bout, attacker, target, deed.attack, { knockOut: deed.knockOut });
    return;
  }
  // What can be broken has an armor class and no stat block: the difficulty is what must be reached.
  const roll = bout.roll('1d20', `${deed.attack.name} attack roll`, {
    modifier: computeAttackBonus(attacker.block, deed.attack),
    target: { kind: 'AC', value: deed.difficulty },
    characterId: attacker.character.id,
  });
  bout.judge(attacker.character.id, roll.result !== 'Miss');
}
