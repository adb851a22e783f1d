import { defineEntity, p } from '@mikro-orm/core';
import type { Role } from '../roles.ts';
import { row } from './row.ts';

const ApiTokenSchema = defineEntity({
  name: 'ApiToken',
  properties: {
    ...row,
    /** SHA-256 of the token. The token itself is shown once, to whoever asked for it, and kept nowhere. */
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
