import type { CampaignRecord } from '#engine/store/campaigns.ts';
import type { Store } from '#engine/store/store.ts';
import { type Rejection, reject } from '#engine/util/rejection.ts';

const MOST_LISTED = 100;

/** Converts a copied id to the form of the store. Decodes ids of the API, which are `Turn:…` in base64. */
export function toPlainId(word: string, type: 'Campaign' | 'Session' | 'Turn'): string {
  const decoded = /^[A-Za-z0-9+/]+=*$/.test(word) ? Buffer.from(word, 'base64').toString('utf8') : '';
  return decoded.startsWith(`${type}:`) ? decoded.slice(type.length + 1) : word;
}

/** Lists the newest campaigns, newest first. */
export async function listCampaigns({
  campaigns,
}: Pick<Store, 'campaigns'>): Promise<readonly CampaignRecord[]> {
  const { items } = await campaigns.page({ limit: MOST_LISTED, from: 'start', after: null, before: null });
  return items;
}

/** Finds the campaign with this id, or with an id that starts so. */
export async function findCampaign(
  word: string,
  store: Pick<Store, 'campaigns'>,
): Promise<CampaignRecord | Rejection> {
  const wanted = toPlainId(word, 'Campaign');
  const found = (await listCampaigns(store)).filter(({ id }) => id.startsWith(wanted));
  const campaign = found.length === 1 ? found[0] : await store.campaigns.find(wanted);
  if (campaign != null) return campaign;
  const which = found.length === 0 ? 'no campaign' : 'more than one campaign';
  return reject('unknown-campaign', `There is ${which} ${word}. scenewright export lists them.`);
}
