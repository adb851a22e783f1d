import {
  beginCampaign,
  type CampaignOptions,
  type CampaignStart,
  type PinnedPack,
} from '#engine/content/begin-campaign.ts';
import type { Library } from '#engine/content/library.ts';
import { type ChronicleEntry, toEventId } from '#engine/memory/chronicle.ts';
import type { MemoryPolicy } from '#engine/memory/memories.ts';
import type { MemoryRow } from '#engine/memory/observation.ts';
import { rememberObservations } from '#engine/memory/remember.ts';
import { commitToSeed } from '#engine/rules/verifiable-rolls.ts';
import type { Snapshot } from '#engine/state/snapshot.ts';
import type { CampaignRecord } from '#engine/store/campaigns.ts';
import type { Store } from '#engine/store/store.ts';
import type { TurnRecord } from '#engine/store/turns.ts';
import type { NewId } from '#engine/util/new-id.ts';
import { isRejection, type Rejection, reject } from '#engine/util/rejection.ts';
import type { EngineServices } from './engine-services.ts';
import type { TurnRequest, TurnRunner } from './turn-runner.ts';

type FirstRows = {
  readonly memories: readonly MemoryRow[];
  readonly chronicle: readonly ChronicleEntry[];
};

/** Builds the memories and past events that exist when play begins, as rows of scene 0. */
function buildFirstRows(
  { observations, events, snapshot }: Pick<CampaignStart, 'observations' | 'events' | 'snapshot'>,
  sessionId: string,
  policy: MemoryPolicy,
  newId: NewId,
): FirstRows {
  const scene = { sessionId, index: 0 };
  return {
    memories: rememberObservations([], observations, {
      scene,
      now: snapshot.time,
      policy,
      newId,
      firstOrdinal: 0,
    }),
    chronicle: events.map((event, position) => ({
      ...event,
      id: toEventId(position + 1),
      scene,
      chapter: snapshot.chapter.number,
      scope: 'campaign',
      visibility: 'public',
      knownTo: [],
    })),
  };
}

export type CampaignStartRequest = CampaignOptions & {
  readonly entryPointId: string;
  readonly name: string | null;
  /** Game master of the campaign from the start. */
  readonly owner?: { readonly viewerId: string; readonly name: string };
};

type StartedCampaign = {
  readonly campaign: CampaignRecord;
  readonly sessionId: string;
  readonly openingTurn: TurnRecord;
  /** Agreements of session zero, with the starting values of the entry point. */
  readonly calibration: Snapshot['calibration'];
};

export type CampaignStarter = {
  /** Saves a campaign with scene 0, which needs no model, and sets its opening going. */
  readonly start: (start: CampaignStartRequest) => Promise<StartedCampaign | Rejection>;
};

/** Source of the packs of new campaigns. */
export type CampaignPacks = {
  /** Returns everything that can be played just now. */
  readonly library: () => Library;
  /** Keeps these packs for ever, so that the campaign goes on with them even when their folders change or go. */
  readonly keep: (packs: readonly PinnedPack[]) => Promise<Rejection | null>;
};

type Tools = Pick<EngineServices, 'clock' | 'newId'> & {
  readonly store: Store;
  readonly packs: CampaignPacks;
  readonly turns: TurnRunner;
  /** Creates an unguessable dice seed. */
  readonly newSeed: () => string;
  readonly models: { readonly small: string; readonly large: string };
};

export function createCampaignStarter(tools: Tools): CampaignStarter {
  const { packs, turns } = tools;
  return {
    async start({ entryPointId, name, owner, ...options }) {
      if (turns.isStopping()) return STOPPING;
      const library = packs.library();
      const beginning = beginCampaign(library, entryPointId, options);
      if (isRejection(beginning)) return beginning;
      const refused = await packs.keep(beginning.packs);
      if (refused !== null) return refused;

      const given = { name, ...(owner === undefined ? {} : { owner }) };
      const { campaign, sessionId } = await saved(beginning, given, policyOf(beginning, library), tools);
      const opening = await turns.submit(createOpeningRequest(sessionId));
      if (!('submission' in opening)) return STOPPING;
      const { calibration } = beginning.snapshot;
      return { campaign, sessionId, openingTurn: opening.turn, calibration };
    },
  };
}

/** Returns the action that tells a session's opening. It has the same id each time, so that no opening is told twice. */
export function createOpeningRequest(sessionId: string): TurnRequest {
  return { sessionId, actionId: 'opening', input: { kind: 'opening' } };
}

const STOPPING = reject('server-stopping', 'The server is stopping.');

async function saved(
  beginning: CampaignStart,
  { name, ...owned }: Pick<CampaignStartRequest, 'name' | 'owner'>,
  policy: MemoryPolicy,
  { store, clock, newId, newSeed, models }: Tools,
): Promise<{ readonly campaign: CampaignRecord; readonly sessionId: string }> {
  const seed = newSeed();
  const campaign = {
    id: newId(),
    name: name ?? beginning.playerTexts.title,
    entryPointId: beginning.entryPointId,
    packs: beginning.packs,
    promptPins: {},
    createdAt: clock(),
  };
  const sessionId = newId();
  await store.campaigns.start({
    campaign,
    session: {
      id: sessionId,
      smallModel: models.small,
      largeModel: models.large,
      seed,
      seedCommitment: commitToSeed(seed),
    },
    scene: { id: newId(), snapshot: beginning.snapshot, narration: '' },
    ...buildFirstRows(beginning, sessionId, policy, newId),
    ...owned,
  });
  return { campaign, sessionId };
}

/** Returns the memory policy of the ruleset that owns the dice. */
function policyOf({ rulesetIds, packs }: CampaignStart, whole: Library): MemoryPolicy {
  const library = whole.narrowedTo(packs.map(({ id }) => id));
  const [first] = rulesetIds.flatMap((id) => library.find('ruleset', id) ?? []);
  if (first === undefined) throw new Error('a campaign began without a ruleset');
  return first.data.mechanics.memory;
}
