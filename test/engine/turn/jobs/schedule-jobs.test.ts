import { afterAll, beforeAll, expect, it } from 'vitest';
import type { NewJob } from '#engine/store/jobs.ts';
import { LANTERN_QUAY, openEngine } from '../../../support/engine.ts';
import { promptedNarrator } from '../../../support/prompted-provider.ts';
import { playAtQuay } from '../../../support/quay.ts';
import { sitDownAt } from '../../../support/waiting-table.ts';

const LOGGED = { op: 'log_event', type: 'discovery', summary: 'Something was found.' };
/** Three things are found in one turn, and one in another. */
const provider = promptedNarrator({
  'I search everything.': {
    prose: 'Dust, a key, a letter.',
    outcome: { operations: [LOGGED, LOGGED, LOGGED] },
  },
  'I look under the lamp.': { prose: 'A coin.', outcome: { operations: [LOGGED] } },
});

let engine: Awaited<ReturnType<typeof openEngine>>;
let sessionId: string;
/** The jobs each scene was committed with, and how many events there were then. */
const after: { readonly events: number; readonly jobs: readonly NewJob[] }[] = [];

beforeAll(async () => {
  engine = await openEngine({ provider });
  sessionId = await sitDownAt(engine, LANTERN_QUAY);
  const { commit } = engine.store.endings;
  const jobs: NewJob[] = [];
  Object.assign(engine.store.endings, {
    commit: (...given: Parameters<typeof commit>) => {
      jobs.splice(0, jobs.length, ...given[1].jobs);
      return commit(...given);
    },
  });
  for (let turn = 0; turn < 12; turn += 1) {
    const words = turn % 2 === 0 ? 'I search everything.' : 'I look under the lamp.';
    const { sceneId } = await playAtQuay(engine, sessionId, `turn ${turn}`, words);
    const { counters } = await engine.snapshots.of(sceneId ?? '');
    after.push({ events: counters.events, jobs: [...jobs] });
  }
}, 60_000);
afterAll(() => engine.close());

const kinds = (kind: string) => after.map(({ jobs }) => jobs.filter((job) => job.kind === kind).length);

it('has the profile written anew whenever eight more events have happened, however many a turn brings', () => {
  const eights = after.map(({ events }) => Math.floor(events / 8));
  const due = eights.map((count, at) => (count > (eights[at - 1] ?? 0) ? 1 : 0));
  expect(after.at(-1)?.events).toBeGreaterThan(20);
  expect(due.filter((isDue) => isDue === 1).length).toBeGreaterThan(1);
  expect(kinds('profile')).toEqual(due);
});

it('has the story condensed every eight scenes', () => {
  // The first of these turns makes scene 2.
  expect(
    kinds('running')
      .map((count, at) => (count === 1 ? at + 2 : null))
      .filter(Number),
  ).toEqual([8]);
});

it('gives every job a name of its own', () => {
  const keys = after.flatMap(({ jobs }) => jobs.map(({ key }) => key));
  expect(new Set(keys).size).toBe(keys.length);
});
