import type { Lineage, ScenePosition } from '#engine/domain/lineage.ts';
import type { Database } from '../database/database.ts';
import { type Page, type PageRequest, toPage } from '../page.ts';
import { findLineageIds, findLineageIdsForEach } from './lineage-query.ts';

/** As many rows of one kind as a scene can have. */
const ROWS_OF_A_SCENE = 10_000;

/** Returns a row's scene and its order within it as one number; rows of a lineage sort and page by it. */
function placeOf(sceneIndex: number, ordinal: number): number {
  if (!Number.isInteger(ordinal) || ordinal < 0 || ordinal >= ROWS_OF_A_SCENE) {
    throw new RangeError(
      `row ${ordinal} of scene ${sceneIndex}: a scene has rows 0 to ${ROWS_OF_A_SCENE - 1}`,
    );
  }
  return sceneIndex * ROWS_OF_A_SCENE + ordinal;
}

/** The scene a turn makes. */
export type CommittedScene = { readonly id: string; readonly sessionId: string; readonly index: number };

/** Returns the columns common to all rows that name a scene. */
export function toSceneRowColumns(scene: CommittedScene, ordinal: number, createdAt: Date) {
  const place = placeOf(scene.index, ordinal);
  return { id: `${scene.id}-${ordinal}`, createdAt, session: scene.sessionId, place };
}

/** Returns the places that rows of these scenes can have, from the first scene to the last. */
export function toPlaceRange(first: number, last: number) {
  return { $gte: placeOf(first, 0), $lte: placeOf(last, ROWS_OF_A_SCENE - 1) };
}

export type SceneRowPosition = {
  readonly scene: ScenePosition;
  readonly ordinal: number;
  readonly place: number;
};

/** Returns the position of a stored row. */
export function toSceneRowPosition(sessionId: string, place: number): SceneRowPosition {
  const index = Math.floor(place / ROWS_OF_A_SCENE);
  return { scene: { sessionId, index }, ordinal: place % ROWS_OF_A_SCENE, place };
}

/** Finds one page of a table of placed rows along a lineage. The key of a page is a row's place. */
export async function findSceneRowPage<Item extends { readonly id: string }>(
  database: Database,
  table: string,
  lineage: Lineage,
  request: PageRequest<number>,
  read: (ids: string[]) => Promise<readonly Item[]>,
): Promise<Page<Item>> {
  const ids = await findLineageIds(database, { table, ...BY_PLACE }, lineage, request);
  return toPage(orderByIds(ids, await read(ids)), request, (item) => item);
}

/** Finds the same page along several lineages, read together: one for each. */
export async function findSceneRowPages<Item extends { readonly id: string }>(
  database: Database,
  table: string,
  lineages: readonly Lineage[],
  request: PageRequest<number>,
  read: (ids: string[]) => Promise<readonly Item[]>,
): Promise<readonly Page<Item>[]> {
  return readPages(
    await findLineageIdsForEach(database, { table, ...BY_PLACE }, lineages, request),
    request,
    read,
  );
}

const BY_PLACE = { order: 'place', lastOf: (index: number) => placeOf(index, ROWS_OF_A_SCENE - 1) };

/** Pages from their lists of ids, their rows read together; branches share rows. */
export async function readPages<Item extends { readonly id: string }>(
  lists: readonly (readonly string[])[],
  request: PageRequest<number>,
  read: (ids: string[]) => Promise<readonly Item[]>,
): Promise<readonly Page<Item>[]> {
  const ids = [...new Set(lists.flat())];
  const rows = ids.length === 0 ? [] : await read(ids);
  return lists.map((list) => toPage(orderByIds(list, rows), request, (item) => item));
}

/** Rows as a list of ids has them. */
export function orderByIds<Row extends { readonly id: string }>(
  ids: readonly string[],
  rows: readonly Row[],
): Row[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
