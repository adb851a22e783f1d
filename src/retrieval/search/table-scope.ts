import {
  combineAll,
  combineAny,
  excludeValues,
  limitValue,
  MATCH_NOTHING,
  matchFalse,
  matchListValues,
  matchValues,
  type RowCondition,
} from '../index/condition.ts';
import { toHistoryKey } from '../index/history-tables.ts';
import { toPackKey } from '../index/pack-tables.ts';
import { EVERYONE } from '../index/rows.ts';
import type { TableKey } from '../index/table-catalogue.ts';
import type { Subjects } from '../lore-chunk.ts';
import type { LineageSteps, LoreFocus, LoreQuery, LoreViewer, MemoryQuery } from '../lore-query.ts';

const PARTS = ['entityIds', 'locationIds', 'factionIds', 'threadIds', 'tags'] as const;

export function isEmptyFocus(focus: LoreFocus): boolean {
  return PARTS.every((part) => focus[part].length === 0);
}

/** Counts the ids of the focus that these subjects contain. */
export function countSharedSubjects(focus: LoreFocus, subjects: Subjects): number {
  return PARTS.reduce((sum, part) => {
    const held = new Set(subjects[part]);
    return sum + focus[part].filter((id) => held.has(id)).length;
  }, 0);
}

const MOST_PER_PART = 100;

/** Limits the number of ids in a focus, so that no filter becomes too large. */
export function limitFocus(focus: LoreFocus): LoreFocus {
  const cut = (ids: readonly string[]) => [...new Set(ids)].slice(0, MOST_PER_PART);
  return {
    entityIds: cut(focus.entityIds),
    locationIds: cut(focus.locationIds),
    factionIds: cut(focus.factionIds),
    threadIds: cut(focus.threadIds),
    tags: cut(focus.tags),
  };
}

/** A table a query may look into, and what of it: everything else does not exist for the query. */
export type TableScope = {
  readonly table: TableKey;
  readonly source: 'authored' | 'history';
  /** Pack or campaign. */
  readonly id: string;
  /** Condition for rows of the branch; null for packs, which are the same on every branch. */
  readonly branch: RowCondition | null;
  /** Condition for rows the viewer may see; null for all. */
  readonly seen: RowCondition | null;
  /** Condition for rows the query requests; null for all. */
  readonly asked: RowCondition | null;
};

/** Builds the condition for the rows that exist for a query. Never widened. */
export function buildVisibleCondition({ branch, seen }: TableScope): RowCondition | null {
  return combineAll(branch, seen);
}

/** Lists the tables a query may search, with their conditions. Leaves out packs and history the query does not name. */
export function buildTableScopes(query: LoreQuery): TableScope[] {
  const { corpus, packIds, history, viewer, excludeIds = [], historyKinds } = query;
  const known = excludeValues('id', excludeIds);
  const packs = corpus === 'history' ? [] : [...new Set(packIds)];
  const authored = packs.map(
    (id): TableScope => ({
      table: toPackKey(id),
      source: 'authored',
      id,
      branch: null,
      seen: seenInPacks(viewer),
      asked: known,
    }),
  );
  if (corpus === 'authored' || history === null) return authored;
  const kinds = historyKinds === undefined ? null : matchValues('kind', historyKinds);
  const { campaignId: id, lineage } = history;
  return [
    ...authored,
    {
      table: toHistoryKey(id),
      source: 'history',
      id,
      branch: alongLineage(lineage),
      seen: seenInHistory(viewer),
      asked: combineAll(known, kinds),
    },
  ];
}

/** Lists the table with the memories of one character on one branch. */
export function buildMemoryScopes({ history, ownerId, excludeIds = [] }: MemoryQuery): TableScope[] {
  const own =
    ownerId === ''
      ? MATCH_NOTHING
      : combineAll(matchValues('kind', ['observation']), matchValues('owner_id', [ownerId]));
  return [
    {
      table: toHistoryKey(history.campaignId),
      source: 'history',
      id: history.campaignId,
      branch: alongLineage(history.lineage),
      seen: own,
      asked: excludeValues('id', excludeIds),
    },
  ];
}

function seenInPacks(viewer: LoreViewer): RowCondition | null {
  if (viewer.kind === 'gm' || (viewer.kind === 'table' && viewer.seesHidden)) return null;
  return matchFalse('is_hidden');
}

function seenInHistory(viewer: LoreViewer): RowCondition | null {
  if (viewer.kind === 'gm') return null;
  const characterIds = viewer.kind === 'table' ? viewer.characterIds : [viewer.characterId];
  const known = characterIds.map((id) => matchListValues('visible_to', [EVERYONE, id]));
  return combineAll(...known) ?? MATCH_NOTHING;
}

function alongLineage(lineage: LineageSteps): RowCondition {
  const steps = lineage.flatMap(
    ({ sessionId, upTo }) =>
      combineAll(matchValues('session_id', [sessionId]), limitValue('scene_index', upTo)) ?? [],
  );
  return combineAny(...steps);
}
