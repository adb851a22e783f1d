import { createHash } from 'node:crypto';
import type { Role } from '#engine/domain/roles.ts';
import type { Database } from './database/database.ts';
import { ApiToken, StreamTicket } from './entities/viewer.ts';

/** A code that is shown once: 256 random bits behind a name that people and scanners of leaked secrets recognise. */
export type OpaqueToken = { readonly code: string; readonly hash: string };

const BYTES = 32;

export function createOpaqueToken(prefix: string, randomBytes: (size: number) => Buffer): OpaqueToken {
  const code = `${prefix}${randomBytes(BYTES).toString('base64url')}`;
  return { code, hash: hashOpaqueToken(code) };
}

/** Hashes a code for storage. The code is long and random, so a slow hash would add no protection. */
export function hashOpaqueToken(code: string): string {
  return createHash('sha256').update(code).digest('hex');
}

export const TOKEN_PREFIX = 'swt_';
export const INVITATION_PREFIX = 'swi_';
export const TICKET_PREFIX = 'sws_';

export type ApiTokenRecord = {
  readonly id: string;
  readonly viewerId: string;
  readonly viewerName: string;
  readonly roles: readonly Role[];
  /** The only campaigns it opens; null for all of its viewer's. */
  readonly campaignIds: readonly string[] | null;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly revokedAt: Date | null;
};

export type NewApiToken = Omit<ApiTokenRecord, 'revokedAt'> & { readonly hash: string };

export type ApiTokenStore = {
  readonly add: (token: NewApiToken) => Promise<void>;
  /** Returns the token with this hash, valid or not. */
  readonly findByHash: (hash: string) => Promise<ApiTokenRecord | null>;
  readonly findMany: (ids: readonly string[]) => Promise<readonly ApiTokenRecord[]>;
  /** Returns all tokens, oldest first. */
  readonly list: () => Promise<readonly ApiTokenRecord[]>;
  /** Ends a token for good. False when there is no such token or it has been ended before. */
  readonly revoke: (id: string, at: Date) => Promise<boolean>;
};

export function createApiTokenStore(database: Database): ApiTokenStore {
  return {
    add: async (token) => {
      await database.insert(ApiToken, { ...token, revokedAt: null });
    },
    findByHash: async (hash) => {
      const token = await database.findOne(ApiToken, { hash });
      return token === null ? null : recordOf(token);
    },
    findMany: async (ids) => (await database.find(ApiToken, { id: { $in: [...ids] } })).map(recordOf),
    list: async () => (await database.find(ApiToken, {}, { orderBy: { id: 'asc' } })).map(recordOf),
    revoke: async (id, revokedAt) =>
      (await database.update(ApiToken, { id, revokedAt: null }, { revokedAt })) > 0,
  };
}

function recordOf(token: ApiToken): ApiTokenRecord {
  const { id, viewerId, viewerName, roles, campaignIds, createdAt, expiresAt, revokedAt } = token;
  return { id, viewerId, viewerName, roles, campaignIds, createdAt, expiresAt, revokedAt };
}

/** Short-lived stand-in for a credential, with the rights of the viewer who asked for it. */
export type StreamTicketRecord = Pick<ApiTokenRecord, 'viewerId' | 'viewerName' | 'roles' | 'campaignIds'> & {
  /** API token that asked for it; null for any other credential. */
  readonly tokenId: string | null;
  /** Expiry of the credential that asked for it; null when it does not expire. */
  readonly credentialExpiresAt: Date | null;
  readonly expiresAt: Date;
};

export type StreamTicketStore = {
  /** Adds a ticket and removes those that have expired. */
  readonly add: (ticket: StreamTicketRecord & { readonly hash: string }, now: Date) => Promise<void>;
  /** Returns the ticket with this hash, expired or not. */
  readonly findByHash: (hash: string) => Promise<StreamTicketRecord | null>;
};

export function createStreamTicketStore(database: Database): StreamTicketStore {
  return {
    add: async (ticket, now) => {
      await database.remove(StreamTicket, { expiresAt: { $lte: now } });
      await database.insert(StreamTicket, ticket);
    },
    findByHash: (hash) => database.findOne(StreamTicket, { hash }),
  };
}
