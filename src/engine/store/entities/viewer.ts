import { defineEntity, p } from '@mikro-orm/core';
import type { Role } from '#engine/domain/roles.ts';
import { baseColumns } from './base-columns.ts';

const ApiTokenSchema = defineEntity({
  name: 'ApiToken',
  properties: {
    ...baseColumns,
    /** SHA-256 of the token. The token itself is shown once, to the caller who requested it, and kept nowhere. */
    hash: p.string().length(64).unique(),
    viewerId: p.string().length(128),
    viewerName: p.string().length(120),
    roles: p.json<readonly Role[]>(),
    /** The only campaigns it opens; null for all of its viewer's. */
    campaignIds: p.json<readonly string[]>().strictNullable(),
    expiresAt: p.datetime(3),
    revokedAt: p.datetime(3).strictNullable(),
  },
});

/** A key to the API for a person or a program. */
export class ApiToken extends ApiTokenSchema.class {}
ApiTokenSchema.setClass(ApiToken);

const ViewerTurnSchema = defineEntity({
  name: 'ViewerTurn',
  indexes: [{ properties: ['viewerId', 'createdAt'] }],
  properties: {
    ...baseColumns,
    viewerId: p.string().length(200),
    /** Its own id until the turn has begun. */
    turnId: p.string().length(36),
  },
});

/** Start of a turn by a viewer, with its time. The viewer's allowance is counted from these rows. */
export class ViewerTurn extends ViewerTurnSchema.class {}
ViewerTurnSchema.setClass(ViewerTurn);

const StreamTicketSchema = defineEntity({
  name: 'StreamTicket',
  properties: {
    /** SHA-256 of the ticket. The ticket itself is kept nowhere. */
    hash: p.string().length(64).primary(),
    viewerId: p.string().length(128),
    viewerName: p.string().length(120),
    roles: p.json<readonly Role[]>(),
    campaignIds: p.json<readonly string[]>().strictNullable(),
    /** API token and expiry of the credential that asked for it: a stream ends with them. */
    tokenId: p.string().length(36).strictNullable(),
    credentialExpiresAt: p.datetime(3).strictNullable(),
    expiresAt: p.datetime(3).index(),
  },
});

/** Opens live streams for a short time in place of a credential, for clients that cannot send one. */
export class StreamTicket extends StreamTicketSchema.class {}
StreamTicketSchema.setClass(StreamTicket);

const ChatAnswerSchema = defineEntity({
  name: 'ChatAnswer',
  indexes: [{ properties: ['viewerId', 'request'] }, { properties: ['viewerId', 'textStart'] }],
  properties: {
    ...baseColumns,
    viewerId: p.string().length(200),
    /** SHA-256 of the request it answers. */
    request: p.string().length(64),
    sessionId: p.string().length(36),
    turnId: p.string().length(36),
    /** Scene at which the story stands after it; null until it is told. */
    sceneId: p.string().length(36).strictNullable(),
    /** Narration of the scene it told; null when it told none. */
    version: p.integer().strictNullable(),
    /** SHA-256 of the whole text and of its beginning; null until it is told. */
    text: p.string().length(64).strictNullable(),
    textStart: p.string().length(64).strictNullable(),
    deliveredAt: p.datetime(3).strictNullable(),
  },
});

/** Answer to a chat client, by which its next request finds its place in the story. Holds no text. */
export class ChatAnswer extends ChatAnswerSchema.class {}
ChatAnswerSchema.setClass(ChatAnswer);
