import { setTimeout as wait } from 'node:timers/promises';
import type { Provider, ReplyPart } from '#engine/llm/provider.ts';

/** How fast a model answers: far faster than any there is, so that nothing hides behind it for long. */
const FIRST_PART_AFTER = 20;
const PARTS_PER_MILLISECOND = 0.5;

export type ModelTime = {
  /** Whether the model takes its time from now on; at first it answers at once. */
  pace: (isPaced: boolean) => void;
  /** Milliseconds in which at least one model had not finished its answer. */
  readonly spent: () => number;
  /** Milliseconds this thread computed the answers themselves. */
  readonly computed: () => number;
  /** Milliseconds this thread computed while at least one model had not finished its answer. */
  readonly computedMeanwhile: () => number;
};

/** Milliseconds this thread has computed: what is left when other programs take their share of the machine. */
export function computedHere(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/**
 * A model with a stopwatch on it. It works out its answer when it is asked and delivers it at its own pace, whether or not anybody
 * takes it: what the engine does meanwhile costs nobody any time, and what it does once the answer is complete does.
 */
export function withModelTime(provider: Provider): { readonly provider: Provider; readonly time: ModelTime } {
  let isPaced = false;
  let answering = 0;
  let since = 0;
  let spent = 0;
  let computed = 0;
  let computedSince = 0;
  let computedMeanwhile = 0;
  const begin = (): void => {
    if (answering === 0) {
      since = performance.now();
      computedSince = computedHere();
    }
    answering += 1;
  };
  const end = (at: number): void => {
    answering -= 1;
    if (answering > 0) return;
    spent += Math.max(0, at - since);
    computedMeanwhile += computedHere() - computedSince;
  };

  async function* delivered(request: Parameters<Provider['stream']>[0]): AsyncGenerator<ReplyPart> {
    begin();
    const asked = performance.now();
    const before = computedHere();
    const parts = await Array.fromAsync(provider.stream(request));
    computed += computedHere() - before;
    const due = (part: number) => asked + (isPaced ? FIRST_PART_AFTER + part / PARTS_PER_MILLISECOND : 0);
    const complete = Math.max(due(parts.length - 1), performance.now());
    // Complete at its time, however late it is taken.
    const over = complete <= performance.now() ? Promise.resolve() : wait(complete - performance.now());
    const ended = over.then(() => end(complete));
    for (const [index, part] of parts.entries()) {
      const early = due(index) - performance.now();
      if (early > 0) await wait(early);
      yield part;
    }
    await ended;
  }

  return {
    provider: { ...provider, stream: delivered },
    time: {
      pace: (paced) => {
        isPaced = paced;
      },
      spent: () => spent,
      computed: () => computed,
      computedMeanwhile: () => computedMeanwhile,
    },
  };
}
