import { z } from 'zod';
import type { Lineage } from '#engine/domain/lineage.ts';
import { advanceLineage } from '#engine/domain/lineage.ts';
import { askForProse } from '#engine/llm/ask-for-text.ts';
import { wrapModel } from '#engine/llm/model-call-policy.ts';
import type { Provider } from '#engine/llm/provider.ts';
import { ChronicleEntry } from '#engine/memory/chronicle.ts';
import { filterKnownEvents } from '#engine/memory/event-knowledge.ts';
import type { PromptVariables } from '#engine/prompt/prompt-ids.ts';
import { settlePins } from '#engine/prompt/registry.ts';
import { type PromptSource, type StepPromptId, writeFittingPrompt } from '#engine/prompt/step-prompt.ts';
import { createPlayerView, type PlayerView } from '#engine/state/player-view.ts';
import type { Character } from '#engine/state/record.ts';
import type { Snapshot } from '#engine/state/snapshot.ts';
import type { JobRecord } from '#engine/store/jobs.ts';
import type { SceneRecord } from '#engine/store/scenes.ts';
import type { SummaryKind, SummaryRecord } from '#engine/store/summaries.ts';
import type { Json } from '#engine/util/canonical-json.ts';
import { isRejection } from '#engine/util/rejection.ts';
import { findPersona } from '../acting-persona.ts';
import type { EngineServices } from '../engine-services.ts';
import { type CallLedger, createCallLedger, createModelCallPolicy } from '../model-call-policy.ts';
import type { Playbook } from '../playbook.ts';

/** A persona, and the world as it knows it. */
type PersonaKnowledge = { readonly persona: Character; readonly view: PlayerView };

type Party = { readonly snapshot: Snapshot };
type Events = readonly ChronicleEntry[];

/** Returns the view of a persona; of the first where none is named. */
function viewPersona(snapshot: Snapshot, named: string | null): PersonaKnowledge {
  const persona = findPersona(snapshot, named);
  const view = createPlayerView(snapshot, persona.id);
  if (isRejection(view)) throw new Error(view.reason);
  return { persona, view };
}

const all = ({ snapshot }: Party) => snapshot.personas.map((id) => viewPersona(snapshot, id));
const LIST = new Intl.ListFormat('en', { type: 'conjunction' });

/** Writes the names of the played characters as in a sentence. */
export function writePartyNames(party: Party): string {
  return LIST.format(all(party).map(({ persona }) => persona.name));
}

/** Lists the events that all of the party know of: all players read what is written from them. */
export function listPartyEvents(events: Events, party: Party): Events {
  return all(party).reduce((left, { view }) => filterKnownEvents(left, { ...party, view }), events);
}

/** Lists the threads that all of the party know of. */
export function listPartyThreads(party: Party): PlayerView['threads'] {
  const [first, ...others] = all(party).map(({ view }) => view.threads);
  return (first ?? []).filter(({ id }) => others.every((known) => known.some((thread) => thread.id === id)));
}

/** Lists the events that count towards a persona's profile: its own, and those that are no other persona's. */
export function listPersonaEvents(personaId: string, events: Events, { snapshot }: Party): Events {
  const personas = new Set<string>(snapshot.personas);
  return events.filter(
    ({ characterIds }) => characterIds.includes(personaId) || !characterIds.some((id) => personas.has(id)),
  );
}

const RECENT_EVENTS = 40;
const RETRIES = 3;

/**
 * Context of a job: the branch as it stood at its scene, and nothing that came later. The persona is the one the job names,
 * else the first.
 */
export type JobContext = PersonaKnowledge & {
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
  readonly promptSource: PromptSource;
  readonly signal: AbortSignal;
};

/** Lays out what a job works on; null when its campaign is gone, and the job with it. */
export async function loadJobContext(
  job: JobRecord,
  services: EngineServices,
  signal: AbortSignal,
): Promise<JobContext | null> {
  const { store, snapshots, playbookFor, prompts } = services;
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
    ...viewPersona(snapshot, Named.safeParse(job.payload).data?.personaId ?? null),
    recent: recent.map((entry) => ChronicleEntry.parse(entry)),
    campaignId: campaign.id,
    ...(await paidModel(job, scene, session.smallModel, services)),
    promptSource: {
      prompts,
      pins: settlePins(campaign.promptPins, prompts).pins,
      window: services.models.open(session.smallModel).entry,
    },
    signal,
  };
}

const Named = z.object({ personaId: z.string() });

/** Charges the costs of background jobs to the session, under the turn that made the scene. */
async function paidModel(
  job: JobRecord,
  { turnId }: SceneRecord,
  key: string,
  services: EngineServices,
): Promise<Pick<JobContext, 'model' | 'ledger'>> {
  const payer = { sessionId: job.scene.sessionId, turnId: turnId ?? job.id, attempt: job.attempts };
  const ledger = createCallLedger(services.store.calls, payer, services.newId);
  const bounds = { retries: RETRIES, random: { key: job.id, label: `retry:${job.attempts}` } };
  const care = await createModelCallPolicy(payer, ledger, bounds, services);
  return { model: wrapModel(services.models.open(key), care), ledger };
}

/** Services available to a job. */
export type JobTools = Pick<EngineServices, 'store' | 'snapshots' | 'newId' | 'clock' | 'contentPolicy'>;

/** Creates a row for a condensed text that names the scene of its job. */
export function createSummaryRow(
  { job }: Pick<JobContext, 'job'>,
  { newId, clock }: JobTools,
  kind: SummaryKind,
  subjectId: string | null,
  text: string,
  fromSceneIndex: number,
): SummaryRecord {
  return { id: newId(), kind, subjectId, scene: job.scene, fromSceneIndex, text, createdAt: clock() };
}

/** Has the small model write a text from a prompt. What the prompt is filled with is also what the offline storyteller writes from. */
export async function writeText<Id extends StepPromptId>(
  id: Id,
  variables: PromptVariables<Id>,
  { job, model, promptSource, signal }: Pick<JobContext, 'job' | 'model' | 'promptSource' | 'signal'>,
): Promise<string> {
  const prompt = writeFittingPrompt(id, variables, promptSource);
  const input: Json = { ...variables };
  const request = { ...prompt, step: id, input, seed: job.id, signal, restartable: true };
  const { text } = await askForProse(model, request);
  return text;
}

/** Returns the first sentences of a text that have at most `most` words together; of a longer first sentence, its beginning. */
export function truncateWords(text: string, most: number): string {
  const kept: string[] = [];
  let count = 0;
  for (const sentence of text.trim().split(/(?<=[.!?…]["'”’)]?)\s+/u)) {
    const words = sentence.split(/\s+/);
    if (count + words.length > most) return kept.length > 0 ? kept.join(' ') : words.slice(0, most).join(' ');
    count += words.length;
    kept.push(sentence);
  }
  return kept.join(' ');
}
