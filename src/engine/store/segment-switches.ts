import type { SqlEntityManager } from '@mikro-orm/sql';
import { SegmentSwitch } from './entities/segment-switch.ts';

export type SegmentSwitchStore = {
  /** The ids of the segments that no prompt uses. */
  readonly switchedOff: () => Promise<ReadonlySet<string>>;
  readonly set: (segmentId: string, active: boolean, at: Date) => Promise<void>;
};

export function segmentSwitchStore(em: () => SqlEntityManager): SegmentSwitchStore {
  return {
    switchedOff: async () => {
      const off = await em().find(SegmentSwitch, { active: false }, { fields: ['segmentId'] });
      return new Set(off.map(({ segmentId }) => segmentId));
    },
    set: async (segmentId, active, changedAt) => {
      await em().upsert(SegmentSwitch, { segmentId, active, changedAt });
    },
  };
}
