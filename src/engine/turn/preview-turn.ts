import { type Rejection, reject } from '#engine/kit/rejection.ts';
import { type PromptPreview, previewPrompt } from '#engine/prompt/preview.ts';
import type { TurnInput } from '#engine/store/turns.ts';
import { conversationOf } from './conversation.ts';
import { findLore } from './find-lore.ts';
import { narrationInput } from './narration-input.ts';
import { readSnapshot } from './read-snapshot.ts';
import { segmentsOfCampaign } from './segments-of-campaign.ts';
import type { Workshop } from './turn-tools.ts';

export type TurnPreviewer = {
  /** The narrator's prompt for these words at this moment, with its audit and what it would cost. No model is asked. */
  readonly preview: (sessionId: string, text: string) => Promise<PromptPreview | Rejection>;
};

/** A dry run of a turn up to the narrator's prompt. Nothing is rolled, written or paid for. */
export function turnPreviewer({ store, lore, prompts, models, playbookFor }: Workshop): TurnPreviewer {
  return {
    async preview(sessionId, text) {
      const session = await store.sessions.find(sessionId);
      if (session === null) return reject('unknown-session', 'there is no such session.', ['sessionId']);
      const sceneId = session.currentSceneId;
      const [snapshots, campaign, said] = await Promise.all([
        store.scenes.snapshots([sceneId]),
        store.campaigns.find(session.campaignId),
        conversationOf(store, session.id),
      ]);
      if (campaign === null) throw new Error(`session ${session.id} belongs to no campaign`);
      const snapshot = readSnapshot(snapshots.get(sceneId), sceneId);
      const playbook = await playbookFor(campaign);
      const turnInput: TurnInput = { kind: 'story', text };
      const found = await findLore(lore, snapshot, playbook, turnInput);
      const sceneIndex = session.sceneIndex + 1;
      const input = narrationInput({
        turnInput,
        snapshot,
        playbook,
        lore: found.hits,
        resolved: null,
        sceneIndex,
        said,
      });
      const model = models.open(session.largeModel);
      const tools = { prompts, pins: campaign.promptPins };
      return previewPrompt(
        { input, segments: segmentsOfCampaign(playbook.segments, snapshot) },
        tools,
        model.entry,
      );
    },
  };
}
