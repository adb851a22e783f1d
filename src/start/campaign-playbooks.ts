import type { Library } from '#engine/content/library.ts';
import { ENGLISH_ONLY, type Languages } from '#engine/language/languages.ts';
import type { SegmentSwitchStore } from '#engine/store/segment-switches.ts';
import type { EngineServices } from '#engine/turn/engine-services.ts';
import { createPlaybookReader, MissingContentError, type Playbook } from '#engine/turn/playbook.ts';
import { memoizeByObject } from '#engine/util/memoize.ts';
import { isRejection } from '#engine/util/rejection.ts';
import type { LoreIndex } from '#retrieval/lore-index.ts';
import { campaignLore } from './campaign-lore.ts';
import type { OpenShelf } from './open-shelf.ts';

/** The playbook of the very packs a campaign began with, without the segments that are switched off. */
export function campaignPlaybooks(
  shelf: Pick<OpenShelf, 'library' | 'libraryFor'>,
  segments: SegmentSwitchStore,
  lore: Pick<LoreIndex, 'putPack'>,
  languages: Languages = ENGLISH_ONLY,
): EngineServices['playbookFor'] {
  const gathered = memoizeByObject((library: Library) => createPlaybookReader(library, languages));
  const loreIds = campaignLore(lore);
  return async (campaign) => {
    const library = await shelf.libraryFor(campaign.packs);
    if (isRejection(library)) throw new MissingContentError(library.reason);
    const playbook = { ...gathered(library)(campaign), packIds: await loreIds(library, shelf.library()) };
    return without(await segments.switchedOff(), playbook, campaign.entryPointId);
  };
}

function without(off: ReadonlySet<string>, playbook: Playbook, entryPointId: string): Playbook {
  if (off.size === 0) return playbook;
  const { opening } = playbook;
  return {
    ...playbook,
    segments: playbook.segments.filter(({ id }) => !off.has(id)),
    opening: off.has(`entry_start:${entryPointId}`) ? { ...opening, text: '' } : opening,
  };
}
