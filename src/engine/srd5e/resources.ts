import { z } from 'zod';
import { assertNever } from '#engine/util/assert-never.ts';
import { type Rejection, reject } from '#engine/util/rejection.ts';
import type { Srd5eStatBlock } from './stat-block.ts';
import { Srd5eHitDie, type Srd5eResources, Srd5eSpellLevel } from './terms.ts';

/** One resource seen as an amount between 0 and a limit, wherever in the block it is kept. */
type ResourcePool = {
  readonly label: string;
  readonly remaining: number;
  readonly limit: number;
  readonly withRemaining: (remaining: number) => Srd5eStatBlock;
};

/** Finds the pool of a resource; null when the creature has no such resource at all. */
function findResourcePool(block: Srd5eStatBlock, resource: Srd5eResource): ResourcePool | null {
  switch (resource.kind) {
    case 'hit_die':
      return hitDice(block, resource.die);
    case 'spell_slot':
      return spellSlot(block, resource.level);
    case 'pact_slot':
      return pactSlot(block);
    case 'feature':
      return feature(block, resource.name);
    case 'consumable':
      return consumable(block, resource.name);
    case 'gold':
      return heap('gold', block.resources.gold, (gold) => put(block, { gold }));
    case 'inspiration':
      return inspiration(block);
    default:
      return assertNever(resource);
  }
}

type Amounts = { readonly used: number; readonly total: number };

function pool(label: string, { used, total }: Amounts, save: (used: number) => Srd5eStatBlock): ResourcePool {
  return { label, remaining: total - used, limit: total, withRemaining: (left) => save(total - left) };
}

function heap(label: string, remaining: number, save: (remaining: number) => Srd5eStatBlock): ResourcePool {
  return { label, remaining, limit: Number.POSITIVE_INFINITY, withRemaining: save };
}

function put(block: Srd5eStatBlock, change: Partial<Srd5eResources>): Srd5eStatBlock {
  return { ...block, resources: { ...block.resources, ...change } };
}

function hitDice(block: Srd5eStatBlock, die: keyof Srd5eResources['hit_dice']): ResourcePool | null {
  const { hit_dice } = block.resources;
  const dice = hit_dice[die];
  if (dice === undefined) return null;
  const save = (used: number) => put(block, { hit_dice: { ...hit_dice, [die]: { ...dice, used } } });
  return pool(`hit dice ${die}`, dice, save);
}

function spellSlot(block: Srd5eStatBlock, level: keyof Srd5eResources['spell_slots']): ResourcePool | null {
  const { spell_slots } = block.resources;
  const slots = spell_slots[level];
  if (slots === undefined) return null;
  const save = (used: number) => put(block, { spell_slots: { ...spell_slots, [level]: { ...slots, used } } });
  return pool(`spell slots of level ${level}`, slots, save);
}

function pactSlot(block: Srd5eStatBlock): ResourcePool | null {
  const slots = block.resources.pact_slots;
  if (slots === null) return null;
  return pool('pact slots', slots, (used) => put(block, { pact_slots: { ...slots, used } }));
}

function feature(block: Srd5eStatBlock, name: string): ResourcePool | null {
  const { class_features } = block.resources;
  const found = Object.hasOwn(class_features, name) ? class_features[name] : undefined;
  if (found === undefined) return null;
  if (found.total === 'unlimited') return heap(name, Number.POSITIVE_INFINITY, () => block);
  const save = (used: number) =>
    put(block, { class_features: { ...class_features, [name]: { ...found, used } } });
  return pool(name, { used: found.used, total: found.total }, save);
}

function consumable(block: Srd5eStatBlock, name: string): ResourcePool {
  const { consumables } = block.resources;
  const remaining = Object.hasOwn(consumables, name) ? (consumables[name] ?? 0) : 0;
  return heap(name, remaining, (left) => put(block, { consumables: { ...consumables, [name]: left } }));
}

/** A kind of consumable of a sheet, with how many are left. */
export type Srd5eStock = { readonly key: string; readonly count: number };

/**
 * Finds the consumable a name stands for: its key written in words, else one whose key has all words of the name, as `javelin`
 * for `javelins`. What is left comes before what is used up, short keys before long ones.
 */
export function findConsumable(
  { resources: { consumables } }: Srd5eStatBlock,
  name: string,
): Srd5eStock | null {
  const wanted = splitWords(name);
  if (wanted.length === 0) return null;
  const stocks = Object.entries(consumables).map(([key, count]) => ({ key, count, words: splitWords(key) }));
  const exact = stocks.find(({ words }) => words.join(' ') === wanted.join(' '));
  const near = stocks
    .filter(({ words }) => wanted.every((word) => words.some((other) => isSameWord(word, other))))
    .toSorted(
      (one, other) =>
        Number(other.count > 0) - Number(one.count > 0) || one.words.length - other.words.length,
    );
  const found = exact ?? near[0];
  return found === undefined ? null : { key: found.key, count: found.count };
}

function splitWords(name: string): readonly string[] {
  return name
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}

const SHORTEST_STEM = 4;

/** Tells whether two words are one but for an ending. */
function isSameWord(one: string, other: string): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  return short === long || (short.length >= SHORTEST_STEM && long.startsWith(short));
}

function inspiration(block: Srd5eStatBlock): ResourcePool {
  const save = (left: number): Srd5eStatBlock => ({ ...block, inspiration: left > 0 });
  return { label: 'inspiration', remaining: block.inspiration ? 1 : 0, limit: 1, withRemaining: save };
}

/** Level of a slot, as a text or as a number. */
const SlotLevel = z
  .union([Srd5eSpellLevel, z.int().min(1).max(9)])
  .transform((level) => Srd5eSpellLevel.parse(`${level}`));

/** Names one thing that is spent and comes back. */
export const Srd5eResource = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('hit_die'), die: Srd5eHitDie }),
  z.strictObject({ kind: z.literal('spell_slot'), level: SlotLevel }),
  z.strictObject({ kind: z.literal('pact_slot') }),
  z.strictObject({ kind: z.literal('feature'), name: z.string().min(1) }),
  z.strictObject({ kind: z.literal('consumable'), name: z.string().min(1) }),
  z.strictObject({ kind: z.literal('gold') }),
  z.strictObject({ kind: z.literal('inspiration') }),
]);
export type Srd5eResource = z.infer<typeof Srd5eResource>;

/** Returns the remaining amount of a resource; null when the creature lacks it, Infinity when it never runs out. */
export function countRemaining(block: Srd5eStatBlock, resource: Srd5eResource): number | null {
  return findResourcePool(block, resource)?.remaining ?? null;
}

/** Spends so much of a resource, all or nothing. */
export function spendResource(
  block: Srd5eStatBlock,
  resource: Srd5eResource,
  amount = 1,
): Srd5eStatBlock | Rejection {
  const pool = findResourcePool(block, resource);
  if (pool === null) return unknown(resource);
  if (amount < 1) return reject('nothing-to-spend', `spend at least 1, not ${amount}`, ['amount']);
  if (pool.remaining < amount) {
    const reason = `${pool.label}: ${pool.remaining} left, ${amount} asked for`;
    return reject('resource-exhausted', reason, ['amount']);
  }
  return pool.withRemaining(pool.remaining - amount);
}

/** Gives back so much of a resource, never beyond its total. Gold and consumables have none, and grow. */
export function restoreResource(
  block: Srd5eStatBlock,
  resource: Srd5eResource,
  amount = 1,
): Srd5eStatBlock | Rejection {
  const pool: ResourcePool | null = findResourcePool(block, resource);
  if (pool === null) return unknown(resource);
  if (amount < 1) return reject('nothing-to-restore', `restore at least 1, not ${amount}`, ['amount']);
  return pool.withRemaining(Math.min(pool.limit, pool.remaining + amount));
}

function unknown(resource: Srd5eResource): Rejection {
  return reject('unknown-resource', `the creature has no ${describe(resource)}`, ['resource']);
}

function describe(resource: Srd5eResource): string {
  if (resource.kind === 'hit_die') return `hit dice of size ${resource.die}`;
  if (resource.kind === 'spell_slot') return `spell slots of level ${resource.level}`;
  if (resource.kind === 'feature') return `feature named ${resource.name}`;
  return resource.kind.replace('_', ' ');
}
