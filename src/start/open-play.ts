import { randomBytes } from 'node:crypto';
import { type TurnReplayer, turnReplayer } from '#engine/replay/replay-turns.ts';
import { createSeed } from '#engine/rules/verifiable-rolls.ts';
import {
  createOperationTester,
  createTurnPreviewer,
  type OperationTester,
  type TurnPreviewer,
} from '#engine/turn/dry-run.ts';
import type { EngineServices, TurnLog } from '#engine/turn/engine-services.ts';
import { createTurnRegenerator, type TurnRegenerator } from '#engine/turn/regenerate-turn.ts';
import {
  type CampaignPacks,
  type CampaignStarter,
  createCampaignStarter,
} from '#engine/turn/start-campaign.ts';
import { createTurnRunner, type TurnRunner } from '#engine/turn/turn-runner.ts';
import { type PacksOnShelf, packsNow } from './packs-now.ts';
import { type SessionDoors, sessionDoors } from './session-doors.ts';
import { type Tidying, tidyingUp } from './tidying.ts';

/** Everything a story is played with. */
export type Play = SessionDoors & {
  readonly turns: TurnRunner;
  readonly campaigns: CampaignStarter;
  readonly previews: TurnPreviewer;
  readonly operations: OperationTester;
  readonly replays: TurnReplayer;
  readonly tellings: TurnRegenerator;
};

type Settings = {
  readonly packs: CampaignPacks & PacksOnShelf;
  readonly models: { readonly small: string; readonly large: string };
  readonly leaseSeconds: number;
};

/** Opens the engine for play: turns that died with an earlier server are failed, and what was left undone is taken up. */
export async function openPlay(
  resting: EngineServices,
  { packs, models, leaseSeconds }: Settings,
  log: TurnLog,
): Promise<{ readonly play: Play; readonly tidying: Tidying }> {
  const { store, clock, newId } = resting;
  const tidying = tidyingUp(resting, log);
  const workshop = { ...resting, onCommitted: tidying.wake };
  const turns = createTurnRunner(workshop, { leaseSeconds }, log);
  await turns.sweep({ atStart: true });
  tidying.wake();
  const seeds = { newSeed: () => createSeed(randomBytes) };
  const play = {
    turns,
    campaigns: createCampaignStarter({ store, packs, turns, clock, newId, ...seeds, models }),
    previews: createTurnPreviewer(workshop),
    operations: createOperationTester(workshop),
    replays: turnReplayer({ ...resting, live: resting, withInstalledPacks: packsNow(packs) }),
    tellings: createTurnRegenerator(workshop),
    ...sessionDoors({ store, log: resting.log, clock, newId, ...seeds, onEnded: tidying.wake }),
  };
  return { play, tidying };
}
