import type { Library } from '#engine/content/library.ts';
import {
  type PlayerContent,
  type PlayerContentKind,
  toPlayerContent,
} from '#engine/content/player-content.ts';
import type { CampaignRecord } from '#engine/store/campaigns.ts';
import { joinHardWrappedLines } from '#engine/util/hard-wrapped-lines.ts';
import { isRejection } from '#engine/util/rejection.ts';
import type { Context } from '../context.ts';

/** Lists the contents of a kind as players may see them. Omits hidden contents. */
export function listPlayerContents<Kind extends PlayerContentKind>(
  library: Library,
  kind: Kind,
): readonly PlayerContent<Kind>[] {
  return library.all(kind).flatMap((content) => toPlayerContent<Kind>(content, library) ?? []);
}

/** Finds one content as players may see it; null when it is absent or hidden. */
export function findPlayerContent<Kind extends PlayerContentKind>(
  library: Library,
  kind: Kind,
  id: string,
): PlayerContent<Kind> | null {
  const content = library.find(kind, id);
  return content === null ? null : toPlayerContent<Kind>(content, library);
}

/** Texts of an entry point that players read before the first turn. */
type CampaignTexts = { readonly prologue: string | null; readonly goals: readonly string[] };

/**
 * Returns the texts that players read before the first turn, from the packs a campaign is pinned to. Empty when those are gone.
 */
export async function readCampaignTexts(
  { id, packs, entryPointId }: Pick<CampaignRecord, 'id' | 'packs' | 'entryPointId'>,
  { packRepository, loaders }: Pick<Context, 'packRepository' | 'loaders'>,
): Promise<CampaignTexts> {
  const library = await packRepository.libraryFor(packs);
  const entryPoint = isRejection(library) ? null : findPlayerContent(library, 'entry_point', entryPointId);
  if (entryPoint === null) return { prologue: null, goals: [] };
  const { openings, prologue, goals } = entryPoint;
  const chosen = openings.length === 0 ? undefined : await findChosenOpening(id, loaders);
  const text = openings.find(({ name }) => name === chosen)?.prologue ?? prologue;
  return { prologue: joinLinesOrNull(text), goals };
}

/** Finds the name of the opening a campaign began with; it stands in every one of its scenes. */
async function findChosenOpening(
  campaignId: string,
  { sessionsOfCampaign, snapshot }: Pick<Context['loaders'], 'sessionsOfCampaign' | 'snapshot'>,
): Promise<string | undefined> {
  const [session] = await sessionsOfCampaign.load(campaignId);
  return session === undefined ? undefined : (await snapshot.load(session.currentSceneId)).opening;
}

/** Joins the hard-wrapped lines of authored prose; null stays null. */
export function joinLinesOrNull(text: string | null): string | null {
  return text === null ? null : joinHardWrappedLines(text);
}
