import { isRejection } from '#engine/kit/rejection.ts';
import type { CampaignStarter } from '#engine/turn/start-campaign.ts';
import type { TurnRunner } from '#engine/turn/turn-runner.ts';
import type { ScenarioDesk } from './scenario-desk.ts';
import type { TurnAllowance } from './turn-allowance.ts';

type Starters = {
  readonly turns: TurnRunner;
  readonly campaigns: CampaignStarter;
  readonly scenarios: ScenarioDesk;
};

/** The doors that set turns going, as one viewer may use them: whatever resolver calls them, it counts. */
export function withinAllowance<Engine extends Starters>(
  engine: Engine,
  allowance: TurnAllowance,
  viewerId: string,
): Engine {
  const { turns, campaigns, scenarios } = engine;
  return {
    ...engine,
    turns: {
      ...turns,
      submit: (request) =>
        allowance.spend(
          viewerId,
          () => turns.submit(request),
          // A turn that was there before costs nothing.
          (answer) => ('submission' in answer && answer.submission === 'started' ? answer.turn.id : null),
        ),
    },
    scenarios: {
      ...scenarios,
      // It is no turn, and is paid for like one.
      make: (...given) =>
        allowance.spend(
          viewerId,
          () => scenarios.make(...given),
          () => null,
        ),
    },
    campaigns: {
      ...campaigns,
      start: (...given) =>
        allowance.spend(
          viewerId,
          () => campaigns.start(...given),
          (started) => (isRejection(started) ? null : started.openingTurn.id),
        ),
    },
  };
}
