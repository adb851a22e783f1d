import { type Rejection, reject } from '#engine/kit/rejection.ts';
import { applyAllOrNone, type RefusedProposal } from '#engine/state/apply-operations.ts';
import type { Workshop } from './turn-tools.ts';

export type OperationTester = {
  /** Tries operations on the session's present world without changing it; gives those that would be refused. */
  readonly tryOut: (
    sessionId: string,
    asker: 'gm' | 'god',
    proposals: readonly object[],
  ) => Promise<readonly RefusedProposal[] | Rejection>;
};

export function operationTester({
  store,
  snapshots,
  playbookFor,
}: Pick<Workshop, 'store' | 'snapshots' | 'playbookFor'>): OperationTester {
  return {
    async tryOut(sessionId, asker, proposals) {
      const session = await store.sessions.find(sessionId);
      if (session === null) return reject('unknown-session', 'there is no such session.', ['sessionId']);
      const { currentSceneId: sceneId, sceneIndex, diceIndex } = session;
      const [snapshot, campaign, seed] = await Promise.all([
        snapshots.of(sceneId),
        store.campaigns.find(session.campaignId),
        store.sessions.seedOf(sessionId),
      ]);
      if (campaign === null) throw new Error(`session ${sessionId} belongs to no campaign`);
      const { rules, calendar } = await playbookFor(campaign);
      const dice = { seed, index: diceIndex ?? sceneIndex + 1, nextOrdinal: 0 };
      const context = { asker, sceneIndex: sceneIndex + 1, rules, calendar, dice };
      return applyAllOrNone(snapshot, proposals, context).rejected;
    },
  };
}
