import { defineEntity, p } from '@mikro-orm/core';

const SegmentSwitchSchema = defineEntity({
  name: 'SegmentSwitch',
  properties: {
    /** `npc:neo_seattle:viktor` */
    segmentId: p.string().length(160).primary(),
    active: p.boolean(),
    changedAt: p.datetime(3),
  },
});

/** Whether a prompt segment is used. A segment without a row is. */
export class SegmentSwitch extends SegmentSwitchSchema.class {}
SegmentSwitchSchema.setClass(SegmentSwitch);
