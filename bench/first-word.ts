import { performance } from 'node:perf_hooks';
import { createOfflineProvider } from '#engine/offline/storyteller.ts';
import type { Provider, ReplyPart } from '#engine/llm/provider.ts';
import { LANTERN_QUAY, openEngine } from '../test/support/engine.ts';
import { watchBySse, watchByWebSocket } from '../test/support/graphql-clients.ts';
import { takeTurn } from '../test/support/play.ts';

const TURNS = 40;
const FIRST_TOKEN_MILLISECONDS = 200;
const WORDS = 60;

type Stamps = { asked: number; spoke: number; ended: number };

/**
 * What the engine adds to a model: the time from a provider's first token to a client's first delta, and the
 * time of a turn outside the model, both as ratios to the bare provider's stream in the same run.
 */
export async function run(): Promise<void> {
  const stamps: Stamps[] = [];
  const provider = timed(stamps);
  const bare = median(await Promise.all(Array.from({ length: 5 }, () => bareStream(provider))));
  stamps.length = 0;

  const engine = await openEngine({ provider });
  const started = await engine.campaigns.start({ entryPointId: LANTERN_QUAY, name: null });
  if ('rejected' in started) throw new Error(started.reason);
  await engine.turns.finished(started.openingTurn.id);
  const sessionId = Buffer.from(`Session:${started.sessionId}`).toString('base64');

  const report: string[] = [];
  for (const [name, watch] of [
    ['server-sent events', watchBySse],
    ['WebSocket', watchByWebSocket],
  ] as const) {
    const live = watch(engine.url, sessionId);
    await live.until(({ __typename }) => __typename === 'TurnCommitted');
    const firstWords: number[] = [];
    const engineTimes: number[] = [];
    for (let turn = 0; turn < TURNS; turn += 1) {
      const seen = live.events.length;
      const begun = performance.now();
      const heard = live
        .until((event) => event.__typename === 'NarrationDelta' && live.events.indexOf(event) >= seen)
        .then(() => performance.now());
      const taken = await takeTurn(engine.url, sessionId, { text: `I wait, and count to ${turn}.` });
      // A turn that fails tells nothing: waiting for its first word would never end.
      if (taken.turn?.status !== 'COMMITTED') throw new Error(`a turn failed: ${JSON.stringify(taken)}`);
      const done = performance.now();
      const stamp = stamps.at(-1);
      if (stamp === undefined) throw new Error('the provider was not asked');
      firstWords.push((await heard) - stamp.spoke);
      engineTimes.push(done - begun - (stamp.ended - stamp.asked));
    }
    live.stop();
    const first = median(firstWords);
    const own = median(engineTimes);
    report.push(
      `${name.padEnd(20)} first token to first delta ${ms(first)} (${ratio(first + FIRST_TOKEN_MILLISECONDS, FIRST_TOKEN_MILLISECONDS)} of a ${FIRST_TOKEN_MILLISECONDS} ms first token)`,
      `${''.padEnd(20)} engine time per turn       ${ms(own)} (${ratio(own + bare, bare)} of the bare stream's ${ms(bare)})`,
    );
  }
  await engine.close();
  process.stdout.write(`${TURNS} turns over each transport, medians\n${report.join('\n')}\n`);
}

const offline = createOfflineProvider({ wordsPerSecond: 0 });

/** A narrator that speaks after a fixed time and at a fixed pace, and notes when it did. Other steps are answered offline. */
function timed(stamps: Stamps[]): Provider {
  return {
    id: 'bench/timed',
    async *stream(request): AsyncGenerator<ReplyPart> {
      if (request.step !== 'narrate') {
        yield* offline.stream(request);
        return;
      }
      const stamp = { asked: performance.now(), spoke: 0, ended: 0 };
      await pause(FIRST_TOKEN_MILLISECONDS);
      for (let word = 0; word < WORDS; word += 1) {
        if (word === 0) {
          stamp.spoke = performance.now();
          stamps.push(stamp);
        }
        request.signal.throwIfAborted();
        yield { type: 'text-delta', text: 'and on it goes ' };
        await pause(2);
      }
      yield { type: 'text-delta', text: '\n\n```json\n{"choices":[]}\n```' };
      stamp.ended = performance.now();
      const usage = { inputTokens: 0, outputTokens: 0, cacheWriteTokens: 0, cacheReadTokens: 0 };
      yield { type: 'reply-end', reason: 'finished', usage };
    },
  };
}

async function bareStream(provider: Provider): Promise<number> {
  const begun = performance.now();
  const request = { step: 'narrate', system: [], messages: [], input: null, seed: '', maxTokens: 100 };
  for await (const _part of provider.stream({ ...request, signal: new AbortController().signal })) {
    // Only the time it takes matters.
  }
  return performance.now() - begun;
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
const ms = (value: number) => `${value.toFixed(1)} ms`;
const ratio = (one: number, other: number) => `${(one / other).toFixed(3)}x`;

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
