import { conditionEffects } from '../srd5e-conditions.ts';
import type { Srd5eDamageDefence, Srd5eDamageQuality, Srd5eDamageType } from '../srd5e-damage-type.ts';
import type { Srd5eStatBlock } from '../srd5e-stat-block.ts';

type Incoming = {
  readonly parts: readonly { readonly amount: number; readonly type: Srd5eDamageType }[];
  readonly qualities?: readonly Srd5eDamageQuality[];
  readonly reduction?: number;
};

/**
 * What is left of damage: each part less the reduction, nothing if immune, then halved once (down) by
 * resistance, then doubled once by vulnerability.
 */
export function defended(block: Srd5eStatBlock, { parts, qualities = [], reduction = 0 }: Incoming): number {
  let toReduce = reduction;
  let total = 0;
  for (const { amount, type } of parts) {
    const reduced = Math.max(0, amount - toReduce);
    toReduce = Math.max(0, toReduce - amount);
    total += resisted(block, reduced, type, qualities);
  }
  return total;
}

function resisted(
  block: Srd5eStatBlock,
  amount: number,
  type: Srd5eDamageType,
  qualities: readonly Srd5eDamageQuality[],
): number {
  const holds = (kind: 'resistances' | 'vulnerabilities' | 'immunities') =>
    defencesOf(block, kind).some((defence) => applies(defence, type, qualities));
  if (holds('immunities')) return 0;
  const stone = conditionEffects(block).some(({ resistsAllDamage }) => resistsAllDamage);
  const halved = stone || holds('resistances') ? Math.floor(amount / 2) : amount;
  return holds('vulnerabilities') ? halved * 2 : halved;
}

function defencesOf(
  block: Srd5eStatBlock,
  kind: 'resistances' | 'vulnerabilities' | 'immunities',
): Srd5eDamageDefence[] {
  return [...block[kind], ...block.active_effects.flatMap((effect) => effect[kind])];
}

function applies(
  defence: Srd5eDamageDefence,
  type: Srd5eDamageType,
  qualities: readonly Srd5eDamageQuality[],
): boolean {
  if (typeof defence === 'string') return defence === type;
  return defence.type === type && !defence.unless.some((quality) => qualities.includes(quality));
}
