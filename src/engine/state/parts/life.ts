import { type Rejection, reject } from '#engine/kit/rejection.ts';
import { hitPointMaximum } from '#engine/rules/srd5e.ts';
import { removeCondition } from '#engine/rules/srd5e-conditions.ts';
import { type DamageOutcome, takeDamage } from '#engine/rules/srd5e-damage.ts';
import { heal, revive } from '#engine/rules/srd5e-healing.ts';
import type { Srd5eStatBlock } from '#engine/rules/srd5e-stat-block.ts';

/** The creature with so many hit points: it wakes when it rises from 0, and falls when it is brought there. */
export function brought(block: Srd5eStatBlock, current: number): Srd5eStatBlock | Rejection {
  const most = hitPointMaximum(block);
  if (current > most) return reject('too-many-hit-points', `At most ${most} hit points, not ${current}.`);
  if (block.status === 'dead') return current === 0 ? block : revive(block, current);
  if (current === 0) return struck(block, block.hit_points.current);
  if (current < block.hit_points.current) return { ...block, hit_points: { ...block.hit_points, current } };
  const healing = heal(block, current - block.hit_points.current);
  return 'rejected' in healing ? healing : healing.block;
}

/** Awake: with a hit point at least, and out of whatever sleep held it. */
export function awoken(block: Srd5eStatBlock): Srd5eStatBlock | Rejection {
  const up = brought(block, Math.max(1, block.hit_points.current));
  if ('rejected' in up || !up.conditions.some(({ name }) => name === 'unconscious')) return up;
  return removeCondition(up, 'unconscious');
}

/** Out cold and in no danger. */
export function knockedOut(block: Srd5eStatBlock): Srd5eStatBlock | Rejection {
  if (block.status === 'dead') return reject('creature-dead', 'The dead are not unconscious.');
  return struck(block, block.hit_points.current, true);
}

/** Dead, whatever it could have borne. */
export function slain(block: Srd5eStatBlock): Srd5eStatBlock | Rejection {
  return block.status === 'dead' ? block : struck(block, block.hit_points.current + block.hit_points.max);
}

/** Damage nothing helps against, so that the number means what it says. */
function struck(block: Srd5eStatBlock, amount: number, knockOut = false): Srd5eStatBlock | Rejection {
  const { resistances, vulnerabilities, immunities, active_effects, conditions } = block;
  const bare: Srd5eStatBlock = {
    ...block,
    resistances: [],
    vulnerabilities: [],
    immunities: [],
    active_effects: [],
    conditions: conditions.filter(({ name }) => name !== 'petrified'),
    hit_points: { ...block.hit_points, temporary: 0 },
  };
  const outcome: DamageOutcome | Rejection = takeDamage(bare, {
    parts: [{ amount, type: 'force' }],
    knockOut,
  });
  if ('rejected' in outcome) return outcome;
  const stone = conditions.filter(({ name }) => name === 'petrified');
  return {
    ...outcome.block,
    resistances,
    vulnerabilities,
    immunities,
    active_effects,
    conditions: [...outcome.block.conditions, ...stone],
  };
}
