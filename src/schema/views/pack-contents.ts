import type { SaveRequest } from '#engine/content/homebrew.ts';
import type { Library } from '#engine/content/library.ts';
import { type PlayerContent, toPlayerContent } from '#engine/content/player-content.ts';
import type { CampaignRecord } from '#engine/store/campaigns.ts';
import { joinHardWrappedLines } from '#engine/util/hard-wrapped-lines.ts';
import { isRejection } from '#engine/util/rejection.ts';
import type { Context } from '../context.ts';

export type ContentKind = SaveRequest['kind'];

/** What players may see of everything of a kind. What they may not know of is not in it. */
export function listPlayerContents<Kind extends ContentKind>(
  library: Library,
  kind: Kind,
): readonly PlayerContent<Kind>[] {
  return library.all(kind).flatMap((content) => toPlayerContent<Kind>(content, library) ?? []);
}

/** What players may see of one content; null when there is none they may know of. */
export function findPlayerContent<Kind extends ContentKind>(
  library: Library,
  kind: Kind,
  id: string,
): PlayerContent<Kind> | null {
  const content = library.find(kind, id);
  return content === null ? null : toPlayerContent<Kind>(content, library);
}

/** Texts of an entry point that players read before the first turn. */
type CampaignTexts = { readonly prologue: string | null; readonly goals: readonly string[] };

/** Returns what players read before the first turn, from the packs a campaign is pinned to; nothing when they are gone. */
export async function readCampaignTexts(
  { packs, entryPointId }: Pick<CampaignRecord, 'packs' | 'entryPointId'>,
  { shelf }: Pick<Context, 'shelf'>,
): Promise<CampaignTexts> {
  const library = await shelf.libraryFor(packs);
  const entryPoint = isRejection(library) ? null : findPlayerContent(library, 'entry_point', entryPointId);
  return { prologue: joinLinesOrNull(entryPoint?.prologue ?? null), goals: entryPoint?.goals ?? [] };
}

/** Joins the hard-wrapped lines of authored prose; null stays null. */
export function joinLinesOrNull(text: string | null): string | null {
  return text === null ? null : joinHardWrappedLines(text);
}
