import { filterKnownEvents } from '#engine/memory/event-knowledge.ts';
import type { JobRows } from '#engine/store/jobs.ts';
import type { HistoryEntry } from '#retrieval/history-entry.ts';
import { eventLine } from '../knowledge/records.ts';
import { condensedRow, type Desk } from './condensed-row.ts';
import type { JobMoment } from './job-moment.ts';
import { eventsOfParty, namesOfParty, threadsOfParty } from './party.ts';
import { eventsOfSitting, playedInSitting } from './sitting-so-far.ts';
import { writeText } from './write-text.ts';

/** What a chapter comes to, for the chapters after it. */
export async function sumUpChapter(moment: JobMoment, desk: Desk): Promise<JobRows> {
  const { snapshot, recent, job } = moment;
  const number = chapterOf(job.payload) ?? snapshot.chapter.number;
  const events = filterKnownEvents(recent, moment).filter(({ chapter }) => chapter === number);
  const variables = {
    chapter: `Chapter ${number}`,
    summary: await runningSummaryBefore(moment, desk),
    events: events.map((event) => eventLine(event, moment)).join('\n'),
  };
  const text = await writeText('chapter-summary', variables, moment);
  return {
    summaries: [condensedRow(moment, desk, 'chapter', String(number), text, events[0]?.scene.index ?? 0)],
  };
}

/** A new chapter begins with an empty page: what was noted of the one that ended stands in the scene before. */
async function runningSummaryBefore(
  { lineage, job, snapshot }: JobMoment,
  { store, snapshots }: Desk,
): Promise<string> {
  const page = { limit: 1, from: 'end', after: null, before: job.scene.index } as const;
  const [scene] = (await store.scenes.along(lineage, page)).items;
  return scene === undefined ? snapshot.runningSummary : (await snapshots.of(scene.id)).runningSummary;
}

/** The record of a sitting, also for the index of what was played. Players read it: nothing undiscovered is in it. */
export async function sumUpSession(moment: JobMoment, desk: Desk): Promise<JobRows> {
  const { fromSceneIndex } = rangeOf(moment);
  const events = await eventsOfSitting(fromSceneIndex, moment, desk);
  const variables = {
    persona: namesOfParty(moment),
    events: events.map((event) => eventLine(event, moment)).join('\n'),
    exchanges: await playedInSitting(fromSceneIndex, moment, desk),
    threads: threadsOfParty(moment)
      .map(({ title, status }) => `${title} (${status})`)
      .join('\n'),
  };
  const text = await writeText('session-summary', variables, moment);
  const row = condensedRow(moment, desk, 'session', null, text, fromSceneIndex);
  const { campaignId, job, playbook, snapshot } = moment;
  const sitting = { id: row.id, campaignId, scene: job.scene, text };
  return {
    summaries: [row],
    history: [historyOfSitting(sitting, playbook.calendar.format(snapshot.time, 'long'))],
  };
}

/** What is told to players who come back: only what their characters know. */
export async function writeRecap(moment: JobMoment, desk: Desk): Promise<JobRows> {
  const { snapshot, recent } = moment;
  const variables = {
    tone: snapshot.calibration.tone,
    persona: namesOfParty(moment),
    summary: snapshot.runningSummary,
    events: eventsOfParty(recent, moment)
      .map((event) => eventLine(event, moment))
      .join('\n'),
    threads: threadsOfParty(moment)
      .filter(({ status }) => status === 'active')
      .map(({ title }) => title)
      .join('\n'),
  };
  const text = await writeText('recap', variables, moment);
  return { summaries: [condensedRow(moment, desk, 'recap', null, text, rangeOf(moment).fromSceneIndex)] };
}

type SummedUp = Pick<HistoryEntry, 'id' | 'campaignId' | 'scene' | 'text'>;

/** The record of a sitting as it is indexed. */
export function historyOfSitting({ id, campaignId, scene, text }: SummedUp, title: string): HistoryEntry {
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

function rangeOf({ job }: JobMoment): { readonly fromSceneIndex: number } {
  const { fromSceneIndex } = Object(job.payload) as { readonly fromSceneIndex?: unknown };
  return { fromSceneIndex: typeof fromSceneIndex === 'number' ? fromSceneIndex : 0 };
}
