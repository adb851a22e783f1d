import { expect, it } from 'vitest';
import { listEventRanges } from '#engine/replay/event-diagnostics.ts';
import { calculateMetrics } from '#engine/replay/metrics.ts';
import { Recording } from '#engine/replay/recording.ts';
import { writeMetricsReport, writeRecordingReport } from '#engine/replay/text-reports.ts';

const AT = '2026-11-16T12:00:00.000Z';

const call = (more: object = {}) => ({
  step: 'narrate',
  purpose: 'ask',
  modelKey: 'offline',
  provider: 'offline/storyteller',
  startedAt: AT,
  firstDeltaMs: 100,
  durationMs: 400,
  end: { type: 'finished', reason: 'finished' },
  usage: null,
  cost: 0.01,
  prompts: [],
  request: { system: [], messages: [], maxTokens: 10, seed: 's' },
  input: null,
  reply: 'x',
  ...more,
});

const lore = (since: number, exchange: number, boundary = 'session-start', pulls: readonly string[] = []) => {
  const pullLog = pulls.map((id) => ({ exchange, type: 'lore', id, tokens: 10 }));
  const kept = { boundary, since, exchange, pullLog };
  return { before: { ...kept, pullLog: [] }, after: kept, isRouted: pulls.length > 0 };
};

const SEARCH = { of: 'lore.search', asked: [], got: { hits: [] } };

const verdict = (check: string, of = 'prose', severity = 'grave') => {
  return { check, severity, excerpt: 'he waves', explanation: `broke ${check}`, of };
};

const committed = (narration: string, actions: readonly object[] = []) => {
  const rows = { memories: [], chronicle: [], rolls: [], relations: [], actions };
  return { type: 'committed', sceneId: 'scene', sceneIndex: 1, narration, rows };
};

const recorded = (turnId: string, sceneIndex: number, more: object): Recording =>
  Recording.parse({
    version: 1,
    turn: { id: turnId, sessionId: 's1', attempt: 1, baseSceneId: 'base', input: { kind: 'story' } },
    session: { id: 's1', campaignId: 'c1', smallModel: 'offline', largeModel: 'offline', sceneIndex },
    outcome: committed('one two three'),
    endedAt: AT,
    steps: [{ name: 'narrate', milliseconds: 500 }],
    prompts: [],
    calls: [call()],
    rolls: [],
    searches: [],
    operations: [],
    sceneLore: null,
    verdicts: [],
    notes: [],
    reads: [],
    cuts: [],
    ...more,
  });

const blocked = { allowed: [], blocked: [{ action: 'fly', reason: 'no wings' }] };

/** Four turns: one asks first and is two attempts; one is repaired; one fails outside and is asked again. */
const RECORDINGS = [
  recorded('a', 0, {
    sceneLore: lore(0, 0),
    reads: [SEARCH],
    notes: [{ step: 'narrate', note: { lore: { sent: 5, told: 2 } } }],
    verdicts: [verdict('agency')],
  }),
  recorded('b', 1, {
    outcome: { type: 'suspended', suspension: { kind: 'clarification', question: 'Which door?', kept: {} } },
    notes: [{ step: 'rule', note: blocked }],
    calls: [call({ step: 'read', firstDeltaMs: null, cost: 'unknown' })],
  }),
  recorded('b', 1, {
    outcome: committed('one two three four five'),
    sceneLore: lore(0, 1),
    reads: [SEARCH],
    notes: [
      { step: 'rule', note: blocked },
      { step: 'record', note: { stances: ['gives_way', 'holds_out', 'holds_out'] } },
    ],
    verdicts: [
      verdict('contradiction'),
      verdict('contradiction', 'repair'),
      verdict('length', 'prose', 'slight'),
    ],
    calls: [call({ firstDeltaMs: 300 }), call({ step: 'check-repair', purpose: 'repair', firstDeltaMs: 5 })],
  }),
  recorded('c', 2, {
    outcome: committed('one'),
    sceneLore: lore(2, 2, 'place-change', ['lore:1', 'lore:2']),
    reads: [SEARCH],
    notes: [{ step: 'narrate', note: { lore: { sent: 3, told: 1 } } }],
    operations: [
      { asker: 'model', proposals: [{ op: 'heal' }], effects: [], rejected: [{ reason: 'dead' }] },
      { asker: 'engine', proposals: [], effects: [], rejected: [{ reason: 'not counted' }] },
    ],
    calls: [
      call({
        firstDeltaMs: null,
        end: { type: 'failed', fault: 'overloaded', status: 529, retryable: true, message: 'm' },
      }),
      call({ firstDeltaMs: 200 }),
    ],
  }),
  recorded('d', 3, { outcome: committed('') }),
];

it.each([
  ['turns', 4],
  ['contradictionRate', 1 / 4],
  ['invalidActionAcceptance', 1 / 2],
  ['clarificationRate', 1 / 4],
  ['length', { min: 1, mean: 3, max: 5 }],
  ['loreRelevanceRate', 3 / 8],
  ['loreCacheHitRate', 1 / 4],
  ['npcAgreementRate', 1 / 3],
  ['checkRepairRate', 1 / 4],
  ['retryRate', 1 / 7],
  ['callsOfUnknownCost', 1],
  ['firstDelta', { min: 100, mean: 175, max: 300 }],
  ['agencyViolations', 1],
] as const)('counts %s as it is defined', (name, value) => {
  expect(calculateMetrics(RECORDINGS)[name]).toEqual(value);
});

it('shares the cost of all calls among the turns', () => {
  expect(calculateMetrics(RECORDINGS).costPerTurn).toBeCloseTo(0.06 / 4);
});

it('has no rate where there was nothing to count', () => {
  const { turns, length, firstDelta, agencyViolations, callsOfUnknownCost, ...rates } = calculateMetrics([]);

  expect({ turns, agencyViolations, callsOfUnknownCost }).toEqual({
    turns: 0,
    agencyViolations: 0,
    callsOfUnknownCost: 0,
  });
  expect([length, firstDelta, ...Object.values(rates)].every((value) => value === null)).toBe(true);
  expect(writeMetricsReport(calculateMetrics([]))).toContain('contradiction rate        -');
});

it('tells each stretch between two boundaries: exchanges, pulls, snapshots, cost and what ended it', () => {
  expect(listEventRanges(RECORDINGS)).toMatchObject([
    {
      beganBy: 'session-start',
      endedBy: 'place-change',
      fromScene: 1,
      toScene: 2,
      exchanges: 2,
      pulls: [],
      snapshots: 2,
    },
    {
      beganBy: 'place-change',
      endedBy: null,
      fromScene: 3,
      toScene: 3,
      exchanges: 1,
      snapshots: 1,
      cost: { usd: 0.02 },
    },
  ]);
  expect(listEventRanges(RECORDINGS)[1]?.pulls).toHaveLength(2);
});

it('writes a turn as a page: its cost, its calls, its refusals, its prose', () => {
  const [first, , , third] = RECORDINGS.map(writeRecordingReport);

  expect(first).toContain('Turn a, attempt 1: committed');
  expect(first).toContain('agency (grave, prose): broke agency');
  expect(third).toContain('narrate (ask) by offline');
  expect(third).toContain('refused to model: {"reason":"dead"}');
  expect(third).toContain('[failed]');
});
