import type { CharacterDraft } from '#engine/characters/making.ts';
import type { PinnedPack } from '#engine/domain/pinned-pack.ts';
import type { Roll } from '#engine/rules/roll.ts';
import type { EntityId } from '#engine/state/ids.ts';
import type { Snapshot } from '#engine/state/snapshot.ts';
import { toCanonicalJson } from '#engine/util/canonical-json.ts';
import { isRejection, type Rejection, reject } from '#engine/util/rejection.ts';
import { type CampaignParts, choosePersonas, resolveCampaignParts } from './begin/campaign-parts.ts';
import { buildFirstSnapshot, type FirstEvent } from './begin/first-snapshot.ts';
import type { FirstObservation } from './begin/people-records.ts';
import { bringNewPersonas } from './character-maker.ts';
import { type ContentKind, KIND_NAMES } from './format/content-kinds.ts';
import type { Content } from './library/content.ts';
import type { Library, LibraryPack } from './library/create-library.ts';
import { getCalendar } from './world-calendar.ts';

export type { FirstEvent } from './begin/first-snapshot.ts';
export type { FirstObservation } from './begin/people-records.ts';

export type CampaignOptions = {
  /** Pack ids of the players' personas. Default: the first persona the entry point offers. */
  readonly personaIds?: readonly string[];
  /** Drafts of personas the players made themselves. */
  readonly newPersonas?: readonly CharacterDraft[];
  /** Seed of the dice for scores that are rolled. */
  readonly seed?: string;
  /** Calibration agreed in session zero; overrides that of the entry point. */
  readonly calibration?: Partial<Snapshot['calibration']>;
  /** Name of one of the entry point's other openings. Default: its own prologue. */
  readonly opening?: string | undefined;
  /** Packs that lie over those of the entry point, such as homebrew. */
  readonly extraPackIds?: readonly string[];
};

/** Everything the first scene of a campaign needs. Nothing here depends on a model or a clock. */
export type CampaignStart = {
  readonly entryPointId: string;
  readonly worldId: string;
  readonly rulesetIds: readonly string[];
  readonly snapshot: Snapshot;
  /** Rolls of new personas' scores, part of scene 0. */
  readonly rolls: readonly Roll[];
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
  {
    personaIds,
    newPersonas = [],
    seed = '',
    calibration = {},
    extraPackIds = [],
    opening,
  }: CampaignOptions = {},
): CampaignStart | Rejection {
  const parts = resolveCampaignParts(library, entryPointId, extraPackIds);
  if (isRejection(parts)) return parts;
  const personas = choosePersonas(parts.entryPoint, personaIds, newPersonas.length);
  if (isRejection(personas)) return personas;
  const { openings } = parts.entryPoint.data;
  if (opening !== undefined && !openings.some(({ name }) => name === opening)) {
    const known =
      openings.length === 0 ? 'It has none.' : `It has: ${openings.map(({ name }) => name).join(', ')}.`;
    return reject('unknown-opening', `${entryPointId} has no opening of this name. ${known}`, ['opening']);
  }
  const first = buildFirstSnapshot(parts, personas, calibration, opening);
  if (isRejection(first)) return first;
  const { library: own, entryPoint, world, rulesets } = parts;
  const joined = bringNewPersonas(first.snapshot, newPersonas, {
    library: own,
    entryPoint,
    ruleset: rulesets[0],
    calendar: getCalendar(world),
    seed,
  });
  if (isRejection(joined)) return joined;
  return {
    entryPointId,
    worldId: parts.world.id,
    rulesetIds: parts.rulesets.map(({ id }) => id),
    ...first,
    ...joined,
    ...textsOf(parts, opening),
    packs: parts.library.packs.map(pinned),
  };
}

/** Returns the text players read first: that of the chosen opening, else the entry point's own; null without one. */
function findPrologue(
  { prologue, openings }: Pick<CampaignParts['entryPoint']['data'], 'prologue' | 'openings'>,
  chosen: string | undefined,
): string | null {
  return openings.find(({ name }) => name === chosen)?.prologue ?? prologue ?? null;
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

/** A content that another version of its pack adds, removes or edits. */
export type ContentDifference = {
  readonly id: string;
  readonly kind: ContentKind;
  readonly name: string;
  readonly change: 'added' | 'removed' | 'edited';
  /** Keys of the file that say something else, `text` for the text below them. Empty unless it was edited. */
  readonly keys: readonly string[];
};

/** Lists the differences between the contents of a pack in two libraries, by id. */
export function listContentChanges(
  before: Library,
  after: Library,
  packId: string,
): readonly ContentDifference[] {
  const [old, fresh] = [indexContents(before, packId), indexContents(after, packId)];
  return [...new Set([...old.keys(), ...fresh.keys()])]
    .toSorted()
    .flatMap((id): readonly ContentDifference[] => {
      const [was, is] = [old.get(id), fresh.get(id)];
      if (is === undefined) return was === undefined ? [] : [describeChange(was, 'removed')];
      if (was === undefined) return [describeChange(is, 'added')];
      const [one, other]: readonly Record<string, unknown>[] = [
        { ...was.data, text: was.sections },
        { ...is.data, text: is.sections },
      ];
      const keys = Object.keys({ ...one, ...other }).filter(
        (key) => toCanonicalJson(one?.[key]) !== toCanonicalJson(other?.[key]),
      );
      return keys.length === 0 ? [] : [describeChange(is, 'edited', keys)];
    });
}

function indexContents(library: Library, packId: string): ReadonlyMap<string, Content> {
  const contents = KIND_NAMES.flatMap((kind): readonly Content[] => library.all(kind));
  return new Map(contents.filter((one) => one.packId === packId).map((one) => [one.id, one]));
}

function describeChange(
  { id, kind, name }: Content,
  change: ContentDifference['change'],
  keys: readonly string[] = [],
): ContentDifference {
  return { id, kind, name, change, keys };
}

function pinned({ id, version, hash }: LibraryPack): PinnedPack {
  return { id, version, hash };
}

function textsOf(
  { entryPoint, world }: CampaignParts,
  opening: string | undefined,
): Pick<CampaignStart, 'playerTexts' | 'gmTexts'> {
  const { name, data } = entryPoint;
  const { summary, goals, entry, entry_start: entryStart, stakes, chapters } = data;
  const prologue = findPrologue(data, opening);
  return {
    playerTexts: { title: name, summary, prologue, goals },
    gmTexts: { entry, entryStart, stakes, tone: data.tone ?? world.data.tone, chapters },
  };
}
