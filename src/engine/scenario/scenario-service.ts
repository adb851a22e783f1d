import type { AuthoringService } from '#engine/authoring/authoring-service.ts';
import { readDependencyFiles } from '#engine/authoring/pack-dependencies.ts';
import type { PackRepository } from '#engine/authoring/pack-repository.ts';
import { createLruCache } from '#engine/util/lru-cache.ts';
import {
  createScenarioGenerator,
  type ScenarioDependencies,
  type ScenarioGenerator,
  type ScenarioProgress,
  type ScenarioRequest,
} from './scenario-generator.ts';

type Channel = {
  readonly told: ScenarioProgress[];
  readonly wakes: Set<() => void>;
  isOver: boolean;
};

const MAX_CHANNELS = 500;

/**
 * Publishes the progress of scenarios to the clients that wait for them. Keeps the last few hundred, so that a late
 * client gets every step. With several servers, only the server that makes a scenario publishes its progress.
 */
class ScenarioProgressFeed {
  readonly #channels = createLruCache<string, Channel>(MAX_CHANNELS);

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
    // Clients that watch an evicted channel keep their reference.
    const channel: Channel = { told: [], wakes: new Set(), isOver: false };
    this.#channels.set(key, channel);
    return channel;
  }
}

/** Orders scenarios and reports progress while they are made. */
export type ScenarioService = {
  /** Makes a scenario. `watchedAs` is the viewer's own name for following it; null when the viewer does not follow it. */
  readonly make: (
    viewerId: string,
    watchedAs: string | null,
    request: ScenarioRequest,
  ) => ReturnType<ScenarioGenerator['make']>;
  /** Yields every step of the scenario this viewer named so, from the first on, until it is done. */
  readonly progressOf: (viewerId: string, watchedAs: string) => AsyncIterableIterator<ScenarioProgress>;
};

type Tools = Omit<ScenarioDependencies, 'library' | 'filesOf' | 'save'> & {
  readonly packRepository: PackRepository;
  readonly authoring: Pick<AuthoringService, 'createPackWithContents'>;
};

/** Generates scenarios for the installed packs and saves them. */
export function createScenarioService({ packRepository, authoring, ...tools }: Tools): ScenarioService {
  const feed = new ScenarioProgressFeed();
  const generator = createScenarioGenerator({
    ...tools,
    library: packRepository.library,
    filesOf: (packIds) => readDependencyFiles(packIds, packRepository),
    save: authoring.createPackWithContents,
  });
  const nameOf = (viewerId: string, watchedAs: string) => JSON.stringify([viewerId, watchedAs]);
  return {
    async make(viewerId, watchedAs, request) {
      if (watchedAs === null) return generator.make(request, () => {});
      const { tell, end } = feed.begin(nameOf(viewerId, watchedAs));
      try {
        return await generator.make(request, tell);
      } finally {
        end();
      }
    },
    progressOf: (viewerId, watchedAs) => feed.follow(nameOf(viewerId, watchedAs)),
  };
}
