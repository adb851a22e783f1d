import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { readImage } from '#engine/util/image-file.ts';
import { NOON, someCampaign } from '../../support/campaigns.ts';
import { describeOnBothStores } from '../../support/stores.ts';

const read = (pack: string) => {
  const bytes = readFileSync(`content_packs/${pack}/images/cover.png`);
  const image = readImage(bytes);
  if (typeof image === 'string') throw new Error(image);
  return { ...image, bytes };
};
const IMAGES = ['mystika', 'red_lamp', 'neo_seattle', 'srd_5e'].map(read);

/** Sends every image at once, several times over. */
async function sendAll(send: (image: (typeof IMAGES)[number]) => Promise<void>): Promise<void> {
  for (let round = 0; round < 5; round += 1) await Promise.all([...IMAGES, ...IMAGES].map(send));
}

describeOnBothStores('images', (store) => {
  it('keep one portrait of a character, however many are sent at once', async () => {
    const { campaignId } = await someCampaign(store());
    await sendAll((image) => store().images.setPortrait(campaignId, 'pc_ada_001', image, NOON));

    const [portrait, ...others] = await store().images.portraitsOf([campaignId]);
    expect(others).toEqual([]);
    const kept = await store().images.findByHash(portrait?.hash ?? '');
    expect(readImage(kept?.bytes ?? new Uint8Array())).toMatchObject({ hash: portrait?.hash });
  });

  it('keep one image of a pack under a path, however many are sent at once', async () => {
    await sendAll((image) => store().images.setPackImage('tales', 'images/cover.png', image, NOON));

    expect(Object.keys(await store().images.ofPack('tales'))).toEqual(['images/cover.png']);
  });
});
