import type { Snapshot } from '#engine/state/snapshot.ts';
import { upgradeSnapshot } from '#engine/state/upgrade.ts';
import type { Playbook } from '../playbook.ts';
import { defineStep } from '../step.ts';
import type { TurnStart, TurnTools } from '../turn-tools.ts';

type Gives = {
  readonly snapshot: Snapshot;
  readonly playbook: Playbook;
  readonly seed: string;
  /** The index of the scene this turn makes. */
  readonly sceneIndex: number;
};

/** Lays out what the turn works on: the world as the session's current scene has it, and what the packs say. */
export const intake = defineStep<TurnStart, Gives, Pick<TurnTools, 'store' | 'playbookFor'>>({
  name: 'intake',

  async run({ lease }, { store, playbookFor }) {
    const { session, turn } = lease;
    const [snapshots, campaign, seed] = await Promise.all([
      store.scenes.snapshots([turn.baseSceneId]),
      store.campaigns.find(session.campaignId),
      store.sessions.seedOf(session.id),
    ]);
    if (campaign === null) throw new Error(`session ${session.id} belongs to no campaign`);
    const snapshot = upgradeSnapshot(snapshots.get(turn.baseSceneId));
    return { snapshot, playbook: playbookFor(campaign), seed, sceneIndex: session.sceneIndex + 1 };
  },
});
