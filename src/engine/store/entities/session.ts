import { defineEntity, p } from '@mikro-orm/core';
import { Campaign } from './campaign.ts';
import { row } from './row.ts';

const SessionSchema = defineEntity({
  name: 'Session',
  indexes: [{ properties: ['campaign', 'id'] }],
  properties: {
    ...row,
    campaign: () => p.manyToOne(Campaign).deleteRule('cascade').index(false),
    smallModel: p.string(),
    largeModel: p.string(),
    /** Hidden until no open session shares it; `seedCommitment` is its published hash. */
    seed: p.string(),
    seedCommitment: p.string(),
    /** No foreign key: scene and session name each other, and both are written in one transaction. */
    currentSceneId: p.string().length(36),
    sceneIndex: p.integer(),
    /** The last sequence number given to an event of this session. */
    eventSequence: p.integer(),
    /** The turn that holds the session, until when, and the number that outdates every earlier holder. */
    leaseTurnId: p.string().length(36).strictNullable(),
    leaseExpiresAt: p.datetime(3).strictNullable(),
    leaseFence: p.integer(),
  },
});

/** A sitting or branch: an unbroken line of scenes, two models, one dice seed. */
export class Session extends SessionSchema.class {}
SessionSchema.setClass(Session);
