import type { Claim } from '#engine/store/leases.ts';
import type { TurnInput } from '#engine/store/turns.ts';
import type { Workshop } from './turn-tools.ts';

type Given = { readonly sessionId: string; readonly actionId: string; readonly input: TurnInput };
/** What is said of a roll that is not taken. */
export type RollRefusal = Extract<Claim, { readonly claim: 'nothing-awaited' }>;

type Reads = Pick<Workshop, 'store' | 'snapshots' | 'playbookFor'>;

/** Why a roll is not taken, found out before anything is set going; null when it may be, and for all that is no roll. */
export async function refusedRoll(given: Given, reads: Reads): Promise<RollRefusal | null> {
  const { sessionId, actionId, input } = given;
  if (input.kind !== 'roll' || input.rollId !== undefined) return null;
  if ((await reads.store.turns.findByAction(sessionId, actionId)) !== null) return null;
  const session = await reads.store.sessions.find(sessionId);
  if (session?.status !== 'active' || (await isOffered(session, reads))) return null;
  return { claim: 'nothing-awaited', answer: 'roll' };
}

/** Only where a scene offers a table is the roll a turn of its own; elsewhere it answers the turn that waits for it. */
async function isOffered(
  { campaignId, currentSceneId }: { readonly campaignId: string; readonly currentSceneId: string },
  { store, snapshots, playbookFor }: Reads,
): Promise<boolean> {
  const { pendingRoll } = await snapshots.of(currentSceneId);
  if (pendingRoll === null) return false;
  const campaign = await store.campaigns.find(campaignId);
  return campaign !== null && (await playbookFor(campaign)).mechanics.pipeline === 'duet';
}
