import type { TurnReplayer } from '#engine/replay/replay-turns.ts';
import type { TurnRegenerator } from '#engine/turn/regenerate-turn.ts';
import type { CampaignStarter } from '#engine/turn/start-campaign.ts';
import type { TurnRunner } from '#engine/turn/turn-runner.ts';
import { isRejection } from '#engine/util/rejection.ts';
import type { Limits } from './limits.ts';
import type { ScenarioDesk } from './scenario-desk.ts';
import type { TurnAllowance } from './turn-allowance.ts';

type Starters = {
  readonly turns: TurnRunner;
  readonly campaigns: CampaignStarter;
  readonly scenarios: ScenarioDesk;
  readonly replays: TurnReplayer;
  readonly tellings: TurnRegenerator;
};

type Bounds = { readonly allowance: TurnAllowance; readonly limits: Pick<Limits, 'mutationSeconds'> };

/** The doors that set turns going, as one viewer may use them: whatever resolver calls them, it counts. */
export function withinAllowance<Engine extends Starters>(
  engine: Engine,
  { allowance, limits }: Bounds,
  viewerId: string,
): Engine {
  const { turns, campaigns, scenarios, replays, tellings } = engine;
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
    tellings: {
      ...tellings,
      // The model is asked as in a turn; only what was turned down before that is free.
      regenerate: (turnId) =>
        allowance.spend(
          viewerId,
          () => tellings.regenerate(turnId),
          (told) => (isRejection(told) && told.rejected !== 'narration-refused' ? null : turnId),
        ),
    },
    // A replay is bound to the request that asked for it: when that is out of time, nobody will read the rest.
    replays: (request) => {
      const signal = AbortSignal.timeout(limits.mutationSeconds * 1000);
      return allowance.spend(
        viewerId,
        () => replays({ ...request, signal }),
        () => null,
      );
    },
  };
}
