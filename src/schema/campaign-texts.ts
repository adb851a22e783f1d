import type { CampaignRecord } from '#engine/store/campaigns.ts';
import { joinHardWrappedLines } from '#engine/util/hard-wrapped-lines.ts';
import { isRejection } from '#engine/util/rejection.ts';
import type { Context } from './context.ts';
import { findPlayerContent } from './player-contents.ts';

/** Texts of an entry point that players read before the first turn. */
export type CampaignTexts = { readonly prologue: string | null; readonly goals: readonly string[] };

/** Returns what players read before the first turn, from the packs a campaign is pinned to; nothing when they are gone. */
export async function readCampaignTexts(
  { packs, entryPointId }: Pick<CampaignRecord, 'packs' | 'entryPointId'>,
  { shelf }: Pick<Context, 'shelf'>,
): Promise<CampaignTexts> {
  const library = await shelf.libraryFor(packs);
  const entryPoint = isRejection(library) ? null : findPlayerContent(library, 'entry_point', entryPointId);
  return { prologue: joinedOrNull(entryPoint?.prologue ?? null), goals: entryPoint?.goals ?? [] };
}

/** Joins the hard-wrapped lines of authored prose; null stays null. */
export function joinedOrNull(text: string | null): string | null {
  return text === null ? null : joinHardWrappedLines(text);
}
