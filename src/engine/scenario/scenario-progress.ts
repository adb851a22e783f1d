import type { ScenarioProgress } from './scenario-generator.ts';

type Channel = {
  readonly told: ScenarioProgress[];
  readonly wakes: Set<() => void>;
  isOver: boolean;
};

const MOST_CHANNELS = 500;

/**
 * Publishes the progress of scenarios to the clients that wait for them. Keeps the last few hundred, so that a late
 * client gets every step. With several servers, only the server that makes a scenario publishes its progress.
 */
export class ScenarioProgressFeed {
  readonly #channels = new Map<string, Channel>();

  /** Tells of a making under a name: `tell` each step, and `end` when there will be no more. */
  begin(key: string): { readonly tell: (progress: ScenarioProgress) => void; readonly end: () => void } {
    const channel = this.#channelFor(key, true);
    const wakeAll = () => {
      for (const wake of channel.wakes) wake();
    };
    return {
      tell: (progress) => {
        channel.told.push(progress);
        wakeAll();
      },
      end: () => {
        channel.isOver = true;
        wakeAll();
      },
    };
  }

  /** Every step from the first on, until it is over. May be called before it begins; `return` ends it at once. */
  follow(key: string): AsyncIterableIterator<ScenarioProgress> {
    const channel = this.#channelFor(key, false);
    let wake = (): void => {};
    let isLeft = false;
    const woken = () => wake();
    channel.wakes.add(woken);
    const leave = () => {
      isLeft = true;
      channel.wakes.delete(woken);
      if (channel.wakes.size === 0 && channel.told.length === 0) this.#channels.delete(key);
      wake();
    };
    const steps = (async function* () {
      for (let next = 0; !isLeft; ) {
        const progress = channel.told[next];
        if (progress !== undefined) {
          next += 1;
          yield progress;
        } else if (channel.isOver) return;
        else await new Promise<void>((resolve) => (wake = resolve));
      }
    })();
    return {
      next: () => steps.next(),
      return: async () => {
        leave();
        return steps.return(undefined);
      },
      throw: async (error) => {
        leave();
        return steps.throw(error);
      },
      [Symbol.asyncIterator]() {
        return this;
      },
    };
  }

  /** A name that is used again begins anew. */
  #channelFor(key: string, isNew: boolean): Channel {
    const known = this.#channels.get(key);
    if (known !== undefined && !(isNew && known.isOver)) return known;
    // Evicts the oldest channel; clients that watch it keep their reference.
    const [oldest] = this.#channels.keys();
    if (this.#channels.size >= MOST_CHANNELS && oldest !== undefined) this.#channels.delete(oldest);
    const channel: Channel = { told: [], wakes: new Set(), isOver: false };
    this.#channels.set(key, channel);
    return channel;
  }
}
