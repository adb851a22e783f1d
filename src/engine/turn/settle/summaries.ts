import { knownEvents } from '#engine/memory/known-events.ts';
import { PROFILE_REFRESH_EVENTS, profileMaterial } from '#engine/memory/profile.ts';
import { MOST_PROFILE_WORDS, profileProblems } from '#engine/memory/profile-problems.ts';
import type { JobRows } from '#engine/store/jobs.ts';
import type { HistoryEntry } from '#retrieval/history-entry.ts';
import { eventLine } from '../knowledge/records.ts';
import { condensedRow, type Desk } from './condensed-row.ts';
import type { JobMoment } from './job-moment.ts';
import { withinWords } from './within-words.ts';
import { writeText } from './write-text.ts';

/** Who the player's character has become. A profile that breaks its rules is written once more, then cut to its bounds. */
export async function refreshProfile(moment: JobMoment, desk: Desk): Promise<JobRows> {
  const { persona, snapshot, view, playbook, recent, lineage } = moment;
  const before = await desk.store.summaries.latest(lineage, 'profile', persona.id);
  const { calendar } = playbook;
  const family = view.relationships.flatMap(({ fromId, toId }) => {
    const other = snapshot.entities[fromId === persona.id ? toId : fromId];
    const isKin = fromId === persona.id || toId === persona.id;
    if (!isKin || other?.kind !== 'character') return [];
    const { id, name, title = null, born = null, status } = other;
    return [{ id, name, title, born, status: [status] }];
  });
  const material = profileMaterial({
    profile: before?.text ?? persona.description,
    chronicle: knownEvents(recent, moment).slice(-PROFILE_REFRESH_EVENTS),
    now: snapshot.time,
    calendar,
    family,
  });
  const variables = {
    name: persona.name,
    date: material.date,
    profile: material.profile,
    events: material.events.join('\n'),
    family: material.family.join('\n'),
  };
  const first = await writeText('profile-refresh', variables, moment);
  const problems = profileProblems(first);
  const text =
    problems.length === 0
      ? first
      : await writeText(
          'profile-refresh',
          { ...variables, profile: `${first}\n\n${problems.map(({ reason }) => reason).join('\n')}` },
          moment,
        );
  const kept = withinWords(text, MOST_PROFILE_WORDS);
  return { summaries: [condensedRow(moment, desk, 'profile', persona.id, kept, before?.scene.index ?? 0)] };
}

/** What a chapter comes to, for the chapters after it. */
export async function sumUpChapter(moment: JobMoment, desk: Desk): Promise<JobRows> {
  const { snapshot, recent, job } = moment;
  const number = chapterOf(job.payload) ?? snapshot.chapter.number;
  const events = knownEvents(recent, moment).filter(({ chapter }) => chapter === number);
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
  const { persona, recent, snapshot, view, scene, lineage } = moment;
  const { fromSceneIndex } = rangeOf(moment);
  const page = { limit: 30, from: 'end', after: null, before: scene.index + 1 } as const;
  const { items } = await desk.store.scenes.along(lineage, page);
  const variables = {
    persona: persona.name,
    events: knownEvents(recent, moment)
      .filter((event) => event.scene.index >= fromSceneIndex)
      .map((event) => eventLine(event, moment))
      .join('\n'),
    exchanges: items
      .filter(({ index }) => index >= fromSceneIndex)
      .map(({ narration }) => narration)
      .join('\n\n'),
    threads: view.threads.map(({ title, status }) => `${title} (${status})`).join('\n'),
  };
  const text = await writeText('session-summary', variables, moment);
  const row = condensedRow(moment, desk, 'session', null, text, fromSceneIndex);
  const { campaignId, job, playbook } = moment;
  const sitting = { id: row.id, campaignId, scene: job.scene, text };
  return {
    summaries: [row],
    history: [historyOfSitting(sitting, playbook.calendar.format(snapshot.time, 'long'))],
  };
}

/** What is told to players who come back: only what their character knows. */
export async function writeRecap(moment: JobMoment, desk: Desk): Promise<JobRows> {
  const { persona, snapshot, view, recent } = moment;
  const variables = {
    tone: snapshot.calibration.tone,
    persona: persona.name,
    summary: snapshot.runningSummary,
    events: knownEvents(recent, moment)
      .map((event) => eventLine(event, moment))
      .join('\n'),
    threads: view.threads
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
