import type { Library } from '#engine/content/library.ts';
import type { EventLog } from '#engine/live/event-log.ts';
import type { Models } from '#engine/llm/models.ts';
import type { PromptRegistry } from '#engine/prompt/registry.ts';
import type { Store } from '#engine/store/store.ts';
import type { TurnPreviewer } from '#engine/turn/preview-turn.ts';
import type { CampaignStarter } from '#engine/turn/start-campaign.ts';
import type { OperationTester } from '#engine/turn/try-operations.ts';
import type { TurnRunner } from '#engine/turn/turn-runner.ts';
import { type AuthoredReads, authoredReads } from './authored-reads.ts';
import type { Authoring } from './authoring.ts';
import { type Loaders, loadersFor } from './loaders.ts';
import type { ModelInUse } from './model-in-use.ts';
import type { Shelf } from './shelf.ts';

/** The engine as resolvers see it. A resolver is one call on this. */
export type Engine = {
  readonly store: Store;
  readonly log: EventLog;
  readonly turns: TurnRunner;
  readonly campaigns: CampaignStarter;
  readonly shelf: Shelf;
  readonly authoring: Authoring;
  readonly previews: TurnPreviewer;
  readonly operations: OperationTester;
  readonly prompts: PromptRegistry;
  readonly models: Models;
  /** What answers for each tier in sessions that name nothing else. */
  readonly modelsInUse: readonly ModelInUse[];
};

export type Context = Engine & {
  /** Batches and remembers reads. Fresh for each operation and each live event, so nothing in it is stale. */
  readonly loaders: Loaders;
  /** Forgets what was read: a subscription keeps one context for all its events. */
  readonly renewLoaders: () => void;
  /** The packs as they were when the operation began, so that all its fields speak of the same ones. */
  readonly library: () => Library;
  /** What authors wrote, each pack read once for an operation. */
  readonly authored: () => AuthoredReads;
  /** Lets the rest of the operation see what a mutation has just changed. */
  readonly renewPacks: () => void;
};

export function contextFor(engine: Engine): Context {
  let library = engine.shelf.library();
  let authored = authoredReads(engine);
  let loaders = loadersFor(engine.store, engine.shelf);
  return {
    ...engine,
    get loaders() {
      return loaders;
    },
    renewLoaders: () => {
      loaders = loadersFor(engine.store, engine.shelf);
    },
    library: () => library,
    authored: () => authored,
    renewPacks: () => {
      library = engine.shelf.library();
      authored = authoredReads(engine);
    },
  };
}
