import { ModelCall } from './entities/model-call.ts';
import { SideCall } from './entities/side-call.ts';
import { ViewerTurn } from './entities/viewer-turn.ts';
import type { Database } from './rows/database.ts';

export type ViewerTurnRecord = {
  readonly id: string;
  readonly viewerId: string;
  readonly turnId: string;
  readonly createdAt: Date;
};

/** Which turns a viewer set going. A turn tried again is there once for each attempt they asked for. */
export type ViewerTurnStore = {
  readonly add: (turn: ViewerTurnRecord) => Promise<void>;
  /** When they set turns going after a moment, oldest first. */
  readonly startsSince: (viewerId: string, moment: Date) => Promise<readonly Date[]>;
  /** US dollars their turns, scenarios and replays have cost since a moment, as far as prices are known. */
  readonly spentSince: (viewerId: string, moment: Date) => Promise<number>;
};

export function viewerTurnStore(database: Database): ViewerTurnStore {
  const since = (viewerId: string, moment: Date) =>
    database.find(
      ViewerTurn,
      { viewerId, createdAt: { $gte: moment } },
      { orderBy: { createdAt: 'asc', id: 'asc' } },
    );
  return {
    add: async (turn) => {
      await database.insert(ViewerTurn, turn);
    },
    startsSince: async (viewerId, moment) =>
      (await since(viewerId, moment)).map(({ createdAt }) => createdAt),
    spentSince: async (viewerId, moment) => {
      const turnIds = [...new Set((await since(viewerId, moment)).map(({ turnId }) => turnId))];
      const createdAt = { $gte: moment };
      const fields = { fields: ['costUsd'] } as const;
      const played =
        turnIds.length === 0
          ? []
          : await database.find(ModelCall, { turnId: { $in: turnIds }, createdAt }, fields);
      const beside = await database.find(SideCall, { viewerId, createdAt }, fields);
      return [...played, ...beside].reduce((sum, { costUsd }) => sum + Number(costUsd ?? 0), 0);
    },
  };
}
