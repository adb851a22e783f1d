import type { AuthoringService, SavedVersion } from '#engine/authoring/authoring-service.ts';
import type { PackRepository } from '#engine/authoring/pack-repository.ts';
import type { HomebrewPack } from '#engine/content/homebrew-pack.ts';
import type { Library } from '#engine/content/library.ts';
import { type CampaignWatches, createCampaignWatches } from '#engine/live/campaign-watch.ts';
import type { EventLog } from '#engine/live/event-log.ts';
import type { ModelRegistry } from '#engine/llm/models.ts';
import type { PromptRegistry } from '#engine/prompt/registry.ts';
import type { TurnReplayer } from '#engine/replay/replay-turns.ts';
import type { ScenarioService } from '#engine/scenario/scenario-service.ts';
import type { Store } from '#engine/store/store.ts';
import type { OperationTester, TurnPreviewer } from '#engine/turn/dry-run.ts';
import type { MemoryEditor } from '#engine/turn/edit-memory.ts';
import type { TurnRegenerator } from '#engine/turn/regenerate-turn.ts';
import type { SessionBrancher, SessionLifecycle } from '#engine/turn/session-lifecycle.ts';
import type { SnapshotCache } from '#engine/turn/snapshot-cache.ts';
import type { CampaignStarter } from '#engine/turn/start-campaign.ts';
import type { TurnRunner } from '#engine/turn/turn-runner.ts';
import type { Clock } from '#engine/util/clock.ts';
import { createLazy } from '#engine/util/memoize.ts';
import type { NewId } from '#engine/util/new-id.ts';
import { type Access, createAccess, createAccessRecheck, createPlayerAccess } from './access/access.ts';
import type { Viewer } from './access/viewer.ts';
import { type CampaignUploads, createCampaignUploads } from './input/campaign-uploads.ts';
import type { Limits } from './limits.ts';
import { createLoaders, type Loaders } from './loaders.ts';
import type { LoreService } from './lore-service.ts';
import type { Protection } from './protection.ts';
import { type AllowanceLimits, withTurnAllowance } from './turn-allowance.ts';

/** Reads of authored packs within one operation. */
type AuthoredReads = {
  /** Returns the pack as its author wrote it; null when there is none. */
  readonly source: (packId: string) => Promise<HomebrewPack | null>;
  /** Returns the latest row of everything in a homebrew pack; empty for a pack of a folder. */
  readonly rows: (packId: string) => Promise<readonly SavedVersion[]>;
  readonly segmentsOff: () => Promise<ReadonlySet<string>>;
};

/** Creates the reads of one operation. Each pack is read once. */
function createAuthoredReads({
  packRepository,
  authoring,
}: {
  readonly packRepository: PackRepository;
  readonly authoring: AuthoringService;
}): AuthoredReads {
  const sources = new Map<string, Promise<HomebrewPack | null>>();
  const rows = new Map<string, Promise<readonly SavedVersion[]>>();
  let segmentsOff: Promise<ReadonlySet<string>> | null = null;
  return {
    source: (packId) => readOnce(sources, packId, packRepository.sourceOf),
    rows: (packId) => readOnce(rows, packId, authoring.rowsOf),
    segmentsOff: () => {
      segmentsOff ??= authoring.segmentsOff();
      return segmentsOff;
    },
  };
}

function readOnce<Value>(
  known: Map<string, Promise<Value>>,
  key: string,
  read: (key: string) => Promise<Value>,
): Promise<Value> {
  const value = known.get(key) ?? read(key);
  known.set(key, value);
  return value;
}

/** Model tier and the model that answers for it. */
export type ModelInUse = {
  readonly tier: 'small' | 'large';
  readonly key: string;
  readonly provider: string;
};

/** Server as its clients may know it. */
export type ServerFacts = {
  readonly version: string;
  /** Whether every client has to authenticate. */
  readonly needsSignIn: boolean;
  readonly hasStudio: boolean;
  readonly hasChatEndpoint: boolean;
  readonly takesTrustedDocumentsOnly: boolean;
  /** Days in which a deleted campaign can be restored. */
  readonly campaignGraceDays: number;
  readonly allowance: AllowanceLimits;
};

/** Engine in the form resolvers see. A resolver is one call on it. */
export type Engine = {
  readonly clock: Clock;
  readonly newId: NewId;
  readonly store: Store;
  readonly snapshots: SnapshotCache;
  readonly log: EventLog;
  readonly turns: TurnRunner;
  readonly campaigns: CampaignStarter;
  readonly branches: SessionBrancher;
  readonly sittings: SessionLifecycle;
  readonly memories: MemoryEditor;
  readonly tellings: TurnRegenerator;
  readonly packRepository: PackRepository;
  readonly authoring: AuthoringService;
  readonly scenarios: ScenarioService;
  readonly lore: LoreService;
  readonly previews: TurnPreviewer;
  readonly operations: OperationTester;
  readonly replays: TurnReplayer;
  readonly prompts: PromptRegistry;
  readonly models: ModelRegistry;
  /** Models of each tier in sessions that name no other. */
  readonly modelsInUse: readonly ModelInUse[];
  readonly server: ServerFacts;
};

export type Context = Engine & {
  /** Files uploaded in parts. */
  readonly uploads: CampaignUploads;
  /** Limits of one request and one viewer. */
  readonly limits: Limits;
  /** Events of campaigns beside their turns. */
  readonly watches: CampaignWatches;
  /** Viewer and their membership in campaigns. Rules are applied before a resolver runs; see `access/`. */
  readonly access: Access;
  /** Batched and cached reads. New for each operation and each live event, so no entry is stale. */
  readonly loaders: Loaders;
  /** Clears the cached reads: after a mutation all of them may be different. */
  readonly forget: () => void;
  /** Returns the same context in which the viewer sees everything as a player: of a persona, or of their own. */
  readonly asPlayer: (personaId: string | null) => Context;
  /** Creates an empty context for the same viewer. Each live event is resolved in its own context. */
  readonly renewed: () => Context;
  /** Returns the packs as of the beginning of the operation, so that all its fields see the same ones. */
  readonly library: () => Library;
  /** Returns the reads of authored packs; each pack is read once in an operation. */
  readonly authored: () => AuthoredReads;
  /** Shows the changes of a mutation to the rest of the operation. */
  readonly renewPacks: () => void;
};

type Shared = Engine & Pick<Context, 'uploads' | 'watches' | 'limits'>;

/** Creates contexts for viewers, each within the viewer's allowance. */
export function createContextFactory(
  engine: Engine,
  protection: Pick<Protection, 'limits' | 'allowance'>,
): (viewer: Viewer) => Context {
  const shared = {
    ...engine,
    uploads: createCampaignUploads(engine.clock),
    watches: createCampaignWatches(engine),
    limits: protection.limits,
  };
  return (viewer) => createContext(withTurnAllowance(shared, protection, viewer.id), viewer);
}

export function createContext(engine: Shared, viewer: Viewer): Context {
  let library = engine.packRepository.library();
  let authored = createAuthoredReads(engine);
  // Most live events read nothing and need no loader.
  const loaders = createLazy(() => createLoaders(engine));
  const reads = {
    members: (campaignId: string) => loaders().members.load(campaignId),
    campaignOfSession: async (id: string) => (await loaders().session.load(id))?.campaignId ?? null,
    personas: async (campaignId: string) => {
      const sessions = await loaders().sessionsOfCampaign.load(campaignId);
      const current = sessions.findLast(({ status }) => status === 'active') ?? sessions.at(-1);
      return current === undefined ? [] : (await loaders().snapshot.load(current.currentSceneId)).personas;
    },
    recheck: createAccessRecheck(engine.store, engine.clock),
  };
  const access = createAccess(viewer, reads);
  // Inherits everything else, so that both share the cached reads.
  const playerViews = new Map<string | null, Context>();
  const asPlayer = (personaId: string | null): Context => {
    const known = playerViews.get(personaId);
    if (known !== undefined) return known;
    const access = { value: createPlayerAccess(viewer, reads, personaId) };
    const view: Context = Object.create(context, { access });
    playerViews.set(personaId, view);
    return view;
  };
  const context: Context = {
    ...engine,
    access,
    get loaders() {
      return loaders();
    },
    forget: () => {
      for (const loader of Object.values(loaders())) loader.clearAll();
    },
    renewed: () => createContext(engine, viewer),
    library: () => library,
    authored: () => authored,
    renewPacks: () => {
      library = engine.packRepository.library();
      authored = createAuthoredReads(engine);
    },
    asPlayer,
  };
  return context;
}
