import { assertNever } from '#engine/kit/assert-never.ts';
import { MICROSECONDS_PER_DAY } from '#engine/kit/world-time.ts';
import type { Fate, Happening, MissionOutcome } from './happening.ts';

export type CoreMemoryReason =
  | 'plot'
  | 'mission'
  | 'level_up'
  | 'power'
  | 'death'
  | 'capture'
  | 'allegiance'
  | 'complication'
  | 'time_skip'
  | 'retcon';

/** What must be remembered for ever, or why it need not be. */
export type CoreMemoryVerdict =
  | { readonly log: true; readonly reason: CoreMemoryReason; readonly text: string }
  | { readonly log: false; readonly because: string };

/** From where on a change or a leap in time is more than a detail; a ruleset may say otherwise. */
export type CoreMemoryThresholds = {
  /** A resource must change by this share of what there was or is … */
  readonly resourceShare: number;
  /** … and by this much. */
  readonly resourceAmount: number;
  readonly timeSkipMicroseconds: number;
};

export const DEFAULT_CORE_MEMORY_THRESHOLDS: CoreMemoryThresholds = {
  resourceShare: 0.5,
  resourceAmount: 50,
  timeSkipMicroseconds: MICROSECONDS_PER_DAY,
};

const MOST_CHARACTERS = 400;

/** Decides whether something belongs into the log of core memories, and in which words. */
export function judgeHappening(
  happening: Happening,
  thresholds: CoreMemoryThresholds = DEFAULT_CORE_MEMORY_THRESHOLDS,
): CoreMemoryVerdict {
  switch (happening.kind) {
    case 'plot-event':
      return happening.weight === 'minor' ? pass('a minor event') : log('plot', happening.summary);
    case 'mission-changed':
      return judgeMission(happening.title, happening.status);
    case 'level-gained':
      return log('level_up', `${happening.name} reached level ${happening.level}${listed(happening.gains)}`);
    case 'power-gained':
      return log('power', `${happening.name}: ${happening.summary}`);
    case 'resource-changed':
      return judgeResource(happening, thresholds);
    case 'fate-changed':
      return happening.isKey
        ? judgeFate(happening)
        : pass('the fate of someone who plays no part in the story');
    case 'complication':
      return log('complication', `Unforeseen complication: ${happening.summary}`);
    case 'time-passed':
      return judgeTime(happening, thresholds);
    case 'retcon':
      return log('retcon', `Corrected: ${happening.summary}`);
    case 'thought':
      return pass('nothing happens while someone thinks');
    case 'roll':
      return pass('a roll is kept with its turn');
    case 'scene-detail':
      return pass('a detail of the scene does not last');
    default:
      return assertNever(happening);
  }
}

function judgeMission(title: string, status: MissionOutcome): CoreMemoryVerdict {
  if (status === 'completed') return log('mission', `Mission completed: ${title}`);
  if (status === 'failed') return log('mission', `Mission failed: ${title}`);
  return pass('the mission is still open');
}

const FATES: Readonly<Partial<Record<Fate, readonly [CoreMemoryReason, string]>>> = {
  died: ['death', 'died'],
  captured: ['capture', 'was captured'],
  freed: ['capture', 'was freed'],
  'changed-sides': ['allegiance', 'changed sides'],
};

function judgeFate({ name, fate, detail }: Extract<Happening, { kind: 'fate-changed' }>): CoreMemoryVerdict {
  const found = FATES[fate];
  if (found === undefined) return pass('a state that may soon change back');
  const [reason, words] = found;
  return log(reason, detail === '' ? `${name} ${words}` : `${name} ${words}: ${detail}`);
}

function judgeResource(
  { name, resource, before, after }: Extract<Happening, { kind: 'resource-changed' }>,
  { resourceShare, resourceAmount }: CoreMemoryThresholds,
): CoreMemoryVerdict {
  const change = Math.abs(after - before);
  const most = Math.max(Math.abs(before), Math.abs(after));
  if (change === 0 || change < resourceAmount || change / most < resourceShare)
    return pass('a minor transaction');
  return log('power', `${name}: ${resource} went from ${before} to ${after}`);
}

function judgeTime(
  { microseconds, focus }: Extract<Happening, { kind: 'time-passed' }>,
  { timeSkipMicroseconds }: CoreMemoryThresholds,
): CoreMemoryVerdict {
  if (microseconds < timeSkipMicroseconds) return pass('the ordinary passing of time');
  const passed = `Time skip: ${durationWords(microseconds)} passed`;
  return log('time_skip', focus === '' ? passed : `${passed}, spent on ${focus}`);
}

function durationWords(microseconds: number): string {
  const days = Math.floor(microseconds / MICROSECONDS_PER_DAY);
  const hours = Math.floor((microseconds % MICROSECONDS_PER_DAY) / (MICROSECONDS_PER_DAY / 24));
  const parts = [counted(days, 'day'), counted(hours, 'hour')].filter((part) => part !== '');
  return parts.length === 0 ? 'less than an hour' : parts.join(' and ');
}

function counted(amount: number, unit: string): string {
  return amount === 0 ? '' : `${amount} ${unit}${amount === 1 ? '' : 's'}`;
}

function listed(gains: readonly string[]): string {
  return gains.length === 0 ? '' : `: ${gains.join(', ')}`;
}

function log(reason: CoreMemoryReason, text: string): CoreMemoryVerdict {
  const tidy = text.replace(/\s+/g, ' ').trim();
  if (tidy.length <= MOST_CHARACTERS) return { log: true, reason, text: tidy };
  // A character outside the basic plane is two units long and must not be cut in half.
  const short = tidy.slice(0, MOST_CHARACTERS - 1).replace(/[\uD800-\uDBFF]$/, '');
  return { log: true, reason, text: `${short}…` };
}

function pass(because: string): CoreMemoryVerdict {
  return { log: false, because };
}
