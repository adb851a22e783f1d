import type { EntityId } from '#engine/state/ids.ts';
import type { Snapshot } from '#engine/state/snapshot.ts';
import { isRejection, type Rejection, reject } from '#engine/util/rejection.ts';
import { type CampaignParts, choosePersonas, resolveCampaignParts } from './begin/campaign-parts.ts';
import { buildFirstSnapshot, type FirstEvent } from './begin/first-snapshot.ts';
import type { FirstObservation } from './begin/people-records.ts';
import type { Library, LibraryPack } from './library/create-library.ts';

export type { FirstEvent } from './begin/first-snapshot.ts';
export type { FirstObservation } from './begin/people-records.ts';

/** The very pack a campaign began with. */
export type PinnedPack = { readonly id: string; readonly version: string; readonly hash: string };

export type CampaignOptions = {
  /** Pack ids of the players' personas. Default: the first persona the entry point offers. */
  readonly personaIds?: readonly string[];
  /** Calibration agreed in session zero; overrides that of the entry point. */
  readonly calibration?: Partial<Snapshot['calibration']>;
  /** Packs that lie over those of the entry point, such as homebrew. */
  readonly extraPackIds?: readonly string[];
};

/** Everything the first scene of a campaign needs. Nothing here depends on a model or a clock. */
export type CampaignStart = {
  readonly entryPointId: string;
  readonly worldId: string;
  readonly rulesetIds: readonly string[];
  readonly snapshot: Snapshot;
  /** Texts players may read before the first turn. */
  readonly playerTexts: {
    readonly title: string;
    readonly summary: string;
    readonly prologue: string | null;
    readonly goals: readonly string[];
  };
  /** Texts only the prompt may contain. */
  readonly gmTexts: {
    readonly entry: string;
    readonly entryStart: string;
    readonly stakes: string;
    readonly tone: string;
    readonly chapters: CampaignParts['entryPoint']['data']['chapters'];
  };
  readonly observations: readonly FirstObservation[];
  /** First events of the chronicle; the snapshot's counter already includes them. */
  readonly events: readonly FirstEvent[];
  readonly packs: readonly PinnedPack[];
  /** `neo_seattle:viktor` → `npc_viktor_001` */
  readonly entityIds: ReadonlyMap<string, EntityId>;
};

/**
 * Copies what an entry point includes from its packs into a new world of its own. Pure: the same library and
 * options give the same start.
 */
export function beginCampaign(
  library: Library,
  entryPointId: string,
  { personaIds, calibration = {}, extraPackIds = [] }: CampaignOptions = {},
): CampaignStart | Rejection {
  const parts = resolveCampaignParts(library, entryPointId, extraPackIds);
  if (isRejection(parts)) return parts;
  const personas = choosePersonas(parts.entryPoint, personaIds);
  if (isRejection(personas)) return personas;
  const first = buildFirstSnapshot(parts, personas, calibration);
  if (isRejection(first)) return first;
  return {
    entryPointId,
    worldId: parts.world.id,
    rulesetIds: parts.rulesets.map(({ id }) => id),
    ...first,
    ...textsOf(parts),
    packs: parts.library.packs.map(pinned),
  };
}

/** Reports the pinned packs that are gone or have another content than when the campaign began. */
export function findChangedPacks(library: Library, pinnedPacks: readonly PinnedPack[]): readonly Rejection[] {
  return pinnedPacks.flatMap(({ id, version, hash }) => {
    const now = library.findPack(id);
    if (now === null) return [reject('pack-missing', `${id} ${version} is no longer installed.`, [id])];
    if (now.hash === hash) return [];
    const change =
      now.version === version
        ? `still calls itself ${version} but says something else`
        : `is now ${now.version}`;
    return [
      reject('pack-changed', `This campaign began with ${id} ${version}; the installed one ${change}.`, [id]),
    ];
  });
}

function pinned({ id, version, hash }: LibraryPack): PinnedPack {
  return { id, version, hash };
}

function textsOf({ entryPoint, world }: CampaignParts): Pick<CampaignStart, 'playerTexts' | 'gmTexts'> {
  const { name, data } = entryPoint;
  const { summary, prologue = null, goals, entry, entry_start: entryStart, stakes, chapters } = data;
  return {
    playerTexts: { title: name, summary, prologue, goals },
    gmTexts: { entry, entryStart, stakes, tone: data.tone ?? world.data.tone, chapters },
  };
}
