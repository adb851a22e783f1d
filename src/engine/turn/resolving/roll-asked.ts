import { assertNever } from '#engine/kit/assert-never.ts';
import type { DiceRequest } from '#engine/llm/resolve-reply.ts';
import type { Srd5eAttack } from '#engine/rules/srd5e-attack.ts';
import { attackBonus } from '#engine/rules/srd5e-attack-roll.ts';
import { rollAbility, rollCheck, rollSave } from '#engine/rules/srd5e-roll-check.ts';
import type { Bout, Fighter } from './bout.ts';
import { makeDeathSave } from './make-death-save.ts';
import type { Srd5eRequest } from './srd5e-request.ts';
import { strike } from './strike.ts';

/** What difficulties there are: from very easy to nearly impossible. */
const DIFFICULTY = { least: 5, most: 30, usual: 15 } as const;

export type Asked = {
  readonly request: DiceRequest;
  readonly meaning: Srd5eRequest;
  readonly actor: Fighter | null;
  /** Whom an attack is aimed at. */
  readonly targetId: string | null;
  readonly knockOut: boolean;
};

export function difficultyOf({ difficulty }: Pick<DiceRequest, 'difficulty'>): number {
  return Math.min(DIFFICULTY.most, Math.max(DIFFICULTY.least, difficulty ?? DIFFICULTY.usual));
}

/**
 * Throws what was asked for with the numbers of the stat block, whatever numbers were written. What the rules do not cover is
 * thrown as it was written.
 */
export function rollAsked(bout: Bout, { request, meaning, actor, targetId, knockOut }: Asked): void {
  // The world may have changed since the request was read.
  const now = actor === null ? null : bout.fighter(actor.character.id);
  if (now === null) {
    rollRaw(bout, request);
    return;
  }
  const { id } = now.character;
  switch (meaning.kind) {
    case 'attack':
      attackWith(bout, now, meaning.attack, { request, targetId, knockOut });
      return;
    case 'check':
      bout.judge(id, rollCheck(now.block, meaning.check, difficultyOf(request), bout.diceOf(id)).success);
      return;
    case 'save':
      bout.judge(id, rollSave(now.block, meaning.ability, difficultyOf(request), bout.diceOf(id)).success);
      return;
    case 'death-save':
      makeDeathSave(bout, id);
      return;
    case 'initiative':
      // Fights throw it by themselves; outside of one it is a matter of quickness.
      if (bout.snapshot.combat === null) rollAbility(now.block, { ability: 'dexterity' }, bout.diceOf(id));
      return;
    case 'damage':
      // A hit has dealt its own.
      if (bout.settled.harmed.size === 0) rollRaw(bout, request);
      return;
    case 'other':
      rollRaw(bout, request);
      return;
    default:
      assertNever(meaning);
  }
}

function attackWith(
  bout: Bout,
  attacker: Fighter,
  attack: Srd5eAttack,
  { request, targetId, knockOut }: Pick<Asked, 'request' | 'targetId' | 'knockOut'>,
): void {
  const target = targetId === null ? null : bout.fighter(targetId);
  if (target === null) rollAtThing(bout, attacker, attack, difficultyOf(request));
  else if (target.block.status !== 'dead') strike(bout, attacker, target, attack, { knockOut });
}

/** What can be broken has an armor class and no stat block: the difficulty is what must be reached. */
function rollAtThing(bout: Bout, { character, block }: Fighter, attack: Srd5eAttack, value: number): void {
  const roll = bout.roll('1d20', `${attack.name} attack roll`, {
    modifier: attackBonus(block, attack),
    target: { kind: 'AC', value },
    characterId: character.id,
  });
  bout.judge(character.id, roll.result !== 'Miss');
}

function rollRaw(bout: Bout, { expression, purpose, character_id, difficulty }: DiceRequest): void {
  // Ids of requests are anybody's words: what is not there is not found.
  const known = bout.snapshot.entities[character_id as keyof typeof bout.snapshot.entities];
  const label = purpose.replace(/\s+/g, ' ').trim().slice(0, 120);
  const roll = bout.roll(expression, label === '' ? 'Check' : label, {
    ...(known?.kind === 'character' ? { characterId: character_id } : {}),
    ...(difficulty === null ? {} : { target: { kind: 'DC' as const, value: difficultyOf({ difficulty }) } }),
  });
  if (roll.target !== undefined) bout.judge(character_id, roll.total >= roll.target.value);
}
