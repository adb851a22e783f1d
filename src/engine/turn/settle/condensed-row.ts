import type { Clock } from '#engine/kit/clock.ts';
import type { NewId } from '#engine/kit/new-id.ts';
import type { Store } from '#engine/store/store.ts';
import type { SummaryKind, SummaryRecord } from '#engine/store/summaries.ts';
import type { JobMoment } from './job-moment.ts';

/** What whoever does a job has at hand. */
export type Desk = { readonly store: Store; readonly newId: NewId; readonly clock: Clock };

/** A condensed text as a row that names the scene of its job. */
export function condensedRow(
  { job }: Pick<JobMoment, 'job'>,
  { newId, clock }: Desk,
  kind: SummaryKind,
  subjectId: string | null,
  text: string,
  fromSceneIndex: number,
): SummaryRecord {
  return { id: newId(), kind, subjectId, scene: job.scene, fromSceneIndex, text, createdAt: clock() };
}
