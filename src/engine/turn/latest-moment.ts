import { addMicroseconds, type WorldTime } from '#engine/kit/world-time.ts';
import type { NarrateOutcome } from '#engine/llm/narrate-outcome.ts';
import { longestCost } from '#engine/rules/time-costs.ts';
import { directedBy } from './directed.ts';
import type { Interpreted, Moment, Resolved } from './draft.ts';
import { timeAskedFor } from './time-asked-for.ts';

const MICROSECONDS_PER_MINUTE = 60_000_000;
/** A chapter may begin long after the one before it ended, and an interpreter may read as much into words. */
const LONGEST_LEAP = 400 * 24 * 60;

type Turn = Moment & Partial<Interpreted> & Partial<Pick<Resolved, 'rolled'>>;

/**
 * The latest moment a model may let this turn end at: as long as the longest activity of the ruleset takes, and longer where the
 * player asked for time to pass or a chapter begins. What is reckoned by rules, a way or a rest, takes what it takes.
 */
export function latestMoment(turn: Turn, outcome: Pick<NarrateOutcome, 'operations'> | null): WorldTime {
  const { snapshot, playbook, interpretation = null } = turn;
  const read = (interpretation?.proposed_actions ?? []).map(({ estimated_minutes }) => estimated_minutes);
  const minutes = Math.max(
    timeAskedFor(wordsBehind(turn)),
    Math.min(
      LONGEST_LEAP,
      read.reduce((sum, each) => sum + each, 0),
    ),
    isChapterStart(turn) || startsChapter(outcome) || leapsByDirection(turn) ? LONGEST_LEAP : 0,
  );
  const most = Math.max(longestCost(playbook.rules.timeCosts), minutes * MICROSECONDS_PER_MINUTE);
  return addMicroseconds(snapshot.time, Math.round(most));
}

/** Whether the telling begins a chapter. A thought or a change by hand in between does not put it off for good. */
export function isChapterStart({ snapshot: { chapter }, lastTold }: Moment): boolean {
  return chapter.number > 1 && chapter.startedInScene >= lastTold;
}

function startsChapter(outcome: Pick<NarrateOutcome, 'operations'> | null): boolean {
  return outcome?.operations.some(({ op }) => op === 'start_chapter') === true;
}

/** The game master lets the story go on later: as much later as they say, and wherever they say nothing that can be counted. */
function leapsByDirection(turn: Turn): boolean {
  const { direction } = directedBy(turn);
  if (direction === undefined || direction.type === 'scene_direction') return false;
  return direction.type === 'chapter_start' || timeAskedFor(direction.text) === 0;
}

/** What the turn answers: a roll is thrown for what was said before it. */
function wordsBehind({ words, lease, said, rolled = null }: Turn): string {
  const { input } = lease.turn;
  if (input.kind === 'instruction') return input.text;
  if (rolled === null) return words;
  return [said.conversation.at(-1)?.player ?? '', rolled.purpose, rolled.outcome, words].join('\n');
}
