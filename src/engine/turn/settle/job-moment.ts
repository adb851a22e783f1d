import { z } from 'zod';
import { advanceLineage } from '#engine/domain/lineage.ts';
import type { Provider } from '#engine/llm/provider.ts';
import { caredFor } from '#engine/llm/turn-models.ts';
import { ChronicleEntry } from '#engine/memory/chronicle.ts';
import { settlePins } from '#engine/prompt/registry.ts';
import type { PromptShelf } from '#engine/prompt/step-prompt.ts';
import type { Snapshot } from '#engine/state/snapshot.ts';
import type { JobRecord } from '#engine/store/jobs.ts';
import type { Lineage } from '#engine/store/lineage-query.ts';
import type { SceneRecord } from '#engine/store/scenes.ts';
import { type CallLedger, callLedger } from '../call-ledger.ts';
import { paidCare } from '../paid-care.ts';
import type { Playbook } from '../playbook.ts';
import type { Workshop } from '../turn-tools.ts';
import { type Knower, knowerOf } from './party.ts';

const RECENT_EVENTS = 40;
const RETRIES = 3;

/**
 * What a job works on: the branch as it stood at its scene, and nothing that came later. The persona is whom the job is about: the one
 * it names, else the first.
 */
export type JobMoment = Knower & {
  readonly job: JobRecord;
  readonly scene: SceneRecord;
  readonly lineage: Lineage;
  readonly snapshot: Snapshot;
  readonly playbook: Playbook;
  readonly recent: readonly ChronicleEntry[];
  readonly campaignId: string;
  /** The session's small model, paid for and recorded. */
  readonly model: Provider;
  /** Knows when what the model cost is written. */
  readonly ledger: CallLedger;
  readonly shelf: PromptShelf;
  readonly signal: AbortSignal;
};

/** Lays out what a job works on; null when its campaign is gone, and the job with it. */
export async function jobMoment(
  job: JobRecord,
  workshop: Workshop,
  signal: AbortSignal,
): Promise<JobMoment | null> {
  const { store, snapshots, playbookFor, prompts } = workshop;
  const session = await store.sessions.find(job.scene.sessionId);
  const campaign = session === null ? null : await store.campaigns.find(session.campaignId);
  if (session === null || campaign === null) return null;
  const lineage = advanceLineage(session.lineage, job.scene.index);
  const last = { limit: 1, from: 'end', after: null, before: job.scene.index + 1 } as const;
  const [scene] = (await store.scenes.along(lineage, last)).items;
  if (scene === undefined) return null;
  const [snapshot, recent, playbook] = await Promise.all([
    snapshots.of(scene.id),
    store.chronicle.last(lineage, RECENT_EVENTS),
    playbookFor(campaign),
  ]);
  return {
    job,
    scene,
    lineage,
    snapshot,
    playbook,
    ...knowerOf(snapshot, Named.safeParse(job.payload).data?.personaId ?? null),
    recent: recent.map((entry) => ChronicleEntry.parse(entry)),
    campaignId: campaign.id,
    ...(await paidModel(job, scene, session.smallModel, workshop)),
    shelf: { prompts, pins: settlePins(campaign.promptPins, prompts).pins },
    signal,
  };
}

const Named = z.object({ personaId: z.string() });

/** What tidying up costs is the session's, under the turn that made the scene. */
async function paidModel(
  job: JobRecord,
  { turnId }: SceneRecord,
  key: string,
  workshop: Workshop,
): Promise<Pick<JobMoment, 'model' | 'ledger'>> {
  const payer = { sessionId: job.scene.sessionId, turnId: turnId ?? job.id, attempt: job.attempts };
  const ledger = callLedger(workshop.store.calls, payer, workshop.newId);
  const bounds = { retries: RETRIES, random: { key: job.id, label: `retry:${job.attempts}` } };
  const care = await paidCare(payer, ledger, bounds, workshop);
  return { model: caredFor(workshop.models.open(key), care), ledger };
}
