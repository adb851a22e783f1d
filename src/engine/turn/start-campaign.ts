import {
  type CampaignStart as Beginning,
  beginCampaign,
  type CampaignOptions,
  type PinnedPack,
} from '#engine/content/begin-campaign.ts';
import type { Library } from '#engine/content/library.ts';
import { isRejection, type Rejection, reject } from '#engine/kit/rejection.ts';
import type { MemoryPolicy } from '#engine/memory/memories.ts';
import { commitToSeed } from '#engine/rules/dice-proof.ts';
import type { Snapshot } from '#engine/state/snapshot.ts';
import type { CampaignRecord } from '#engine/store/campaigns.ts';
import type { Store } from '#engine/store/store.ts';
import type { TurnRecord } from '#engine/store/turns.ts';
import { firstRows } from './first-rows.ts';
import type { TurnRequest, TurnRunner } from './turn-runner.ts';
import type { Workshop } from './turn-tools.ts';

export type CampaignStart = CampaignOptions & {
  readonly entryPointId: string;
  readonly name: string | null;
  /** Who is its game master from the start. */
  readonly owner?: { readonly viewerId: string; readonly name: string };
};

export type StartedCampaign = {
  readonly campaign: CampaignRecord;
  readonly sessionId: string;
  readonly openingTurn: TurnRecord;
  /** What session zero agreed on, with what the entry point starts from. */
  readonly calibration: Snapshot['calibration'];
};

export type CampaignStarter = {
  /** Saves a campaign with scene 0, which needs no model, and sets its opening going. */
  readonly start: (start: CampaignStart) => Promise<StartedCampaign | Rejection>;
};

/** Where new campaigns take their packs from. */
export type CampaignPacks = {
  /** Everything that can be played just now. */
  readonly library: () => Library;
  /** Keeps these packs for ever, so that the campaign goes on with them whatever becomes of their folders. */
  readonly keep: (packs: readonly PinnedPack[]) => Promise<Rejection | null>;
};

type Tools = Pick<Workshop, 'clock' | 'newId'> & {
  readonly store: Store;
  readonly packs: CampaignPacks;
  readonly turns: TurnRunner;
  /** A fresh dice seed that nobody can guess. */
  readonly newSeed: () => string;
  readonly models: { readonly small: string; readonly large: string };
};

export function campaignStarter(tools: Tools): CampaignStarter {
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
      const opening = await turns.submit(openingRequest(sessionId));
      if (!('submission' in opening)) return STOPPING;
      const { calibration } = beginning.snapshot;
      return { campaign, sessionId, openingTurn: opening.turn, calibration };
    },
  };
}

/** Returns the action that tells a session's opening. It has the same id each time, so that no opening is told twice. */
export function openingRequest(sessionId: string): TurnRequest {
  return { sessionId, actionId: 'opening', input: { kind: 'opening' } };
}

const STOPPING = reject('server-stopping', 'The server is stopping.');

async function saved(
  beginning: Beginning,
  { name, ...owned }: Pick<CampaignStart, 'name' | 'owner'>,
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
    ...firstRows(beginning, sessionId, policy, newId),
    ...owned,
  });
  return { campaign, sessionId };
}

/** How memory works by the ruleset that owns the dice. */
function policyOf({ rulesetIds, packs }: Beginning, whole: Library): MemoryPolicy {
  const library = whole.narrowedTo(packs.map(({ id }) => id));
  const [first] = rulesetIds.flatMap((id) => library.find('ruleset', id) ?? []);
  if (first === undefined) throw new Error('a campaign began without a ruleset');
  return first.data.mechanics.memory;
}
