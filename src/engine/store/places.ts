import type { SqlEntityManager } from '@mikro-orm/sql';
import { idsAlong, type Lineage, type ScenePosition } from './lineage-query.ts';
import { type Page, type PageRequest, pageOf } from './page.ts';

/** As many rows of one kind as a scene can have. */
const ROWS_OF_A_SCENE = 10_000;

/** A row's scene and its order within it, as one number: rows of a lineage sort and page by it. */
function placeOf(sceneIndex: number, ordinal: number): number {
  if (!Number.isInteger(ordinal) || ordinal < 0 || ordinal >= ROWS_OF_A_SCENE) {
    throw new RangeError(
      `row ${ordinal} of scene ${sceneIndex}: a scene has rows 0 to ${ROWS_OF_A_SCENE - 1}`,
    );
  }
  return sceneIndex * ROWS_OF_A_SCENE + ordinal;
}

/** The scene a turn makes. */
export type MadeScene = { readonly id: string; readonly sessionId: string; readonly index: number };

/** What every placed row says. */
export function columnsAt(scene: MadeScene, ordinal: number, createdAt: Date) {
  const place = placeOf(scene.index, ordinal);
  return { id: `${scene.id}-${ordinal}`, createdAt, session: scene.sessionId, place };
}

/** The places that rows of these scenes can have, from the first scene to the last. */
export function placesWithin(first: number, last: number) {
  return { $gte: placeOf(first, 0), $lte: placeOf(last, ROWS_OF_A_SCENE - 1) };
}

export type Placed = { readonly scene: ScenePosition; readonly ordinal: number; readonly place: number };

/** Where a stored row stands. */
export function placedAt(sessionId: string, place: number): Placed {
  const index = Math.floor(place / ROWS_OF_A_SCENE);
  return { scene: { sessionId, index }, ordinal: place % ROWS_OF_A_SCENE, place };
}

/** One page of a table of placed rows along a lineage. The key of a page is a row's place. */
export async function placedPage<Item extends { readonly id: string }>(
  em: SqlEntityManager,
  table: string,
  lineage: Lineage,
  request: PageRequest<number>,
  read: (ids: string[]) => Promise<readonly Item[]>,
): Promise<Page<Item>> {
  const lastOf = (index: number) => placeOf(index, ROWS_OF_A_SCENE - 1);
  const ids = await idsAlong(em, { table, order: 'place', lastOf }, lineage, request);
  return pageOf(inOrderOf(ids, await read(ids)), request, (item) => item);
}

/** Rows as a list of ids has them. */
export function inOrderOf<Row extends { readonly id: string }>(
  ids: readonly string[],
  rows: readonly Row[],
): Row[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
