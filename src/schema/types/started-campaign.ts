import type { Snapshot } from '#engine/state/snapshot.ts';
import type { CampaignRecord } from '#engine/store/campaigns.ts';
import type { SessionRecord } from '#engine/store/sessions.ts';
import type { TurnRecord } from '#engine/store/turns.ts';
import type { Context } from '../context.ts';

/** A campaign that was created, with the turn that tells its opening. */
export type StartedCampaign = {
  readonly campaign: CampaignRecord;
  readonly sessionId: string;
  readonly opening: TurnRecord;
  readonly calibration: Snapshot['calibration'];
};

/** Reads the session as it stands now: the opening has moved it on. */
export async function sessionOfStart(
  { sessionId }: StartedCampaign,
  _args: object,
  { store }: Context,
): Promise<SessionRecord> {
  const session = await store.sessions.find(sessionId);
  if (session === null) throw new Error(`session ${sessionId} was started and is not there`);
  return session;
}
