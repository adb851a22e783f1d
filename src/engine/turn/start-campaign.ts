import { beginCampaign } from '#engine/content/begin-campaign.ts';
import type { Library } from '#engine/content/library.ts';
import { isRejection, type Rejection, reject } from '#engine/kit/rejection.ts';
import { commitToSeed } from '#engine/rules/dice-proof.ts';
import type { CampaignRecord } from '#engine/store/campaigns.ts';
import type { Store } from '#engine/store/store.ts';
import type { TurnRecord } from '#engine/store/turns.ts';
import type { TurnRunner } from './turn-runner.ts';
import type { Workshop } from './turn-tools.ts';

export type CampaignStart = { readonly entryPointId: string; readonly name: string | null };

export type StartedCampaign = {
  readonly campaign: CampaignRecord;
  readonly sessionId: string;
  readonly openingTurn: TurnRecord;
};

export type CampaignStarter = {
  /** Saves a campaign with scene 0, which needs no model, and sets its opening going. */
  readonly start: (start: CampaignStart) => Promise<StartedCampaign | Rejection>;
};

type Tools = Pick<Workshop, 'clock' | 'newId'> & {
  readonly store: Store;
  readonly library: Library;
  readonly turns: TurnRunner;
  /** A fresh dice seed that nobody can guess. */
  readonly newSeed: () => string;
  readonly models: { readonly small: string; readonly large: string };
};

export function campaignStarter(tools: Tools): CampaignStarter {
  const { store, library, turns, clock, newId, newSeed, models } = tools;
  return {
    async start({ entryPointId, name }) {
      const beginning = beginCampaign(library, entryPointId);
      if (isRejection(beginning)) return beginning;

      const seed = newSeed();
      const campaign = {
        id: newId(),
        name: name ?? beginning.playerTexts.title,
        entryPointId,
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
      });

      const opening = await turns.submit({ sessionId, actionId: 'opening', input: { kind: 'opening' } });
      if (!('submission' in opening))
        return reject('server-stopping', 'The server is stopping; the campaign is saved.');
      return { campaign, sessionId, openingTurn: opening.turn };
    },
  };
}
