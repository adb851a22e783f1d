import type { Json } from '#engine/kit/canonical-json.ts';
import type { KeyedRandom } from '#engine/kit/keyed-random.ts';
import { choose } from '../grammar.ts';

type Block = { readonly [key: string]: Json };

/**
 * A stat block of this world's own kind, a little different from the one it is taken from. Numbers move by one at most and stay
 * between the least and the most that people of this world have, so what held for theirs holds for it.
 */
export function variedBlock(blocks: readonly Block[], random: KeyedRandom): Block {
  const base = choose(random, blocks);
  if (base === null) return {};
  return varied(base, blocks, random);
}

function varied(base: Block, all: readonly Block[], random: KeyedRandom): Block {
  const entries = Object.entries(base).map(([key, value]) => {
    const others = all.flatMap((block) => (block[key] === undefined ? [] : [block[key]]));
    // Abilities are the only numbers of a nested block that stand by themselves.
    if (key === 'abilities' && isBlock(value)) return [key, varied(value, others.filter(isBlock), random)];
    return [key, typeof value === 'number' ? moved(value, others, random) : value];
  });
  return Object.fromEntries(entries);
}

function moved(value: number, others: readonly Json[], random: KeyedRandom): number {
  const seen = others.filter((other) => typeof other === 'number');
  if (!Number.isInteger(value) || !seen.every(Number.isInteger)) return value;
  return Math.min(Math.max(value + random.below(3) - 1, ...least(seen)), Math.max(...seen));
}

function least(seen: readonly number[]): readonly number[] {
  return [Math.min(...seen)];
}

function isBlock(value: Json): value is Block {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
