import type {
  ScenarioGenerator,
  ScenarioProgress,
  ScenarioRequest,
} from '#engine/scenario/scenario-generator.ts';

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
