import { createHash } from 'node:crypto';
import {
  beginCampaign,
  type CampaignOptions,
  type CampaignStart,
  type ContentDifference,
  listContentChanges,
} from '#engine/content/begin-campaign.ts';
import type { Library } from '#engine/content/library.ts';
import { compileRules } from '#engine/content/ruleset-rules.ts';
import { getCalendar } from '#engine/content/world-calendar.ts';
import type { PinnedPack } from '#engine/domain/pinned-pack.ts';
import type { TurnRecord } from '#engine/domain/turn.ts';
import { type ChronicleEntry, toEventId } from '#engine/memory/chronicle.ts';
import type { MemoryPolicy } from '#engine/memory/memories.ts';
import type { MemoryRow } from '#engine/memory/observation.ts';
import { writeFirstProfile } from '#engine/memory/profile.ts';
import { rememberObservations } from '#engine/memory/remember.ts';
import type { Calendar } from '#engine/rules/calendar.ts';
import { commitToSeed } from '#engine/rules/verifiable-rolls.ts';
import { findSnapshotFaults } from '#engine/state/discrepancies.ts';
import { createPlayerView } from '#engine/state/player-view.ts';
import type { Snapshot } from '#engine/state/snapshot.ts';
import { upgradeSnapshot } from '#engine/state/upgrade-snapshot.ts';
import type { CampaignRecord, NewCampaign } from '#engine/store/campaigns.ts';
import type { Store } from '#engine/store/store.ts';
import { isRejection, type Rejection, reject } from '#engine/util/rejection.ts';
import type { EngineServices } from './engine-services.ts';
import type { TurnRequest, TurnRunner } from './turn-runner.ts';

type FirstRows = Required<Pick<NewCampaign, 'summaries'>> & {
  readonly memories: readonly MemoryRow[];
  readonly chronicle: readonly ChronicleEntry[];
};

/** Writes the profile of each persona from its own text, so that the first turns have one. */
function writeFirstProfiles(
  { snapshot, events, observations }: CampaignStart,
  calendar: Calendar,
): readonly { readonly personaId: string; readonly text: string }[] {
  return snapshot.personas.map((personaId) => {
    const view = createPlayerView(snapshot, personaId);
    if (isRejection(view)) throw new Error(view.reason);
    const text = writeFirstProfile({ snapshot, view, calendar, events, memories: observations });
    return { personaId, text };
  });
}

/** Memory policy of the ruleset that owns the dice, and the calendar of the world. */
type StartRules = { readonly policy: MemoryPolicy; readonly calendar: Calendar };

/** Builds the profiles, memories and past events that exist when play begins, as rows of scene 0. */
function buildFirstRows(
  beginning: CampaignStart,
  sessionId: string,
  { policy, calendar }: StartRules,
  { newId, clock }: Pick<Tools, 'newId' | 'clock'>,
): FirstRows {
  const { observations, events, snapshot } = beginning;
  const scene = { sessionId, index: 0 };
  return {
    summaries: writeFirstProfiles(beginning, calendar).map(({ personaId, text }) => ({
      id: newId(),
      kind: 'profile',
      subjectId: personaId,
      scene,
      fromSceneIndex: 0,
      text,
      createdAt: clock(),
    })),
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

export type CampaignStartRequest = Omit<CampaignOptions, 'seed'> & {
  readonly entryPointId: string;
  readonly name: string | null;
  /** Game master of the campaign from the start. */
  readonly owner?: { readonly viewerId: string; readonly name: string };
  /** The client's own name for this start: sent again by the same owner, it gives the same campaign. */
  readonly startId?: string;
  /** Keys of the models that play it. Default: those of the server. */
  readonly models?: { readonly small?: string; readonly large?: string };
};

type StartedCampaign = {
  /** Whether the campaign had been started before, under the same name of the start. */
  readonly isRepeated: boolean;
  readonly campaign: CampaignRecord;
  readonly sessionId: string;
  readonly openingTurn: TurnRecord;
  /** Agreements of session zero, with the starting values of the entry point. */
  readonly calibration: Snapshot['calibration'];
};

/** A pack of a campaign as it is pinned and as it is installed, with the contents that differ. */
export type PackUpdate = {
  readonly pinned: PinnedPack;
  readonly installed: PinnedPack;
  readonly contents: readonly ContentDifference[];
  /** Reason why the campaign cannot go on with the installed version; null when it can. */
  readonly obstacle: string | null;
};

export type CampaignStarter = {
  /** Lists the installed packs that differ from the pinned ones, with what would change. Changes nothing. */
  readonly previewPackUpdates: (campaign: CampaignRecord) => Promise<readonly PackUpdate[] | Rejection>;
  /**
   * Pins a campaign to the installed version of a pack from its next turn on. People, places and things that are in play stay as
   * they are. Refused when the installed version is not the one with this hash, or cannot be played on.
   */
  readonly adoptPackVersion: (
    campaign: CampaignRecord,
    wanted: { readonly packId: string; readonly hash: string },
  ) => Promise<CampaignRecord | Rejection>;
  /** Saves a campaign with scene 0, which needs no model, and sets its opening going. */
  readonly start: (start: CampaignStartRequest) => Promise<StartedCampaign | Rejection>;
};

/** Source of the packs of new campaigns. */
export type CampaignPacks = {
  /** Returns everything that can be played just now. */
  readonly library: () => Library;
  /** Returns exactly the packs a campaign is pinned to. */
  readonly libraryFor: (pins: readonly PinnedPack[]) => Promise<Library | Rejection>;
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
  const { packs, turns, store } = tools;
  const previewPackUpdates = (campaign: CampaignRecord) => previewUpdates(campaign, tools);
  return {
    previewPackUpdates,

    async adoptPackVersion(campaign, { packId, hash }) {
      const updates = await previewPackUpdates(campaign);
      if (isRejection(updates)) return updates;
      const update = updates.find(({ installed }) => installed.id === packId);
      if (update === undefined)
        return reject('no-update', `${packId} has no other version to adopt.`, ['packId']);
      const { installed, obstacle } = update;
      if (installed.hash !== hash) {
        return reject('pack-changed', `${packId} was edited since it was shown. Look at it again.`, ['hash']);
      }
      if (obstacle !== null) return reject('unplayable', obstacle, ['packId']);
      const refused = await packs.keep([installed]);
      if (refused !== null) return refused;
      const adopted = await store.campaigns.pinPack(campaign.id, installed);
      return adopted ?? reject('unknown-campaign', 'There is no such campaign.', ['campaignId']);
    },

    async start(request) {
      if (turns.isStopping()) return STOPPING;
      const { startId, owner } = request;
      const startKey = startId === undefined ? null : hashStart(owner?.viewerId ?? '', startId);
      const findStarted = async () => (startKey === null ? null : store.campaigns.findByStartKey(startKey));
      const known = await findStarted();
      if (known !== null) return repeatStart(known, tools);
      const started = await startNew(request, startKey, tools);
      if (started !== null) return started;
      // The same start, sent at the same time, was faster.
      const first = await findStarted();
      return first === null ? STOPPING : repeatStart(first, tools);
    },
  };
}

/** Starts a campaign. Null when one with the same start key was written meanwhile. */
async function startNew(
  { entryPointId, name, owner, models = {}, startId: _, ...options }: CampaignStartRequest,
  startKey: string | null,
  tools: Tools,
): Promise<StartedCampaign | Rejection | null> {
  const { packs, turns } = tools;
  const library = packs.library();
  const seed = tools.newSeed();
  const beginning = beginCampaign(library, entryPointId, { ...options, seed });
  if (isRejection(beginning)) return beginning;
  const refused = await packs.keep(beginning.packs);
  if (refused !== null) return refused;
  const given = {
    name,
    seed,
    ...(owner === undefined ? {} : { owner }),
    ...(startKey === null ? {} : { startKey }),
  };
  const { campaign, sessionId, isNew } = await saved(beginning, given, findStartRules(beginning, library), {
    ...tools,
    models: { ...tools.models, ...models },
  });
  if (!isNew) return null;
  const opening = await turns.submit(createOpeningRequest(sessionId));
  if (!('submission' in opening)) return STOPPING;
  const { calibration } = beginning.snapshot;
  return { campaign, sessionId, openingTurn: opening.turn, calibration, isRepeated: false };
}

function hashStart(viewerId: string, startId: string): string {
  return createHash('sha256')
    .update(JSON.stringify([viewerId, startId]))
    .digest('hex');
}

/** Returns a campaign that was started before. Has its opening told when it was not, or when telling it failed. */
async function repeatStart(
  campaign: CampaignRecord,
  { store, turns }: Tools,
): Promise<StartedCampaign | Rejection> {
  const [session] = await store.sessions.ofCampaigns([campaign.id]);
  if (session === undefined) throw new Error(`campaign ${campaign.id} has no session`);
  const { actionId, ...request } = createOpeningRequest(session.id);
  const told = await store.turns.findByAction(session.id, actionId);
  const opening =
    told === null || told.status === 'failed' ? await turns.submit({ ...request, actionId }) : { turn: told };
  if (!('turn' in opening)) return STOPPING;
  const page = await store.scenes.ofSession(session.id, {
    limit: 1,
    from: 'start',
    after: null,
    before: null,
  });
  const sceneId = page.items[0]?.id ?? session.currentSceneId;
  const snapshot = upgradeSnapshot((await store.scenes.snapshots([sceneId])).get(sceneId));
  if (isRejection(snapshot)) return snapshot;
  const { calibration } = snapshot;
  return { campaign, sessionId: session.id, openingTurn: opening.turn, calibration, isRepeated: true };
}

async function previewUpdates(
  campaign: CampaignRecord,
  { packs, store }: Pick<Tools, 'packs' | 'store'>,
): Promise<readonly PackUpdate[] | Rejection> {
  const pins = campaign.packs;
  const before = await packs.libraryFor(pins);
  if (isRejection(before)) return before;
  const installed = packs.library();
  const changed = pins.flatMap((pinned) => {
    const pack = installed.findPack(pinned.id);
    return pack === null || pack.hash === pinned.hash ? [] : [{ pinned, pack }];
  });
  if (changed.length === 0) return [];
  const obstacle = await findObstacle(campaign, installed.narrowedTo(pins.map(({ id }) => id)), store);
  return changed.map(({ pinned, pack: { id, version, hash } }) => ({
    pinned,
    installed: { id, version, hash },
    contents: listContentChanges(before, installed, id),
    obstacle,
  }));
}

/** Finds a reason why the story cannot go on with these packs: its entry point is gone, or its rules refuse the world as it is. */
async function findObstacle(
  { id, entryPointId }: CampaignRecord,
  library: Library,
  store: Store,
): Promise<string | null> {
  const start = beginCampaign(library, entryPointId);
  if (isRejection(start)) return start.reason;
  const [ruleset] = start.rulesetIds.flatMap((one) => library.find('ruleset', one) ?? []);
  const rules = ruleset === undefined ? null : compileRules(ruleset);
  if (rules === null || isRejection(rules)) return rules?.reason ?? 'The ruleset is gone.';
  const sessions = await store.sessions.ofCampaigns([id]);
  const stored = await store.scenes.snapshots(sessions.map(({ currentSceneId }) => currentSceneId));
  for (const one of stored.values()) {
    const snapshot = upgradeSnapshot(one);
    if (isRejection(snapshot)) return snapshot.reason;
    const [fault] = findSnapshotFaults(snapshot, rules);
    if (fault !== undefined)
      return `The story so far does not fit: ${fault.path.join('.')} ${fault.message}.`;
  }
  return null;
}

/** Returns the action that tells a session's opening. It has the same id each time, so that no opening is told twice. */
export function createOpeningRequest(sessionId: string): TurnRequest {
  return { sessionId, actionId: 'opening', input: { kind: 'opening' } };
}

const STOPPING = reject('server-stopping', 'The server is stopping.');

async function saved(
  beginning: CampaignStart,
  {
    name,
    seed,
    ...owned
  }: Pick<CampaignStartRequest, 'name' | 'owner'> & Pick<NewCampaign, 'startKey'> & { readonly seed: string },
  rules: StartRules,
  { store, clock, newId, models }: Tools,
): Promise<{ readonly campaign: CampaignRecord; readonly sessionId: string; readonly isNew: boolean }> {
  const campaign = {
    id: newId(),
    name: name ?? beginning.playerTexts.title,
    entryPointId: beginning.entryPointId,
    packs: beginning.packs,
    promptPins: {},
    createdAt: clock(),
  };
  const sessionId = newId();
  const isNew = await store.campaigns.start({
    campaign,
    session: {
      id: sessionId,
      smallModel: models.small,
      largeModel: models.large,
      seed,
      seedCommitment: commitToSeed(seed),
    },
    scene: { id: newId(), snapshot: beginning.snapshot, narration: '' },
    rolls: beginning.rolls,
    ...buildFirstRows(beginning, sessionId, rules, { newId, clock }),
    ...owned,
  });
  return { campaign, sessionId, isNew };
}

function findStartRules({ rulesetIds, worldId, packs }: CampaignStart, whole: Library): StartRules {
  const library = whole.narrowedTo(packs.map(({ id }) => id));
  const [first] = rulesetIds.flatMap((id) => library.find('ruleset', id) ?? []);
  const world = library.find('world', worldId);
  if (first === undefined || world === null) throw new Error('a campaign began without a ruleset or a world');
  return { policy: first.data.mechanics.memory, calendar: getCalendar(world) };
}
