import type { Holding } from '#engine/state/record.ts';
import type { Snapshot } from '#engine/state/snapshot.ts';
import type { Content } from '../library/content.ts';
import type { CampaignIds } from './campaign-ids.ts';

type Held = {
  readonly owner: string;
  readonly item: string;
  readonly quantity: number;
  readonly flags: readonly string[];
};

/** Who holds what at the start: people's own things, then what the entry point hands out. Equal things add up. */
export function startingHoldings(
  { data }: Content<'entry_point'>,
  characters: readonly Content<'character'>[],
  ids: CampaignIds,
): Snapshot['inventory'] {
  const held: readonly Held[] = [
    ...characters.flatMap(({ id, data: own }) => own.inventory.map((one) => ({ ...one, owner: id }))),
    ...data.cast.flatMap(({ character, inventory }) =>
      inventory.map((one) => ({ ...one, owner: character })),
    ),
    ...data.inventory,
  ];
  const inventory: Record<string, Record<string, Holding>> = {};
  for (const { owner, item, quantity, flags } of held) {
    const [ownerId, itemId] = [ids.entity(owner), ids.item(item)];
    if (ownerId === null || itemId === null) continue;
    const things = inventory[ownerId] ?? {};
    const before = things[itemId];
    things[itemId] = {
      quantity: (before?.quantity ?? 0) + quantity,
      flags: [...new Set([...(before?.flags ?? []), ...flags])],
    };
    inventory[ownerId] = things;
  }
  return inventory;
}
