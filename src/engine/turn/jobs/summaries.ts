import { ChronicleEntry } from '#engine/memory/chronicle.ts';
import type { JobRows } from '#engine/store/jobs.ts';
import type { HistoryEntry } from '#retrieval/history-entry.ts';
import { applyPolicyOrDrop } from '../content-policy.ts';
import { writeEventLine } from '../knowledge/search-signals.ts';
import {
  createSummaryRow,
  type JobContext,
  type JobTools,
  listPartyEvents,
  listPartyThreads,
  writePartyNames,
  writeText,
} from './job-context.ts';

/** So many scenes of a sitting are read as they were played; what lies before them is read as it was condensed. */
const MOST_SCENES = 30;
const MOST_CONDENSED = 8;
/** More events than a sitting of a whole day brings. */
const MOST_EVENTS = 200;
/** More condensed texts than a sitting of a thousand scenes leaves. */
const MOST_KEPT = 125;

/** Reads the story of a sitting that began with that scene, from its beginning on. */
async function readSessionStory(from: number, jobContext: JobContext, { store }: JobTools): Promise<string> {
  const { scene, lineage } = jobContext;
  const page = { limit: MOST_SCENES, from: 'end', after: from - 1, before: scene.index + 1 } as const;
  const { items } = await store.scenes.along(lineage, page);
  const first = items[0]?.index ?? from;
  const condensed = first > from ? await condensedBefore(first, from, jobContext, store) : [];
  // All players read it: what one persona perceived alone stays out.
  const shared = items.filter(({ audience = null }) => audience === null);
  return [...condensed, ...shared.map(({ narration }) => narration)].join('\n\n');
}

/** Reads the story as condensed during the sitting, up to where the verbatim text begins. */
async function condensedBefore(
  first: number,
  from: number,
  { lineage }: JobContext,
  store: JobTools['store'],
): Promise<readonly string[]> {
  const kept = await store.summaries.last(lineage, 'running', MOST_KEPT);
  const own = kept.filter(({ scene }) => scene.index >= from);
  const reaching = own.findIndex(({ scene }) => scene.index >= first - 1);
  const before = reaching === -1 ? own : own.slice(0, reaching + 1);
  return spread(before, MOST_CONDENSED).map(
    ({ scene, text }) => `[The story up to scene ${scene.index}, condensed] ${text}`,
  );
}

/** Picks at most `most` items across the whole range; always the last. */
function spread<Item>(items: readonly Item[], most: number): readonly Item[] {
  const step = Math.max(1, Math.ceil(items.length / most));
  return items.filter((_, at) => (items.length - 1 - at) % step === 0);
}

/** Reads the events of a sitting that began with that scene in which the personas had a part. */
async function readSessionEvents(
  from: number,
  jobContext: JobContext,
  { store }: JobTools,
): Promise<readonly ChronicleEntry[]> {
  const last = await store.chronicle.last(jobContext.lineage, MOST_EVENTS);
  const events = last.map((entry) => ChronicleEntry.parse(entry));
  return listPartyEvents(events, jobContext).filter(({ scene }) => scene.index >= from);
}

/** Summarises a chapter for the chapters after it. */
export async function summariseChapter(jobContext: JobContext, tools: JobTools): Promise<JobRows> {
  const { snapshot, recent, job } = jobContext;
  const number = chapterOf(job.payload) ?? snapshot.chapter.number;
  const events = listPartyEvents(recent, jobContext).filter(({ chapter }) => chapter === number);
  const variables = {
    chapter: `Chapter ${number}`,
    summary: await runningSummaryBefore(jobContext, tools),
    events: events.map((event) => writeEventLine(event, jobContext)).join('\n'),
  };
  const text = await writeText('chapter-summary', variables, jobContext);
  return {
    summaries: [
      createSummaryRow(jobContext, tools, 'chapter', String(number), text, events[0]?.scene.index ?? 0),
    ],
  };
}

/**
 * Reads the running summary of the chapter that ended from the scene before, because a new chapter begins with an empty one.
 */
async function runningSummaryBefore(
  { lineage, job, snapshot }: JobContext,
  { store, snapshots }: JobTools,
): Promise<string> {
  const page = { limit: 1, from: 'end', after: null, before: job.scene.index } as const;
  const [scene] = (await store.scenes.along(lineage, page)).items;
  return scene === undefined ? snapshot.runningSummary : (await snapshots.of(scene.id)).runningSummary;
}

/** Returns a text for players as the content policy releases it; empty when it refuses. */
async function releaseText(
  text: string,
  { job, signal }: JobContext,
  { contentPolicy }: JobTools,
): Promise<string> {
  const { sessionId } = job.scene;
  return applyPolicyOrDrop(contentPolicy, { kind: 'recap', text, sessionId, turnId: null }, signal);
}

/** Writes the record of a sitting, also for the index of what was played. Players read it: it contains nothing undiscovered. */
export async function summariseSession(jobContext: JobContext, tools: JobTools): Promise<JobRows> {
  const { fromSceneIndex } = rangeOf(jobContext);
  const events = await readSessionEvents(fromSceneIndex, jobContext, tools);
  const variables = {
    persona: writePartyNames(jobContext),
    events: events.map((event) => writeEventLine(event, jobContext)).join('\n'),
    exchanges: await readSessionStory(fromSceneIndex, jobContext, tools),
    threads: listPartyThreads(jobContext)
      .map(({ title, status }) => `${title} (${status})`)
      .join('\n'),
  };
  const text = await releaseText(
    await writeText('session-summary', variables, jobContext),
    jobContext,
    tools,
  );
  if (text === '') return {};
  const row = createSummaryRow(jobContext, tools, 'session', null, text, fromSceneIndex);
  const { campaignId, job, playbook, snapshot } = jobContext;
  const sitting = { id: row.id, campaignId, scene: job.scene, text };
  return {
    summaries: [row],
    history: [toSessionHistory(sitting, playbook.calendar.format(snapshot.time, 'long'), playbook.language)],
  };
}

/** Writes the recap for players who come back: only what their characters know. */
export async function writeRecap(jobContext: JobContext, tools: JobTools): Promise<JobRows> {
  const { snapshot, recent } = jobContext;
  const variables = {
    tone: snapshot.calibration.tone,
    persona: writePartyNames(jobContext),
    summary: snapshot.runningSummary,
    events: listPartyEvents(recent, jobContext)
      .map((event) => writeEventLine(event, jobContext))
      .join('\n'),
    threads: listPartyThreads(jobContext)
      .filter(({ status }) => status === 'active')
      .map(({ title }) => title)
      .join('\n'),
  };
  const text = await releaseText(await writeText('recap', variables, jobContext), jobContext, tools);
  if (text === '') return {};
  return {
    summaries: [createSummaryRow(jobContext, tools, 'recap', null, text, rangeOf(jobContext).fromSceneIndex)],
  };
}

type SummedUp = Pick<HistoryEntry, 'id' | 'campaignId' | 'scene' | 'text'>;

/** Converts the record of a sitting to the entry that is indexed. */
export function toSessionHistory(
  { id, campaignId, scene, text }: SummedUp,
  title: string,
  language: string,
): HistoryEntry {
  return {
    id: `session:${id}`,
    campaignId,
    scene,
    // Behind everything the scene itself left.
    ordinal: 9_000,
    episode: `session:${scene.sessionId}`,
    kind: 'session_summary',
    ownerId: null,
    visibleTo: 'everyone',
    title,
    text,
    tokens: Math.ceil(text.length / 4),
    language,
    entityIds: [],
    locationIds: [],
    factionIds: [],
    threadIds: [],
    tags: [],
  };
}

function chapterOf(payload: unknown): number | null {
  const { chapter } = Object(payload) as { readonly chapter?: unknown };
  return typeof chapter === 'number' ? chapter : null;
}

function rangeOf({ job }: JobContext): { readonly fromSceneIndex: number } {
  const { fromSceneIndex } = Object(job.payload) as { readonly fromSceneIndex?: unknown };
  return { fromSceneIndex: typeof fromSceneIndex === 'number' ? fromSceneIndex : 0 };
}
