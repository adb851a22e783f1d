import type { SummaryKind, SummaryRecord } from '#engine/store/summaries.ts';
import type { Workshop } from '../turn-tools.ts';
import type { JobMoment } from './job-moment.ts';

/** What whoever does a job has at hand. */
export type Desk = Pick<Workshop, 'store' | 'snapshots' | 'newId' | 'clock'>;

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
