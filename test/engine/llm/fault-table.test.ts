import { afterEach, beforeEach, expect, it } from 'vitest';
import { Budget, BudgetGuard } from '#engine/llm/budget.ts';
import { loadCatalogue, type ModelEntry } from '#engine/llm/catalogue.ts';
import { wrapModel } from '#engine/llm/model-call-policy.ts';
import { openModels } from '#engine/llm/models.ts';
import { PROVIDER_FAULTS } from '#engine/llm/provider.ts';
import type { CallRecord } from '#engine/llm/recording.ts';
import { RetryBudget } from '#engine/llm/retry.ts';
import type { BreakerLimits } from '#engine/llm/wrappers/circuit-breaker.ts';
import { createKeyedRandom } from '#engine/util/keyed-random.ts';
import { Secret } from '#engine/util/secret.ts';
import { API_KEY, aRequest, localEntry } from '../../support/wire/a-request.ts';
import { startAnthropicServer } from '../../support/wire/anthropic-server.ts';
import { type Behaviour, failing } from '../../support/wire/behaviour.ts';
import type { LocalServer } from '../../support/wire/local-server.ts';
import { narrated } from '../../support/wire/narrated.ts';
import { scriptedProvider } from '../../support/wire/scripted-provider.ts';

const PROSE = 'The lamp goes out.';
const PIECES = [PROSE, '\n\n```json\n', '{"summary_update": "Dark."}', '\n```'];
const told: Behaviour = { kind: 'reply', pieces: PIECES };
const only = (text: string): Behaviour => ({ kind: 'reply', pieces: [text] });
const reply = (changes: Partial<Extract<Behaviour, { kind: 'reply' }>>): Behaviour => ({
  kind: 'reply',
  pieces: PIECES,
  ...changes,
});

let server: LocalServer;
let records: CallRecord[];
beforeEach(async () => {
  records = [];
  server = await startAnthropicServer({ behaviour: told });
});
afterEach(() => server.close());

type Circumstances = {
  readonly budget?: number | null;
  readonly entry?: Partial<ModelEntry>;
  readonly breaker?: BreakerLimits;
  readonly signal?: AbortSignal;
  readonly hear?: (prose: string) => void;
};

/** A narration through everything that stands between a turn and a model. */
async function tell(
  behaviours: readonly Behaviour[],
  { budget = null, entry, breaker, signal, hear }: Circumstances = {},
) {
  server.answer(...behaviours);
  const models = openModels({
    catalogue: new Map([
      ...loadCatalogue(),
      ['claude-sonnet', { ...localEntry('claude-sonnet', server.url), ...entry }],
    ]),
    credential: () => new Secret(API_KEY),
    offline: scriptedProvider(),
    clock: () => new Date(),
    inactivity: { firstTokenMs: 1500, betweenTokensMs: 1000, wholeCallMs: 15_000 },
    ...(breaker === undefined ? {} : { breaker }),
  });
  const heard = await narrated(
    wrapModel(models.open('claude-sonnet'), {
      budgetGuard: new BudgetGuard([new Budget('turn', budget)]),
      retries: new RetryBudget(3),
      record: (record) => records.push(record),
      random: createKeyedRandom('key', 'jitter'),
      sleep: async () => {},
      clock: () => new Date(),
    }),
    aRequest(signal === undefined ? {} : { signal }),
    hear,
  );
  const error = heard.error as { name: string; retryable: boolean; message: string } | null;
  return {
    // What a player sees: the whole story, part of one that will be taken back, or nothing but the reason.
    sees:
      heard.end !== null
        ? 'the story'
        : heard.deltas.length > 0
          ? 'a story that is taken back'
          : 'the reason',
    error: error?.name ?? null,
    retryable: error?.retryable ?? null,
    message: error?.message ?? '',
    prose: heard.deltas.join(''),
    recorded: records.map(({ end }) => (end.type === 'failed' ? end.fault : end.type)),
  };
}

const four = (fault: string) => [fault, fault, fault, fault];
const times = (count: number, behaviour: Behaviour): Behaviour[] =>
  Array.from({ length: count }, () => behaviour);

type Row = readonly [string, readonly Behaviour[], string, string | null, boolean | null, readonly string[]];

const TABLE: readonly Row[] = [
  // fault, what the server does, what the player sees, the error, whether the turn can be tried again, what is recorded
  ['one overload', [failing(529)], 'the story', null, null, ['overloaded', 'finished']],
  [
    'one rate limit',
    [failing(429, { 'retry-after': '1' })],
    'the story',
    null,
    null,
    ['rate-limited', 'finished'],
  ],
  ['one dropped connection', [{ kind: 'drop' }], 'the story', null, null, ['connection-lost', 'finished']],
  ['one failure of the server', [failing(500)], 'the story', null, null, ['server-error', 'finished']],
  ['one call that took too long', [failing(408)], 'the story', null, null, ['timeout', 'finished']],
  ['one call at a bad moment', [failing(409)], 'the story', null, null, ['conflict', 'finished']],
  ['one silent server', [{ kind: 'hang' }], 'the story', null, null, ['stalled', 'finished']],
  [
    'a server that stays silent',
    times(2, { kind: 'hang' }),
    'the reason',
    'ProviderError',
    true,
    ['stalled', 'stalled'],
  ],
  ['an overload that lasts', times(4, failing(529)), 'the reason', 'ProviderError', true, four('overloaded')],
  [
    'a server that fails and fails',
    times(4, failing(500)),
    'the reason',
    'ProviderError',
    true,
    four('server-error'),
  ],
  [
    'a rate limit too long to wait for',
    [failing(429, { 'retry-after': '600' })],
    'the reason',
    'ProviderError',
    true,
    ['rate-limited'],
  ],
  ['a refused key', [failing(401)], 'the reason', 'ProviderError', false, ['unauthorized']],
  [
    'a key that may not be used for this',
    [failing(403)],
    'the reason',
    'ProviderError',
    false,
    ['unauthorized'],
  ],
  ['a malformed request', [failing(400)], 'the reason', 'ProviderError', false, ['bad-request']],
  ['a model nobody knows', [failing(404)], 'the reason', 'ProviderError', false, ['not-found']],
  ['a prompt that is too large', [failing(413)], 'the reason', 'ProviderError', false, ['too-large']],
  [
    'a cut in the middle of the prose',
    [reply({ pieces: ['The lamp ', 'goes out.'], cutAfter: 1 })],
    'a story that is taken back',
    'ProviderError',
    true,
    ['connection-lost'],
  ],
  [
    'a stream that ends politely in the middle of the prose',
    [reply({ pieces: ['The lamp ', 'goes out.'], endAfter: 1 })],
    'a story that is taken back',
    'ProviderError',
    true,
    ['connection-lost'],
  ],
  [
    'something outside the protocol in the middle of the prose',
    [reply({ pieces: ['The lamp ', 'goes out.'], garbageAfter: 1 })],
    'a story that is taken back',
    'ProviderError',
    true,
    ['malformed-reply'],
  ],
  [
    'a stall in the middle of the prose',
    [reply({ pieces: ['The lamp ', 'goes out.'], stallAfter: 1 })],
    'a story that is taken back',
    'ProviderError',
    true,
    ['stalled'],
  ],
  ['a cut after the prose', [reply({ cutAfter: 2 })], 'the story', null, null, ['connection-lost']],
  ['a cut when all was said', [reply({ cutAfter: 4 })], 'the story', null, null, ['connection-lost']],
  ['a stall after the prose', [reply({ stallAfter: 2 })], 'the story', null, null, ['stalled']],
  [
    'an overload inside the prose',
    [reply({ pieces: ['The ', 'lamp'], errorAfter: { pieces: 1, type: 'overloaded_error' } })],
    'a story that is taken back',
    'ProviderError',
    true,
    ['overloaded'],
  ],
  [
    'a tail that runs into its limit',
    [reply({ pieces: [PROSE, '\n\n```json\n{"events": ['], stop: 'length' })],
    'the story',
    null,
    null,
    ['finished'],
  ],
  ['a faulty tail', [only(`${PROSE}\n{"events": 3}`)], 'the story', null, null, ['finished']],
  ['prose without a tail', [only(PROSE)], 'the story', null, null, ['finished']],
  [
    'a model that says nothing',
    [only('```json\n{}\n```'), only('```json\n{}\n```')],
    'the reason',
    'InvalidReply',
    true,
    ['finished', 'finished'],
  ],
  [
    'a model that declines',
    [reply({ pieces: [''], stop: 'refused' })],
    'the reason',
    'ModelRefused',
    false,
    ['finished'],
  ],
];

it.each(TABLE)('%s', async (_fault, behaviours, sees, error, retryable, recorded) => {
  const outcome = await tell(behaviours);
  expect(outcome).toMatchObject({ sees, error, retryable, recorded });
  if (sees === 'the story') expect(outcome.prose).toBe(PROSE);
  expect(outcome.message).not.toContain(API_KEY);
});

it('a budget that is used up', async () => {
  const outcome = await tell([], { budget: 0.000_001 });
  expect(outcome).toMatchObject({
    sees: 'the reason',
    error: 'BudgetExceeded',
    retryable: false,
    recorded: ['other'],
  });
  expect(server.calls).toHaveLength(0);
});

it('a budget for a model of which nobody knows the price', async () => {
  const outcome = await tell([], { budget: 1, entry: { prices: 'unknown' } });
  expect(outcome).toMatchObject({
    sees: 'the reason',
    error: 'BudgetUnenforceable',
    retryable: false,
    recorded: ['other'],
  });
  expect(server.calls).toHaveLength(0);
});

it('a player who calls the turn off in the middle of the prose', async () => {
  const leaving = new AbortController();
  const slow = reply({ pieces: ['The lamp ', 'goes out.', ' Dark.'], pieceDelayMs: 200 });
  const hear = () => leaving.abort(new Error('called off'));
  const outcome = await tell([slow], { signal: leaving.signal, hear });
  expect(outcome).toMatchObject({
    sees: 'a story that is taken back',
    message: 'called off',
    recorded: ['aborted'],
  });
});

it('a provider that has been down for a while', async () => {
  const outcome = await tell(times(8, failing(500)), { breaker: { failures: 2, coolDownMs: 60_000 } });
  expect(outcome).toMatchObject({ sees: 'the reason', error: 'ProviderError', retryable: true });
  expect(outcome.recorded.slice(0, 3)).toEqual(['server-error', 'server-error', 'circuit-open']);
  expect(server.calls).toHaveLength(2);
});

it('has a row for every fault there is', () => {
  const seen = new Set([...TABLE.flatMap(([, , , , , recorded]) => recorded), 'circuit-open']);
  expect(PROVIDER_FAULTS.filter((fault) => !seen.has(fault))).toEqual([]);
});
