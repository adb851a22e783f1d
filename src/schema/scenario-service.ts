import type {
  ScenarioGenerator,
  ScenarioProgress,
  ScenarioRequest,
} from '#engine/scenario/scenario-generator.ts';

/** Where scenarios are ordered and watched while they are made. */
export type ScenarioService = {
  /** `watchedAs` is the viewer's own name for it, under which they may follow it; null when nobody wants to. */
  readonly make: (
    viewerId: string,
    watchedAs: string | null,
    request: ScenarioRequest,
  ) => ReturnType<ScenarioGenerator['make']>;
  /** Every step of what this viewer calls so, from the first on, until it is done. */
  readonly progressOf: (viewerId: string, watchedAs: string) => AsyncIterableIterator<ScenarioProgress>;
};
