import {
  allOf,
  anyOf,
  type Condition,
  holdsAny,
  isAtMost,
  isFalse,
  isNoneOf,
  isOneOf,
  NOTHING,
} from '../lance/condition.ts';
import { EVERYONE } from '../lance/history-row.ts';
import { historyKey } from '../lance/history-tables.ts';
import { packKey } from '../lance/pack-tables.ts';
import type { TableKey } from '../lance/table-name.ts';
import type { LineageSteps, LoreQuery, MemoryQuery, Viewer } from '../lore-query.ts';

/** A table a query may look into, and what of it: everything else does not exist for the query. */
export type Reach = {
  readonly table: TableKey;
  readonly source: 'authored' | 'history';
  /** Pack or campaign. */
  readonly id: string;
  /** What belongs to the branch; null for packs, which are the same on every branch. */
  readonly branch: Condition | null;
  /** What the viewer may see; null for all. */
  readonly seen: Condition | null;
  /** What of it is asked for. */
  readonly asked: Condition | null;
};

/** The rows that exist for a query. Never widened. */
export function visible({ branch, seen }: Reach): Condition | null {
  return allOf(branch, seen);
}

/** Where a query may look. A part that is not named is not looked into. */
export function reachOf(query: LoreQuery): Reach[] {
  const { corpus, packIds, history, viewer, excludeIds = [], historyKinds } = query;
  const known = isNoneOf('id', excludeIds);
  const packs = corpus === 'history' ? [] : [...new Set(packIds)];
  const authored = packs.map(
    (id): Reach => ({
      table: packKey(id),
      source: 'authored',
      id,
      branch: null,
      seen: seenInPacks(viewer),
      asked: known,
    }),
  );
  if (corpus === 'authored' || history === null) return authored;
  const kinds = historyKinds === undefined ? null : isOneOf('kind', historyKinds);
  const { campaignId: id, lineage } = history;
  return [
    ...authored,
    {
      table: historyKey(id),
      source: 'history',
      id,
      branch: alongLineage(lineage),
      seen: seenInHistory(viewer),
      asked: allOf(known, kinds),
    },
  ];
}

/** The memories of one character on one branch. */
export function reachOfMemories({ history, ownerId, excludeIds = [] }: MemoryQuery): Reach[] {
  const own =
    ownerId === '' ? NOTHING : allOf(isOneOf('kind', ['observation']), isOneOf('owner_id', [ownerId]));
  return [
    {
      table: historyKey(history.campaignId),
      source: 'history',
      id: history.campaignId,
      branch: alongLineage(history.lineage),
      seen: own,
      asked: isNoneOf('id', excludeIds),
    },
  ];
}

function seenInPacks(viewer: Viewer): Condition | null {
  return viewer.kind === 'gm' ? null : isFalse('is_hidden');
}

function seenInHistory(viewer: Viewer): Condition | null {
  return viewer.kind === 'gm' ? null : holdsAny('visible_to', [EVERYONE, viewer.characterId]);
}

function alongLineage(lineage: LineageSteps): Condition {
  const steps = lineage.flatMap(
    ({ sessionId, upTo }) => allOf(isOneOf('session_id', [sessionId]), isAtMost('scene_index', upTo)) ?? [],
  );
  return anyOf(...steps);
}
