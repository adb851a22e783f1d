import type { Database } from './database/database.ts';
import { SegmentSwitch } from './entities/content.ts';

export type SegmentSwitchStore = {
  /** Returns the ids of the segments that no prompt uses. */
  readonly switchedOff: () => Promise<ReadonlySet<string>>;
  readonly set: (segmentId: string, active: boolean, at: Date) => Promise<void>;
};

export function createSegmentSwitchStore(database: Database): SegmentSwitchStore {
  return {
    switchedOff: async () => {
      const off = await database.find(SegmentSwitch, { active: false }, { fields: ['segmentId'] });
      return new Set(off.map(({ segmentId }) => segmentId));
    },
    set: async (segmentId, active, changedAt) => {
      await database.orm.upsert(SegmentSwitch, { segmentId, active, changedAt });
    },
  };
}
