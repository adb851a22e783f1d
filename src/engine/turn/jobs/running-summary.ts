import { advanceLineage } from '#engine/domain/lineage.ts';
import { MIN_EXCHANGES } from '#engine/prompt/conversation-window.ts';
import type { JobRows } from '#engine/store/jobs.ts';
import type { SummaryRecord } from '#engine/store/summaries.ts';
import { writeEventLine } from '../knowledge/search-signals.ts';
import { readConversation } from '../packet/conversation.ts';
import {
  createSummaryRow,
  type JobContext,
  type JobTools,
  listPartyEvents,
  truncateWords,
  writeText,
} from './job-context.ts';

/** The story so far is written anew whenever so many scenes have been added to it: as many as narrators are sent at least. */
export const SCENES_PER_CONDENSING = MIN_EXCHANGES;

/** It stands in every prompt; a model that was asked for 250 words and wrote far more is cut. */
const MOST_WORDS = 300;
/** Of what the narrators noted line by line, at most so much. */
const MOST_NOTED = 4_000;
/** Of one exchange, at most so much. */
const MOST_NARRATION = 1_200;

/**
 * Condenses what was played up to the job's scene: the story as it was last condensed, with what has come since. Later prompts
 * tell it in place of the exchanges they no longer send.
 */
export async function condenseStory(jobContext: JobContext, tools: JobTools): Promise<JobRows> {
  const { job, lineage, persona, snapshot, recent } = jobContext;
  // A job that was put off may be done after a later one; it still builds only on what came before it.
  const before = await tools.store.summaries.latest(advanceLineage(lineage, job.scene.index - 1), 'running');
  const since = before?.scene.index ?? 0;
  const variables = {
    persona: persona.name,
    summary: before?.text ?? '',
    noted: snapshot.runningSummary.slice(-MOST_NOTED),
    events: listPartyEvents(recent, jobContext)
      .filter(({ scene }) => scene.index > since)
      .map((event) => writeEventLine(event, jobContext))
      .join('\n'),
    exchanges: await playedSince(before, jobContext, tools),
  };
  const text = truncateWords(await writeText('running-summary', variables, jobContext), MOST_WORDS);
  return { summaries: [createSummaryRow(jobContext, tools, 'running', null, text, 1)] };
}

async function playedSince(
  before: SummaryRecord | null,
  { lineage, playbook, snapshot }: JobContext,
  { store }: JobTools,
): Promise<string> {
  const { said, saidScenes } = await readConversation(store, lineage, playbook, snapshot.personas);
  return said.conversation
    .filter((_, at) => (saidScenes[at] ?? 0) > (before?.scene.index ?? 0))
    .map(
      ({ player, narration }) =>
        `${player === '' ? '' : `> ${player}\n`}${narration.slice(0, MOST_NARRATION)}`,
    )
    .join('\n\n');
}
