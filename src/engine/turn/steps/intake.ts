import type { PromptPins } from '#engine/prompt/registry.ts';
import type { Snapshot } from '#engine/state/snapshot.ts';
import { type Conversation, conversationOf } from '../conversation.ts';
import type { Playbook } from '../playbook.ts';
import { readSnapshot } from '../read-snapshot.ts';
import { defineStep } from '../step.ts';
import type { TurnStart, TurnTools } from '../turn-tools.ts';

type Gives = {
  readonly snapshot: Snapshot;
  readonly playbook: Playbook;
  readonly said: Conversation;
  /** The prompt versions the campaign holds on to. */
  readonly promptPins: PromptPins;
  readonly seed: string;
  /** The index of the scene this turn makes. */
  readonly sceneIndex: number;
};

/** Lays out what the turn works on: the world as the current scene has it, what was said, what the packs say. */
export const intake = defineStep<TurnStart, Gives, Pick<TurnTools, 'store' | 'playbookFor'>>({
  name: 'intake',

  async run({ lease }, { store, playbookFor }) {
    const { session, turn } = lease;
    const [snapshots, campaign, seed, said] = await Promise.all([
      store.scenes.snapshots([turn.baseSceneId]),
      store.campaigns.find(session.campaignId),
      store.sessions.seedOf(session.id),
      conversationOf(store, session.id),
    ]);
    if (campaign === null) throw new Error(`session ${session.id} belongs to no campaign`);
    const snapshot = readSnapshot(snapshots.get(turn.baseSceneId), turn.baseSceneId);
    const { promptPins } = campaign;
    const playbook = await playbookFor(campaign);
    return { snapshot, playbook, said, promptPins, seed, sceneIndex: session.sceneIndex + 1 };
  },
});
