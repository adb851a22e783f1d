import { z } from 'zod';
import { deriveMemories, type Memory } from '#engine/memory/memories.ts';
import { MemoryRow } from '#engine/memory/observation.ts';
import type { JobRows } from '#engine/store/jobs.ts';
import type { JobContext, JobTools } from './job-context.ts';

const Payload = z.object({ characterId: z.string() });

/** Number of minor memories merged at a time. With fewer there is no merge. */
const FOLDED_AT_ONCE = 30;
/** Highest importance at which a memory may be consolidated. */
const MOST_IMPORTANCE = 2;
/** Limits of one merged memory: characters of text, names, and ids it is about. */
const LONGEST = 1_800;
const MOST_NAMED = 20;
const MOST_ABOUT = 50;
/** Tag of merged memories. */
export const CONSOLIDATED_TAG = 'consolidated';

/**
 * Merges the oldest minor memories of a character into a few that contain their texts word for word. Nothing is lost: the old rows
 * stay, retracted by edits with a reason, and the new memories name them.
 */
export async function consolidateMemories(jobContext: JobContext, tools: JobTools): Promise<JobRows> {
  const payload = Payload.safeParse(jobContext.job.payload);
  if (!payload.success) return {};
  const { characterId } = payload.data;
  const rows = await tools.store.memories.along(jobContext.lineage, [characterId]);
  const details = deriveMemories(rows.map((row) => MemoryRow.parse(row)))
    .filter(({ retracted, importance, edited }) => !retracted && !edited && importance <= MOST_IMPORTANCE)
    .toSorted((one, other) => one.scene.index - other.scene.index || one.ordinal - other.ordinal);
  if (details.length < FOLDED_AT_ONCE) return {};
  const written = foldable(details).flatMap((some) => rowsFor(some, jobContext, tools));
  return { memories: written.map((row, ordinal) => ({ ...row, ordinal })) };
}

/** Groups the oldest memories so that one merged memory can hold each group. A memory that fits with no other stays as it is. */
function foldable(details: readonly Memory[]): readonly (readonly Memory[])[] {
  const bundles: Memory[][] = [];
  let left = FOLDED_AT_ONCE;
  let bundle: Memory[] = [];
  for (const detail of details) {
    if (bundle.length === left) break;
    if (fits([...bundle, detail])) {
      bundle.push(detail);
      continue;
    }
    if (bundle.length > 1) {
      bundles.push(bundle);
      left -= bundle.length;
    }
    bundle = [detail];
  }
  return bundle.length > 1 ? [...bundles, bundle] : bundles;
}

function fits(some: readonly Memory[]): boolean {
  return some.length <= MOST_NAMED && contentOf(some).length <= LONGEST && aboutOf(some).length <= MOST_ABOUT;
}

const contentOf = (some: readonly Memory[]) => some.map(({ content }) => content).join(' ');
const aboutOf = (some: readonly Memory[]) => [...new Set(some.flatMap(({ about }) => about))];

/** Creates one memory of them all, and an edit for each that sets it aside. */
function rowsFor(
  some: readonly Memory[],
  { job: { scene }, snapshot }: JobContext,
  { newId }: JobTools,
): readonly MemoryRow[] {
  const folded = newId();
  // The one who remembers them; their place in the scene is given to all rows together.
  const own = { scene, ordinal: 0, characterId: some[0]?.characterId ?? '' };
  const edits = some.map(({ id }): MemoryRow => {
    const change = { action: 'retract', reason: `folded into ${folded}` } as const;
    return { row: 'edit', id: newId(), ...own, observationId: id, change, by: 'engine' };
  });
  return [
    {
      row: 'observation',
      id: folded,
      ...own,
      content: contentOf(some),
      importance: 3,
      observedAt: snapshot.time,
      provenance: { kind: 'inferred', from: some.map(({ id }) => id) },
      confidence: 0.8,
      about: aboutOf(some),
      tags: [CONSOLIDATED_TAG],
    },
    ...edits,
  ];
}
