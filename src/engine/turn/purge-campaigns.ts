import type { EngineServices } from './engine-services.ts';

const AN_HOUR = 3_600_000;

/**
 * Removes campaigns whose grace period is over, with everything in them: rows, recordings, events and history. Where several
 * servers share a database, each has an hour to clear its own index before the rows are gone. Returns how many were removed.
 */
export async function purgeDeletedCampaigns(
  {
    store,
    lore,
    clock,
  }: Pick<EngineServices, 'store' | 'clock'> & {
    readonly lore: { readonly removeHistory: (campaignId: string) => Promise<void> };
  },
  graceMilliseconds: number,
): Promise<number> {
  const due = new Date(clock().getTime() - graceMilliseconds);
  const overdue = store.isExclusive ? due : new Date(due.getTime() - AN_HOUR);
  let removed = 0;
  for (const { id, deletedAt } of await store.campaigns.deletedBefore(due)) {
    await lore.removeHistory(id);
    if (deletedAt == null || deletedAt > overdue) continue;
    if (await store.campaigns.purge(id, overdue)) removed += 1;
  }
  return removed;
}
