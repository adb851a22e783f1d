import { assertNever } from '#engine/kit/assert-never.ts';
import type { Srd5eResources } from '../srd5e-resources.ts';
import type { Srd5eResource } from '../srd5e-spend.ts';
import type { Srd5eStatBlock } from '../srd5e-stat-block.ts';

/** One resource seen as an amount between 0 and a limit, wherever in the block it is kept. */
export type Purse = {
  readonly label: string;
  readonly remaining: number;
  readonly limit: number;
  readonly withRemaining: (remaining: number) => Srd5eStatBlock;
};

/** Null when the creature has no such resource at all. */
export function purseOf(block: Srd5eStatBlock, resource: Srd5eResource): Purse | null {
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

function pool(label: string, { used, total }: Amounts, save: (used: number) => Srd5eStatBlock): Purse {
  return { label, remaining: total - used, limit: total, withRemaining: (left) => save(total - left) };
}

function heap(label: string, remaining: number, save: (remaining: number) => Srd5eStatBlock): Purse {
  return { label, remaining, limit: Number.POSITIVE_INFINITY, withRemaining: save };
}

function put(block: Srd5eStatBlock, change: Partial<Srd5eResources>): Srd5eStatBlock {
  return { ...block, resources: { ...block.resources, ...change } };
}

function hitDice(block: Srd5eStatBlock, die: keyof Srd5eResources['hit_dice']): Purse | null {
  const { hit_dice } = block.resources;
  const dice = hit_dice[die];
  if (dice === undefined) return null;
  const save = (used: number) => put(block, { hit_dice: { ...hit_dice, [die]: { ...dice, used } } });
  return pool(`hit dice ${die}`, dice, save);
}

function spellSlot(block: Srd5eStatBlock, level: keyof Srd5eResources['spell_slots']): Purse | null {
  const { spell_slots } = block.resources;
  const slots = spell_slots[level];
  if (slots === undefined) return null;
  const save = (used: number) => put(block, { spell_slots: { ...spell_slots, [level]: { ...slots, used } } });
  return pool(`spell slots of level ${level}`, slots, save);
}

function pactSlot(block: Srd5eStatBlock): Purse | null {
  const slots = block.resources.pact_slots;
  if (slots === null) return null;
  return pool('pact slots', slots, (used) => put(block, { pact_slots: { ...slots, used } }));
}

function feature(block: Srd5eStatBlock, name: string): Purse | null {
  const { class_features } = block.resources;
  const found = Object.hasOwn(class_features, name) ? class_features[name] : undefined;
  if (found === undefined) return null;
  if (found.total === 'unlimited') return heap(name, Number.POSITIVE_INFINITY, () => block);
  const save = (used: number) =>
    put(block, { class_features: { ...class_features, [name]: { ...found, used } } });
  return pool(name, { used: found.used, total: found.total }, save);
}

function consumable(block: Srd5eStatBlock, name: string): Purse {
  const { consumables } = block.resources;
  const remaining = Object.hasOwn(consumables, name) ? (consumables[name] ?? 0) : 0;
  return heap(name, remaining, (left) => put(block, { consumables: { ...consumables, [name]: left } }));
}

function inspiration(block: Srd5eStatBlock): Purse {
  const save = (left: number): Srd5eStatBlock => ({ ...block, inspiration: left > 0 });
  return { label: 'inspiration', remaining: block.inspiration ? 1 : 0, limit: 1, withRemaining: save };
}
