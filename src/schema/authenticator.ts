import type { ApiTokenStore, StreamTicketStore } from '#engine/store/api-tokens.ts';
import { hashOpaqueToken, TOKEN_PREFIX } from '#engine/store/api-tokens.ts';
import type { Clock } from '#engine/util/clock.ts';
import {
  createJwtAuthenticator,
  type JwtIssuerSettings as IssuerSettings,
} from './access/jwt-authenticator.ts';
import { LOCAL_OWNER, LOCAL_VIEWER_ID, type Viewer } from './access/viewer.ts';

/** Creates the check that turns an API token into a viewer. */
function createTokenAuthenticator(tokens: Pick<ApiTokenStore, 'findByHash'>, clock: Clock) {
  return async (token: string): Promise<Viewer | { readonly refused: string }> => {
    const found = await tokens.findByHash(hashOpaqueToken(token));
    if (found === null) return { refused: 'There is no such API token.' };
    const { id: tokenId, viewerId, viewerName, roles, campaignIds, expiresAt, revokedAt } = found;
    if (revokedAt !== null) return { refused: 'This API token was revoked.' };
    if (expiresAt <= clock()) return { refused: 'This API token has expired.' };
    return {
      id: viewerId,
      name: viewerName,
      roles: new Set(roles),
      campaignIds: campaignIds === null ? null : new Set(campaignIds),
      expiresAt,
      tokenId,
    };
  };
}

/** Creates the check that turns a stream ticket into the viewer who asked for it. */
function createTicketAuthenticator(tickets: Pick<StreamTicketStore, 'findByHash'>, clock: Clock) {
  return async (ticket: string): Promise<Viewer | AuthenticationRefused> => {
    const found = await tickets.findByHash(hashOpaqueToken(ticket));
    // Tickets of a time without accounts, when every client was the owner, are no credentials.
    if (found === null || found.viewerId === LOCAL_VIEWER_ID || found.expiresAt <= clock()) {
      return {
        refused: 'This stream ticket is unknown or has expired. Ask for another: createStreamTicket.',
      };
    }
    const { viewerId, viewerName, roles, campaignIds, tokenId, credentialExpiresAt } = found;
    return {
      id: viewerId,
      name: viewerName,
      roles: new Set(roles),
      campaignIds: campaignIds === null ? null : new Set(campaignIds),
      expiresAt: credentialExpiresAt,
      tokenId,
      isTicketHolder: true,
    };
  };
}

/** Settings of a trusted JWT issuer. */
export type JwtSettings = IssuerSettings;

/** Refusal of a credential, with the reason as a sentence for its holder. */
export type AuthenticationRefused = { readonly refused: string };

/**
 * Determines the viewer of a request. `credential` is the text behind `Bearer`; null when none was sent. Throws only when the
 * credential cannot be checked now.
 */
export type Authenticator = {
  /** Whether every client that reaches the server acts as its one owner. */
  readonly isLocal: boolean;
  readonly viewerFor: (credential: string | null) => Promise<Viewer | AuthenticationRefused>;
  /** Determines the viewer of a stream that was opened with a ticket. */
  readonly viewerForTicket: (ticket: string) => Promise<Viewer | AuthenticationRefused>;
};

/** Authenticator of a server on the owner's machine, which asks for no credential. */
export const LOCAL_AUTHENTICATOR: Authenticator = {
  isLocal: true,
  viewerFor: async () => LOCAL_OWNER,
  viewerForTicket: async () => LOCAL_OWNER,
};

type Tools = {
  readonly tokens: Pick<ApiTokenStore, 'findByHash'>;
  readonly tickets: Pick<StreamTicketStore, 'findByHash'>;
  readonly clock: Clock;
};

/** Maximum length of a credential: longer than any API token and any JWT that fits into a header. */
const MOST_CHARACTERS = 8_192;

/** Creates an authenticator for API tokens, and for JWTs when an issuer is set. */
export function createAccountAuthenticator(
  { tokens, tickets, clock }: Tools,
  jwt: JwtSettings | null,
): Authenticator {
  const byToken = createTokenAuthenticator(tokens, clock);
  const byJwt = jwt === null ? null : createJwtAuthenticator(jwt, clock);
  return {
    isLocal: false,
    viewerForTicket: createTicketAuthenticator(tickets, clock),
    viewerFor: async (credential) => {
      if (credential === null) {
        return { refused: 'Say who you are: send an API token or a JWT as `Authorization: Bearer …`.' };
      }
      if (credential.length > MOST_CHARACTERS) return { refused: 'This is no credential of this server.' };
      if (credential.startsWith(TOKEN_PREFIX)) return byToken(credential);
      return byJwt === null ? { refused: 'This is no API token of this server.' } : byJwt(credential);
    },
  };
}

export function isAuthenticationRefused(
  result: Viewer | AuthenticationRefused,
): result is AuthenticationRefused {
  return 'refused' in result;
}
