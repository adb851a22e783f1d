import { ChronicleEntry } from '#engine/memory/chronicle.ts';
import { filterKnownEvents } from '#engine/memory/event-knowledge.ts';
import {
  collectProfileMaterial,
  findProfileProblems,
  listFamily,
  MAX_PROFILE_WORDS,
  PROFILE_REFRESH_EVENTS,
} from '#engine/memory/profile.ts';
import type { JobRows } from '#engine/store/jobs.ts';
import type { SummaryRecord } from '#engine/store/summaries.ts';
import {
  createSummaryRow,
  type JobContext,
  type JobTools,
  listPersonaEvents,
  truncateWords,
  writeText,
} from './job-context.ts';

/**
 * Rewrites the profile of the player's character. A profile that breaks its rules is written once more, then cut to its
 * bounds.
 */
export async function refreshProfile(jobContext: JobContext, tools: JobTools): Promise<JobRows> {
  const { persona, snapshot, view, playbook, lineage } = jobContext;
  const before = await tools.store.summaries.latest(lineage, 'profile', persona.id);
  const events = await eventsOf(jobContext, tools);
  if (isOfParty(jobContext) && !isDue(events, before)) return {};
  const { calendar } = playbook;
  const material = collectProfileMaterial({
    profile: before?.text ?? persona.description,
    chronicle: filterKnownEvents(events, jobContext).slice(-PROFILE_REFRESH_EVENTS),
    now: snapshot.time,
    calendar,
    family: listFamily(snapshot, view),
  });
  const variables = {
    name: persona.name,
    date: material.date,
    profile: material.profile,
    events: material.events.join('\n'),
    family: material.family.join('\n'),
  };
  const first = await writeText('profile-refresh', variables, jobContext);
  const problems = findProfileProblems(first);
  const text =
    problems.length === 0
      ? first
      : await writeText(
          'profile-refresh',
          { ...variables, profile: `${first}\n\n${problems.map(({ reason }) => reason).join('\n')}` },
          jobContext,
        );
  const kept = truncateWords(text, MAX_PROFILE_WORDS);
  return {
    summaries: [createSummaryRow(jobContext, tools, 'profile', persona.id, kept, before?.scene.index ?? 0)],
  };
}

/**
 * Tells whether the job is for one of several personas. Each is checked whenever eight more events have happened to any of
 * them.
 */
const isOfParty = ({ job }: JobContext) => Object(job.payload).of === 'party';

/**
 * Reads the events that count for the persona. One of several may have had few recently, so the whole chronicle is searched
 * for it.
 */
async function eventsOf(jobContext: JobContext, { store }: JobTools): Promise<readonly ChronicleEntry[]> {
  if (!isOfParty(jobContext)) return jobContext.recent;
  const events = await store.chronicle.along(jobContext.lineage);
  return listPersonaEvents(
    jobContext.persona.id,
    events.map((entry) => ChronicleEntry.parse(entry)),
    jobContext,
  );
}

/** Tells whether the persona's own count has reached the next eight since its profile was written. */
function isDue(events: readonly ChronicleEntry[], before: SummaryRecord | null): boolean {
  const eights = (count: number) => Math.floor(count / PROFILE_REFRESH_EVENTS);
  const then = events.filter(({ scene }) => scene.index <= (before?.scene.index ?? -1)).length;
  return eights(events.length) > eights(then);
}
