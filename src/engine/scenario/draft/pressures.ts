import type { Json } from '#engine/kit/canonical-json.ts';
import type { ScenarioParts } from '#engine/llm/scenario-replies.ts';
import type { DraftNames } from './draft-pack.ts';
import { Ids } from './slug.ts';

type Rows = readonly { readonly [key: string]: Json }[];

/** The most an agenda can gain in a day. */
const PACE = 100;

export function threadsOf({ outline }: ScenarioParts, { people }: DraftNames): Rows {
  const ids = threadIds(outline.threads);
  return outline.threads.map(({ title, stakes, about, open }, index) => ({
    id: ids[index] ?? '',
    title,
    stakes,
    related: [outline.location, ...new Set(about.flatMap((name) => people.get(name) ?? []))],
    visibility: open ? 'public' : 'hidden',
  }));
}

export function clocksOf({ outline, clocks: { clocks } }: ScenarioParts): Rows {
  const ids = clockIds(clocks);
  const threads = threadIds(outline.threads);
  return clocks.map(({ name, max, open, thread, steps }, index) => ({
    id: ids[index] ?? '',
    name,
    max,
    visibility: open ? 'public' : 'gm',
    triggers: steps.map(({ at, happens }) => ({
      at,
      description: happens,
      operations: [
        {
          op: 'add_fact',
          subject_id: outline.location,
          predicate: 'has seen this:',
          object: happens,
          visibility: 'public',
        },
        ...(at === max
          ? [failed(threads[outline.threads.findIndex(({ title }) => title === thread)], happens)]
          : []),
      ],
    })),
  }));
}

/** Whoever drives a clock does so a step at a time while world time passes. */
export function agendasOf({ clocks: { clocks } }: ScenarioParts, { people }: DraftNames): Rows {
  const ids = clockIds(clocks);
  return clocks.flatMap(({ name, max, mover, hours }, index) => {
    if (mover === '') return [];
    const whole = Math.min(100, (hours / 24) * PACE);
    const pace = hours <= 24 ? PACE : (PACE * 24) / hours;
    const milestones = Array.from({ length: max }, (_, step) => ({
      at: Math.round((whole * (step + 1) * 100) / max) / 100,
      description: `${name}: step ${step + 1} of ${max}.`,
      operations: [{ op: 'tick_clock', clock_id: ids[index] ?? '', by: 1 }],
    }));
    return [{ character: people.get(mover) ?? '', goal: name, pace_per_day: pace, milestones }];
  });
}

export function deadlinesOf({ outline, clocks: { deadlines } }: ScenarioParts): Rows {
  const ids = new Ids();
  return deadlines.map(({ what, due_in_hours: hours, otherwise }) => ({
    id: ids.idFor(what),
    description: what,
    due_in: `${hours}h`,
    consequences: otherwise,
    operations: [
      {
        op: 'add_fact',
        subject_id: outline.location,
        predicate: 'has seen this:',
        object: otherwise,
        visibility: 'public',
      },
    ],
    visibility: 'public',
  }));
}

function failed(threadId: string | undefined, reason: string): { readonly [key: string]: Json } {
  return { op: 'update_thread', thread_id: threadId ?? '', status: 'failed', reason };
}

function threadIds(threads: ScenarioParts['outline']['threads']): readonly string[] {
  const ids = new Ids();
  return threads.map(({ title }) => ids.idFor(title));
}

function clockIds(clocks: ScenarioParts['clocks']['clocks']): readonly string[] {
  const ids = new Ids();
  return clocks.map(({ name }) => ids.idFor(name));
}
