import { defineEntity, p } from '@mikro-orm/core';
import type { Lineage } from '#engine/domain/lineage.ts';
import type { SessionStatus } from '../sessions.ts';
import { baseColumns } from './base-columns.ts';
import { Campaign } from './campaign.ts';

const SessionSchema = defineEntity({
  name: 'Session',
  indexes: [{ properties: ['campaign', 'id'] }, { properties: ['seed'] }, { properties: ['leaseTurnId'] }],
  properties: {
    ...baseColumns,
    campaign: () => p.manyToOne(Campaign).deleteRule('cascade').index(false),
    smallModel: p.string(),
    largeModel: p.string(),
    /** Hidden until no open session shares it; `seedCommitment` is its published hash. */
    seed: p.string(),
    seedCommitment: p.string(),
    status: p.string().length(16).$type<SessionStatus>().default('active'),
    endedAt: p.datetime(3).strictNullable(),
    /** The scene it grew from; null for the first session of a campaign. */
    parentSceneId: p.string().length(36).strictNullable(),
    /** The sessions it grew from, each with the last scene that belongs to it. Fixed at the fork. */
    ancestors: p.json<Lineage>().default('[]'),
    /** No foreign key: scene and session name each other, and both are written in one transaction. */
    currentSceneId: p.string().length(36),
    sceneIndex: p.integer(),
    /** Dice index of the current scene. */
    diceIndex: p.integer().strictNullable(),
    /** The last sequence number given to an event of this session. */
    eventSequence: p.integer(),
    /** The turn that holds the session, until when, and the number that outdates every earlier holder. */
    leaseTurnId: p.string().length(36).strictNullable(),
    leaseExpiresAt: p.datetime(3).strictNullable(),
    leaseFence: p.integer(),
    /** The turn that waits for an answer of the player. */
    waitingTurnId: p.string().length(36).strictNullable(),
  },
});

/** A sitting or branch: an unbroken line of scenes, two models, one dice seed. */
export class Session extends SessionSchema.class {}
SessionSchema.setClass(Session);
