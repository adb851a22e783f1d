import { z } from 'zod';
import { memoriesFrom } from '#engine/memory/memories.ts';
import { MemoryRow } from '#engine/memory/observation.ts';
import type { JobRows } from '#engine/store/jobs.ts';
import type { Desk } from './condensed-row.ts';
import type { JobMoment } from './job-moment.ts';

const Payload = z.object({ characterId: z.string() });

/** So many passing details are folded into one at a time. */
const FOLDED_AT_ONCE = 30;
/** What matters more than this is never folded away. */
const MOST_IMPORTANCE = 2;
const LONGEST = 1_800;
/** The tag of memories that were folded together. */
export const CONSOLIDATED = 'consolidated';

/**
 * Folds the oldest passing details a character remembers into one memory of them all. Nothing is lost: the details stay as
 * rows, set aside by edits that say why, and the new memory names them.
 */
export async function consolidate(moment: JobMoment, desk: Desk): Promise<JobRows> {
  const payload = Payload.safeParse(moment.job.payload);
  if (!payload.success) return {};
  const { characterId } = payload.data;
  const rows = await desk.store.memories.along(moment.lineage, [characterId]);
  const details = memoriesFrom(rows.map((row) => MemoryRow.parse(row)))
    .filter(({ retracted, importance, edited }) => !retracted && !edited && importance <= MOST_IMPORTANCE)
    .toSorted((one, other) => one.scene.index - other.scene.index || one.ordinal - other.ordinal)
    .slice(0, FOLDED_AT_ONCE);
  if (details.length < FOLDED_AT_ONCE) return {};
  const { scene } = moment.job;
  const first = await desk.store.memories.countInScene(scene);
  const folded: MemoryRow = {
    row: 'observation',
    id: desk.newId(),
    scene,
    ordinal: first,
    characterId,
    content: details
      .map(({ content }) => content)
      .join(' ')
      .slice(0, LONGEST),
    importance: 3,
    observedAt: moment.snapshot.time,
    provenance: { kind: 'inferred', from: details.slice(0, 20).map(({ id }) => id) },
    confidence: 0.8,
    about: [...new Set(details.flatMap(({ about }) => about))].slice(0, 50),
    tags: [CONSOLIDATED],
  };
  const edits = details.map(
    ({ id }, at): MemoryRow => ({
      row: 'edit',
      id: desk.newId(),
      scene,
      ordinal: first + 1 + at,
      characterId,
      observationId: id,
      change: { action: 'retract', reason: `folded into ${folded.id}` },
      by: 'engine',
    }),
  );
  return { memories: [folded, ...edits] };
}
